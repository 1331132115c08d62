//! `kulan simulate`: walks through a model.

use std::time::{SystemTime, UNIX_EPOCH};

use kulan_ir::Instance;
use kulan_report::{Canvas, Columns, plural, standings_text, step_line};
use kulan_run::Workshop;
use kulan_trace::{Explorer, Firing, Position, Step};

use crate::args::{Color, LanesArg, SimulateArgs, ViewArgs};
use crate::failure::Failure;
use crate::{interactive, load, terminal};

/// Runs the command; gives the exit status.
pub fn run(args: &SimulateArgs, color: Color) -> Result<u8, Failure> {
    let mut workshop = load::load(&args.model, color)?;
    let canvas = terminal::canvas(color, &ViewArgs { lanes: LanesArg::Never, full: true });
    let mut random = Random::new(args.seed);
    if args.interactive {
        terminal::print(&format!("{}\n", interactive::HELP));
    } else {
        terminal::print(&format!("seed {} (--seed {} gives the same walk)\n", random.seed, random.seed));
    }
    let mut past = Past::default();
    loop {
        let system = workshop.system();
        let explorer = Explorer::new(&system);
        let walked = Session::resume(&explorer, &mut past, &canvas).and_then(|mut session| {
            let (workshop, random) = (&workshop, &mut random);
            if args.interactive {
                interactive::walk(&mut session, workshop, random)
            } else {
                walk(&mut session, workshop, random, args.steps)
            }
        });
        match walked {
            Ok(status) => return Ok(status),
            Err(Missing(instance)) if workshop.add(instance) => {}
            Err(Missing(instance)) => return Err(Failure::Internal(format!("{instance} is missing"))),
        }
    }
}

/// The system lacks an instance that the walk needs.
pub struct Missing(Instance);

/// What was chosen so far: enough to begin again with another instance.
#[derive(Default)]
pub struct Past {
    choices: Vec<usize>,
    /// Steps that the user has seen already.
    shown: usize,
}

/// A walk on its way.
pub struct Session<'a> {
    /// The system.
    pub explorer: &'a Explorer<'a>,
    /// Where to draw.
    pub canvas: &'a Canvas,
    past: &'a mut Past,
    /// All positions up to now, with how many statements lie before each.
    positions: Vec<(Position, usize)>,
    /// What went wrong in the last step.
    pub violation: Option<String>,
}

impl<'a> Session<'a> {
    fn resume(explorer: &'a Explorer<'a>, past: &'a mut Past, canvas: &'a Canvas) -> Result<Session<'a>, Missing> {
        let choices = std::mem::take(&mut past.choices);
        let positions = vec![(explorer.start(), 0)];
        let mut session = Session { explorer, canvas, past, positions, violation: None };
        for (i, &choice) in choices.iter().enumerate() {
            if let Err(missing) = session.take(choice) {
                session.past.choices = choices[..=i].to_vec();
                return Err(missing);
            }
        }
        Ok(session)
    }

    /// Where the walk stands.
    pub fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1].0
    }

    /// How many statements have happened.
    pub fn steps(&self) -> usize {
        self.positions[self.positions.len() - 1].1
    }

    /// What can happen next.
    pub fn enabled(&self) -> Vec<Firing> {
        if self.violation.is_some() { Vec::new() } else { self.explorer.choices(self.position()) }
    }

    /// What one of the enabled transitions would do.
    pub fn preview(&self, (t, inputs): &Firing) -> Step {
        let next = self.explorer.step(self.position(), *t, inputs).next;
        kulan_trace::step_of(self.explorer, (*t, inputs), &self.position().state, next.as_ref().map(|n| &n.state))
    }

    /// Lets one of the enabled transitions happen, and shows it if it is new to the user.
    pub fn take(&mut self, choice: usize) -> Result<(), Missing> {
        self.past.choices.push(choice);
        let Some(firing) = self.enabled().into_iter().nth(choice) else { return Ok(()) };
        let (t, inputs) = &firing;
        let stepped = self.explorer.step(self.position(), *t, inputs);
        let failed = stepped.failed.first().map(|&check| self.explorer.check(*t, check));
        if let Some(instance) = failed.and_then(|check| check.instance) {
            return Err(Missing(instance));
        }
        let step = self.preview(&firing);
        let steps = self.steps() + usize::from(!step.text.is_empty());
        if steps > self.past.shown {
            terminal::print(&self.line(&steps.to_string(), &step));
            self.past.shown = steps;
        }
        let next = stepped.next.unwrap_or_else(|| self.position().clone());
        let complaint = || self.explorer.observers(&next).first().map(|&t| self.explorer.check(t, 0));
        let wrong = failed.or_else(complaint);
        self.violation = wrong.map(|check| format!("{} — {}", check.kind.property(), check.message));
        self.positions.push((next, steps));
        Ok(())
    }

    /// A step as a line.
    pub fn line(&self, label: &str, step: &Step) -> String {
        let columns = Columns::for_system(self.explorer.system(), self.canvas.width);
        step_line(label, step, None, &columns, self.canvas.style)
    }

    /// Takes back the last statement.
    pub fn undo(&mut self) {
        let steps = self.steps();
        while self.positions.len() > 1 && self.steps() == steps {
            self.positions.pop();
            self.past.choices.pop();
        }
        self.violation = None;
        self.past.shown = self.steps();
    }

    /// Why nothing can happen.
    pub fn ending(&self, workshop: &Workshop) -> (String, u8) {
        let style = self.canvas.style;
        if let Some(violation) = &self.violation {
            return (format!("{}: {violation}\n", style.bad("violated")), 1);
        }
        if self.explorer.is_deadlock(self.position()) {
            let standings = kulan_run::standings_of(workshop, self.explorer, &self.position().state);
            let standings = standings_text(&standings, None, self.canvas);
            return (format!("{}: deadlock — {standings}", style.bad("violated")), 1);
        }
        (format!("the run ends as it may, after {}\n", plural(self.steps() as u64, "step")), 0)
    }
}

/// A random walk.
fn walk(session: &mut Session, workshop: &Workshop, random: &mut Random, limit: usize) -> Result<u8, Missing> {
    let mut idle = 0;
    while session.steps() < limit && idle < IDLE {
        let enabled = session.enabled();
        if enabled.is_empty() {
            let (text, status) = session.ending(workshop);
            terminal::print(&text);
            return Ok(status);
        }
        let before = session.steps();
        session.take(random.below(enabled.len()))?;
        idle = if session.steps() == before { idle + 1 } else { 0 };
    }
    terminal::print(&format!("stopped after {} (--steps sets how many)\n", plural(session.steps() as u64, "step")));
    Ok(0)
}

/// Jumps in a row after which a walk is taken to run in circles.
const IDLE: usize = 100_000;

/// Random choices that can be repeated.
pub struct Random {
    /// Where they started.
    pub seed: u64,
    state: u64,
}

impl Random {
    fn new(seed: Option<u64>) -> Random {
        let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_micros() as u64 % 1_000_000);
        let seed = seed.unwrap_or_else(clock);
        Random { seed, state: seed }
    }

    /// A number below `bound`, which is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}
