//! Several engines side by side: the first answer counts.
//!
//! A search of states answers small models before another engine could begin. Where it takes longer, or where it cannot try
//! all values of an input, IC3, bounded model checking and a search of a system with transactions begin, too, and a search
//! on a GPU, if there is one. Whoever has an answer stops the others.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use kulan_control::{Control, Limit, Phase};
use kulan_ir::{Check, CheckKind, Instance};
use kulan_search::Options;

use crate::caught::caught;
use crate::{Engine, Error, Found, Mode, Searched, Setup, Transactions, Workshop};

/// How long the search of states is alone.
const DELAY: Duration = Duration::from_secs(3);
/// Deep models make deep recursions.
const STACK: usize = 512 << 20;

/// What the engines tell each other.
#[derive(Default)]
struct Board {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The search of states ended: with an answer or not.
    explicit: Option<bool>,
    /// What another engine answered, with the instances of its system.
    answer: Option<(Searched, Vec<Instance>)>,
    /// How many others that could prove something have ended without an answer.
    given_up: usize,
    /// Errors of this program that others have met: they take away nobody's answer.
    faults: Vec<String>,
}

/// Who searches beside the search of states.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Rival {
    Symbolic(Engine),
    Transactions,
    Device,
}

impl Rival {
    fn name(self) -> &'static str {
        match self {
            Rival::Symbolic(engine) => engine.name(),
            Rival::Transactions => "transactions",
            Rival::Device => Engine::Gpu.name(),
        }
    }

    /// Whether it may find out that something holds for runs of any length.
    fn can_prove(self) -> bool {
        self != Rival::Symbolic(Engine::Bmc)
    }

    fn check(self, workshop: &mut Workshop, setup: &Setup, control: &Control) -> Result<Searched, Error> {
        match self {
            Rival::Symbolic(engine) => crate::symbolic::check(workshop, setup, engine, control),
            Rival::Device => {
                let setup = Setup { engine: Engine::Gpu, transactions: Transactions::Off, ..setup.clone() };
                crate::check_safety(workshop, &setup.of_engine(), control)
            }
            Rival::Transactions => {
                let search = Options { threads: 1, ..setup.search.clone() };
                let transactions = Transactions::Of(Mode::Dynamic);
                // If it needs more than a small part of the memory, it is not worth it.
                let memory = setup.memory / 8;
                crate::check_safety(workshop, &Setup { search, transactions, memory, ..setup.clone() }, control)
            }
        }
    }
}

impl Board {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until others may begin; returns whether they should.
    fn may_begin(&self, delay: Duration, control: &Control) -> bool {
        let begin = Instant::now();
        let mut state = self.lock();
        while state.explicit.is_none() && begin.elapsed() < delay && control.stopped().is_none() {
            let step = Duration::from_millis(50);
            state = self.changed.wait_timeout(state, step).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.explicit != Some(true) && control.stopped().is_none()
    }
}

/// Checks a model by all engines that can answer. What the search of states has found is noted when others go on
/// without it.
pub fn check(
    workshop: &mut Workshop,
    setup: &Setup,
    control: &Control,
    note: &dyn Fn(&Searched, &Workshop),
) -> Result<Searched, Error> {
    if setup.search.all_errors || setup.search.max_states.is_some() {
        return crate::check_safety(workshop, setup, control);
    }
    let is_restricted = workshop.is_restricted();
    let delay = if is_restricted { Duration::ZERO } else { DELAY };
    let board = Board::default();
    let (explicit, others) = (control.part(), control.expendable());
    let mut rivals = vec![Rival::Device];
    // A network has too many bits for circuits, and the reduced space of several programs has transactions anyway.
    if !setup.programs || is_restricted {
        rivals.extend([Rival::Symbolic(Engine::Ic3), Rival::Symbolic(Engine::Bmc)]);
    }
    if setup.transactions == Transactions::Auto && !setup.programs {
        rivals.push(Rival::Transactions);
    }
    let provers = rivals.iter().filter(|r| r.can_prove()).count();
    let mut waiting = None;
    let searched = std::thread::scope(|scope| {
        for who in rivals {
            let (board, explicit, others, workshop) = (&board, &explicit, &others, workshop.clone());
            let delay = if matches!(who, Rival::Symbolic(_)) { delay } else { DELAY };
            let rival = move || rival(who, workshop, setup, (delay, provers), (board, explicit, others));
            // Without a thread, there is one engine less.
            let _ = std::thread::Builder::new().name(who.name().into()).stack_size(STACK).spawn_scoped(scope, rival);
        }
        let searched = explicit.attach(|| caught(|| crate::check_safety(workshop, setup, &explicit)));
        let is_final = match &searched {
            Ok(Ok(searched)) => is_answer(searched) || is_settled(searched, workshop),
            Ok(Err(_)) => true,
            Err(_) => false,
        };
        if let (Ok(Ok(searched)), false) = (&searched, is_final) {
            note(searched, workshop);
        }
        board.lock().explicit = Some(is_final);
        board.changed.notify_all();
        if is_final {
            others.stop(Limit::Interrupt);
        } else {
            waiting = Some(control.enter(Phase::Search));
        }
        searched
    });
    drop(waiting);
    let State { answer, mut faults, .. } = std::mem::take(&mut *board.lock());
    let searched = match (answer, searched) {
        (Some((other, _)), Ok(Ok(searched))) if is_answer(&searched) => {
            agree(&searched, &other)?;
            Ok(searched)
        }
        (Some((other, instances)), searched) => {
            if let Ok(Err(Error::Internal(why))) = searched {
                faults.push(format!("the search of states failed: {why}"));
            }
            workshop.know(&instances);
            Ok(other)
        }
        (None, Ok(result)) => result,
        (None, Err(_)) => {
            // What was stopped there is stopped here, too.
            kulan_control::checkpoint();
            Err(Error::Internal("a search was stopped, but nobody knows why".into()))
        }
    };
    searched.map(|searched| Searched { found: Found { faults, ..searched.found }, ..searched })
}

fn rival(
    who: Rival,
    mut workshop: Workshop,
    setup: &Setup,
    (delay, provers): (Duration, usize),
    (board, explicit, others): (&Board, &Control, &Control),
) {
    if !board.may_begin(delay, others) {
        return;
    }
    give_way();
    let own = others.aside();
    let answer = own.attach(|| caught(|| who.check(&mut workshop, setup, &own)));
    if let Ok(Err(Error::Internal(why))) = &answer {
        board.lock().faults.push(format!("{} failed: {why}", who.name()));
    }
    if let Ok(Ok(searched)) = answer
        && is_answer(&searched)
    {
        let instances = workshop.instances().to_vec();
        board.lock().answer.get_or_insert((searched, instances));
        explicit.stop(Limit::Interrupt);
        others.stop(Limit::Interrupt);
    } else if who.can_prove() {
        let mut state = board.lock();
        state.given_up += 1;
        if state.given_up == provers {
            // What none of these can answer, nobody here can.
            others.stop(Limit::Interrupt);
        }
    }
}

/// Where there are fewer cores than threads, the search of states gets most of the time: of the models on which it takes
/// long, it answers the most.
fn give_way() {
    #[cfg(target_os = "linux")]
    // There, it is the thread that this is about. If it does not work, nothing is lost but time.
    let _ = rustix::process::setpriority_process(None, 5);
}

/// Whether an engine has found out what it was asked.
fn is_answer(searched: &Searched) -> bool {
    let outcome = &searched.found.outcome;
    let is_followed = !outcome.failures.contains_key(&CheckKind::Unsupported);
    !outcome.violations.is_empty() || (searched.is_complete() && is_followed)
}

/// Whether nobody else can say more than a search of states that has ended without an answer: it met something that is
/// not supported, and others would meet it, too. With only some values of inputs, others may know more: of what these
/// leave out.
fn is_settled(searched: &Searched, workshop: &Workshop) -> bool {
    if searched.found.outcome.limit.is_some() {
        return false;
    }
    if !workshop.is_restricted() {
        return true;
    }
    let open = workshop.open_system();
    let unsupported = |c: &Check| c.kind == CheckKind::Unsupported;
    let known: Vec<&Check> = open.transitions.iter().flat_map(|t| &t.checks).filter(|c| unsupported(c)).collect();
    searched.found.outcome.left_out.iter().any(|failure| {
        let check = &searched.system.transition(failure.transition).checks[failure.check as usize];
        unsupported(check) && known.iter().any(|c| (&c.message, c.source) == (&check.message, check.source))
    })
}

/// Two answers must not contradict each other.
fn agree(searched: &Searched, other: &Searched) -> Result<(), Error> {
    let is_violated = |s: &Searched| !s.found.outcome.violations.is_empty();
    if is_violated(searched) == is_violated(other) {
        return Ok(());
    }
    let word = |s: &Searched| if is_violated(s) { "violated" } else { "holds" };
    let name = match (&other.found.symbolic, &other.found.device) {
        (Some(symbolic), _) => symbolic.engine.name(),
        (None, Some(_)) => "one on a GPU",
        (None, None) => "one with transactions",
    };
    let words = format!("the search of states says {}, {name} says {}", word(searched), word(other));
    Err(Error::Internal(format!("engines disagree: {words}")))
}
