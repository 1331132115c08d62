//! What ends a search on a device, and what it says then.

mod common;

use common::{TINY, counted, everything, expected, run};
use kulan_control::{Control, Limit};
use kulan_gpu::emulate::Emulated;
use kulan_gpu::{Device, Fault, Place, Program, Sizes, search};
use kulan_ir::{Layout, System, reference, text};
use kulan_model::Interpreted;
use kulan_search::{Kind, Options, Order};
use kulan_store::{Config, PlainStore};

/// Two counters up to a number: states are pairs.
fn counters(to: u64) -> System {
    let count = |name: &str| format!("transition t {{ when {name} <u {to} set {name} = {name} + 1 }} ");
    let text =
        format!("system s process p thread t in p var x : u8 var y : u8 {} {} end false", count("x"), count("y"));
    text::parse(&text).expect("a system")
}

fn everywhere(bytes: u64) -> Emulated {
    Emulated::new(8, bytes, 7)
}

#[test]
fn memory_of_the_device_is_a_limit() {
    let system = counters(60);
    let all = expected(&system, 10_000).expect("few states").0;
    let found = run(&system, &mut everywhere(760_000), Sizes { chunk: 2000, ..TINY }, &everything());
    assert_eq!((found.outcome.limit, found.fault), (Some(Limit::Memory), None));
    assert!(found.outcome.states > 100 && found.outcome.states < all, "{} of {all}", found.outcome.states);
}

#[test]
fn the_oldest_states_go_to_the_host() {
    let system = counters(60);
    let sizes = Sizes { chunk: 500, host: 1 << 20, ..TINY };
    let mut ended = 0;
    for bytes in (760_000..860_000).step_by(10_000) {
        let found = run(&system, &mut everywhere(bytes), sizes, &everything());
        let (states, kind) = (found.outcome.states, found.outcome.limit);
        println!("{bytes} bytes: {states} states, {} of the host, {kind:?}", found.host_bytes);
        if kind.is_none() {
            assert_eq!(Some(counted(&found)), expected(&system, 10_000));
            // The last state is the deadlock: its path leads through both memories.
            let path = &found.outcome.violations[0].states;
            is_path(&system, path);
            assert_eq!(path.len(), 121);
            ended += u32::from(found.host_bytes > 0);
        }
    }
    assert!(ended > 0);
}

#[test]
fn a_number_of_states_is_a_limit() {
    let options = Options { max_states: Some(500), ..everything() };
    let found = run(&counters(60), &mut everywhere(1 << 24), TINY, &options);
    assert_eq!(found.outcome.limit, Some(Limit::States));
    // At most the successors of one state per thread go beyond it.
    assert!((500..=500 + 8 * 2).contains(&found.outcome.states), "{}", found.outcome.states);
}

#[test]
fn a_run_that_is_stopped_ends() {
    let (system, control, options) = (counters(60), Control::default(), everything());
    control.stop(Limit::Time);
    let program = Program::new(&system, &options, TINY).expect("a system for a device");
    let mut device = everywhere(1 << 24);
    program.load(&mut device).expect("code that can be read");
    let found = search((&system, &program), &Interpreted::new(&system), &mut device, &options, &control);
    assert_eq!((found.outcome.limit, found.outcome.violations.len()), (Some(Limit::Time), 0));
}

/// A device that fails at some launch.
struct Failing(Emulated, u32);

impl Device for Failing {
    fn name(&self) -> String {
        self.0.name()
    }
    fn load(&mut self, text: &str) -> Result<(), Fault> {
        self.0.load(text)
    }
    fn threads(&self) -> u64 {
        self.0.threads()
    }
    fn block(&self) -> u64 {
        self.0.block()
    }
    fn allocate(&mut self, place: Place, bytes: u64) -> Result<u64, Fault> {
        self.0.allocate(place, bytes)
    }
    fn release(&mut self, address: u64) -> Result<(), Fault> {
        self.0.release(address)
    }
    fn clear(&mut self, address: u64, bytes: u64) -> Result<(), Fault> {
        self.0.clear(address, bytes)
    }
    fn write(&mut self, address: u64, data: &[u8]) -> Result<(), Fault> {
        self.0.write(address, data)
    }
    fn read(&mut self, address: u64, data: &mut [u8]) -> Result<(), Fault> {
        self.0.read(address, data)
    }
    fn copy(&mut self, from: u64, to: u64, bytes: u64) -> Result<(), Fault> {
        self.0.copy(from, to, bytes)
    }
    fn launch(&mut self, kernel: &str, blocks: u64, arguments: &[u64]) -> Result<(), Fault> {
        self.1 = self.1.checked_sub(1).ok_or_else(|| Fault::Failed("it is lost".into()))?;
        self.0.launch(kernel, blocks, arguments)
    }
}

#[test]
fn a_device_that_fails_ends_the_search() {
    let system = counters(60);
    for launches in [0, 1, 5, 40] {
        let mut device = Failing(everywhere(1 << 24), launches);
        let found = run(&system, &mut device, TINY, &everything());
        assert_eq!(found.outcome.limit, Some(Limit::Device), "after {launches}");
        assert_eq!(found.fault, Some(Fault::Failed("it is lost".into())));
        assert!(found.outcome.violations.is_empty());
    }
}

#[test]
fn paths_to_violations_are_shortest() {
    let model = "system s process p thread t in p var x : u8 var y : u8
        transition t { when x <u 40 set x = x + 1 } transition t { when x <u 40 set x = x + 3 }
        transition t { when x == 30 check assert y <u 5 set y = y + 1 } end true";
    let stuck = model.replace("end true", "transition t { when x <u 3 set x = 50 } end x != 50");
    for (text, kind) in [(model, Kind::Check(kulan_ir::CheckKind::Assertion)), (&stuck, Kind::Deadlock)] {
        let system = text::parse(text).expect("a system");
        let options = Options { order: Order::BreadthFirst, ..Options::default() };
        let found = run(&system, &mut everywhere(1 << 24), TINY, &options);
        let store = PlainStore::new(Config { words: Layout::new(&system).words(), memory_limit: 1 << 24, threads: 1 });
        let store = store.unwrap_or_else(|_| panic!("a small store"));
        let slow = kulan_search::search(&Interpreted::new(&system), &store, &options, &Control::default());
        let [violation] = &found.outcome.violations[..] else { panic!("a violation: {:?}", found.outcome) };
        assert_eq!(violation.kind, kind);
        assert_eq!(violation.states.len(), slow.violations[0].states.len());
        is_path(&system, &violation.states);
    }
}

/// Each state is a successor of the one before, and the first one is initial.
fn is_path(system: &System, states: &[Vec<u32>]) {
    let (layout, interpreter) = (Layout::new(system), kulan_ir::Interpreter::new(system));
    assert_eq!(states[0], layout.initial(system));
    for pair in states.windows(2) {
        let [from, to] = [&pair[0], &pair[1]].map(|state| layout.unpack(state));
        let paths = reference::successors(&interpreter, system, &from);
        assert!(paths.iter().any(|path| path.state.as_ref() == Some(&to)), "no step from {from:?} to {to:?}");
    }
}

#[test]
fn what_does_not_fit_is_refused_in_words() {
    let text = "system s process p thread t in p var a : u64[2000] transition t { set a[0] = 1 }";
    let system = text::parse(text).expect("a system");
    let refused = Program::new(&system, &everything(), TINY).expect_err("states that are too long");
    assert_eq!(refused, "its states have 128000 bits, more than 32768");
}
