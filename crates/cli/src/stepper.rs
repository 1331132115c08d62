//! Going through a counterexample step by step, both ways.

use std::io::{BufRead, IsTerminal};

use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use kulan_ir::Valuation;
use kulan_report::{Canvas, Columns, Counterexample, clean, plural, step_line};
use kulan_trace::{Explorer, Run, View};

use crate::terminal;

const HELP: &str = "n next, p back, g N go to step N, e end, s show the state, q quit";

/// What the user wants.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Wish {
    Next,
    Back,
    Go(usize),
    End,
    State,
    Help,
    Quit,
}

struct Stepper<'a> {
    explorer: &'a Explorer<'a>,
    one: &'a Counterexample,
    headline: &'a str,
    canvas: &'a Canvas,
    /// The state after each number of statements.
    states: Vec<Valuation>,
    /// Statements gone so far.
    at: usize,
}

/// Shows a counterexample step by step: with keys on a terminal, with lines of commands otherwise.
pub fn run(explorer: &Explorer, run: &Run, one: &Counterexample, headline: &str, canvas: &Canvas) {
    let states = states(explorer, run);
    let mut stepper = Stepper { explorer, one, headline, canvas, states, at: 0 };
    terminal::print(&format!("{headline}{}; {HELP}\n", plural(one.steps.len() as u64, "step")));
    if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        stepper.with_keys();
    } else {
        stepper.with_lines();
    }
}

/// The states between the statements: jumps belong to the statement before them.
fn states(explorer: &Explorer, run: &Run) -> Vec<Valuation> {
    let mut position = explorer.start();
    let mut states = vec![position.state.clone()];
    for (t, inputs) in run.firings() {
        let is_statement = explorer.system().transition(t).steps.iter().any(|s| !s.text.is_empty());
        if let Some(next) = explorer.step(&position, t, inputs).next {
            position = next;
        }
        if is_statement {
            states.push(position.state.clone());
        } else if let Some(last) = states.last_mut() {
            *last = position.state.clone();
        }
    }
    states
}

impl Stepper<'_> {
    fn with_lines(&mut self) {
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            let wish = parse(&line);
            terminal::print(&self.fulfil(wish));
            if wish == Wish::Quit {
                break;
            }
        }
    }

    fn with_keys(&mut self) {
        let Ok(()) = crossterm::terminal::enable_raw_mode() else { return self.with_lines() };
        let _raw = Raw;
        while let Some(wish) = key_wish(self) {
            // In raw mode a line break does not go back to the first column.
            terminal::print(&self.fulfil(wish).replace('\n', "\r\n"));
            if wish == Wish::Quit {
                break;
            }
        }
    }

    fn fulfil(&mut self, wish: Wish) -> String {
        let last = self.one.steps.len();
        match wish {
            Wish::Next if self.at == last => return "this is the end\n".to_string(),
            Wish::Next => self.at += 1,
            Wish::Back if self.at == 0 => return "this is the start\n".to_string(),
            Wish::Back => self.at -= 1,
            Wish::Go(step) => self.at = step.min(last),
            Wish::End => self.at = last,
            Wish::State => return self.state(),
            Wish::Help => return format!("{HELP}\n"),
            Wish::Quit => return String::new(),
        }
        self.here()
    }

    fn here(&self) -> String {
        let end = if self.at == self.one.steps.len() { self.headline.to_string() } else { String::new() };
        match self.at.checked_sub(1) {
            None => "   0  the initial state\n".to_string(),
            Some(i) => {
                let columns = Columns::for_system(self.explorer.system(), self.canvas.width);
                step_line(&self.at.to_string(), &self.one.steps[i], None, &columns, self.canvas.style) + &end
            }
        }
    }

    fn state(&self) -> String {
        state_text(self.explorer, &self.states[self.at])
    }
}

/// A state: where processes stand, what channels hold, and all values, one per line.
pub fn state_text(explorer: &Explorer, state: &Valuation) -> String {
    let View { processes, channels, values, constants } = kulan_trace::state_of(explorer, state);
    let processes = processes.iter().map(|(name, place)| format!("{name} is at {place}"));
    let channels = channels.iter().map(|(name, messages)| match messages.is_empty() {
        true => format!("{name} is empty"),
        false => format!("{name} holds {}", messages.iter().map(|m| format!("[{m}]")).collect::<Vec<_>>().join(" ")),
    });
    let values = values.iter().map(|(name, value)| format!("{name} = {value}"));
    let constants = constants.iter().map(|(name, value)| format!("{name} = {value}, always"));
    let lines = processes.chain(channels).chain(values).chain(constants);
    lines.map(|line| format!("      {}\n", clean(&line))).collect()
}

fn parse(line: &str) -> Wish {
    let mut words = line.split_whitespace();
    match (words.next(), words.next().and_then(|n| n.parse().ok())) {
        (None | Some("n" | "next"), _) => Wish::Next,
        (Some("p" | "b" | "back"), _) => Wish::Back,
        (Some("g" | "go"), Some(step)) => Wish::Go(step),
        (Some("e" | "end"), _) => Wish::End,
        (Some("s" | "state"), _) => Wish::State,
        (Some("q" | "quit"), _) => Wish::Quit,
        _ => Wish::Help,
    }
}

/// Waits for a key that means something; `None` when there are no more keys.
fn key_wish(stepper: &Stepper) -> Option<Wish> {
    let mut number = None;
    loop {
        let Event::Key(key) = event::read().ok()? else { continue };
        if key.kind != KeyEventKind::Press {
            continue;
        }
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return Some(Wish::Quit),
            KeyCode::Char('g') => {
                terminal::print("go to step: ");
                number = Some(0usize);
            }
            KeyCode::Char(c) if number.is_some() && c.is_ascii_digit() => {
                terminal::print(&c.to_string());
                let digit = c.to_digit(10).unwrap_or(0) as usize;
                number = number.map(|n| n.saturating_mul(10).saturating_add(digit));
            }
            KeyCode::Enter if number.is_some() => {
                terminal::print("\r\n");
                return number.map(Wish::Go);
            }
            KeyCode::Char('n' | ' ') | KeyCode::Right | KeyCode::Down | KeyCode::Enter => return Some(Wish::Next),
            KeyCode::Char('p' | 'b') | KeyCode::Left | KeyCode::Up | KeyCode::Backspace => return Some(Wish::Back),
            KeyCode::Home => return Some(Wish::Go(0)),
            KeyCode::Char('e') | KeyCode::End => return Some(Wish::Go(stepper.one.steps.len())),
            KeyCode::Char('s') => return Some(Wish::State),
            KeyCode::Char('q') | KeyCode::Esc => return Some(Wish::Quit),
            _ => return Some(Wish::Help),
        }
    }
}

/// Gives the terminal back as it was.
struct Raw;

impl Drop for Raw {
    fn drop(&mut self) {
        let _ = crossterm::terminal::disable_raw_mode();
    }
}
