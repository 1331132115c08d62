//! The kernels: what the device runs.

use kulan_ir::{Layout, Rows, System};
use kulan_search::Options;

use crate::expression::{Emitter, Known};
use crate::insert::{HOLE, Inserter, Shape, Store, Table, add, advance, begin, counter, counter_at, entry_at, hash};
use crate::ptx::{Code, Label, Register};
use crate::steps::{Steps, Walk};
use crate::successor::{copy_state, store_next};

/// Expands states of a level.
pub const EXPAND: &str = "expand";
/// Stores states that the host has found.
pub const INSERT: &str = "insert";
/// Copies states for the host.
pub const GATHER: &str = "gather";
/// Fills a larger table.
pub const REHASH: &str = "rehash";

/// The names of the parameters of a kernel, in order.
pub fn parameters(kernel: &str) -> &'static [&'static str] {
    match kernel {
        EXPAND => &[
            "counters",
            "chunks",
            "table",
            "slots",
            "list",
            "inputs",
            "level",
            "first",
            "taken",
            "end",
            "last_index",
            "last_left",
            "some",
        ],
        INSERT => &["counters", "chunks", "table", "slots", "items", "count", "some"],
        GATHER => &["chunks", "list", "count", "out"],
        _ => &["chunks", "table", "slots", "count"],
    }
}

/// The text of all kernels for a system.
pub fn module(system: &System, layout: &Layout, rows: &Rows, options: &Options, shape: Shape) -> String {
    let head = ".version 7.0\n.target sm_70\n.address_size 64\n\n".to_string();
    head + &expand(system, layout, rows, options, shape) + &insert(shape) + &gather(shape) + &rehash(shape)
}

fn parameter(b: &mut Code, name: &str) -> Register {
    let to = b.wide();
    b.one("ld.param.u64", to, format_args!("[{name}]"));
    to
}

fn kernel(b: &Code, name: &str, shape: Shape) -> String {
    b.kernel(name, parameters(name), shape.words as usize * 4)
}

fn store(b: &mut Code, shape: Shape) -> Store {
    Store { shape, counters: parameter(b, "counters"), chunks: parameter(b, "chunks") }
}

fn table(b: &mut Code) -> Table {
    Table { entries: parameter(b, "table"), slots: parameter(b, "slots") }
}

/// What a thread that expands states adds up.
struct Sums {
    transitions: Register,
    deadlocks: Register,
}

fn expand(system: &System, layout: &Layout, rows: &Rows, options: &Options, shape: Shape) -> String {
    let mut code = Code::default();
    let b = &mut code;
    let (store, table) = (store(b, shape), table(b));
    let [list, inputs, level] = ["list", "inputs", "level"].map(|name| parameter(b, name));
    let some = parameter(b, "some");
    let inserter = Inserter::new(b, store, table, some);
    let sums = Sums { transitions: b.wide_constant(0), deadlocks: b.wide_constant(0) };
    clear_padding(b, layout, shape);
    let [head, exit, done] = [(); 3].map(|()| b.label());
    let [step, row, on, enabled, has, more, left] = [(); 7].map(|()| b.narrow());
    let walk = Walk { step, row, on, enabled, has, more, inputs, left, join: b.label() };
    b.place(head);
    b.meet();
    let index = take(b, store, on, exit);
    let (state, parent) = store.place(b, index);
    skip_hole(b, parent, on);
    let own = {
        let offset = b.wide_of("sub.u64", index, level);
        let narrow = b.narrow();
        b.one("cvt.u32.u64", narrow, offset);
        narrow
    };
    let mut emitter = Emitter::new(system, layout, state);
    emitter.load_state(b, shape);
    [step, row, enabled, left, more].iter().for_each(|&register| b.one("mov.u32", register, 0));
    let has_state = b.test("setp.ne.u32", on, 0);
    let steps = Steps::new(system, rows, options);
    steps.observe(b, &emitter, left);
    let is_left = b.test("setp.ne.u32", left, 0);
    b.line(format_args!("@{is_left} mov.u32 {on}, 0"));
    successors(b, &mut emitter, &steps, &inserter, walk, own);
    b.jump_unless(has_state, done);
    let by_device = b.label();
    let is_own = b.test("setp.eq.u32", left, 0);
    b.jump_if(is_own, by_device);
    leave(b, store, list, index);
    b.jump(done);
    b.place(by_device);
    count(b, &emitter, store, &sums, (enabled, index));
    b.place(done);
    b.jump(head);
    b.place(exit);
    inserter.finish(b);
    add(b, store.counters, counter::TRANSITIONS, sums.transitions);
    add(b, store.counters, counter::DEADLOCKS, sums.deadlocks);
    kernel(&code, EXPAND, shape)
}

/// What is behind the variables of a state is zero.
fn clear_padding(b: &mut Code, layout: &Layout, shape: Shape) {
    for word in layout.words() as u32..shape.words {
        let zero = b.constant(0);
        store_next(b, word, zero);
    }
}

/// Finds and stores the successors of a state, block by block. All lanes of a warp do so together.
fn successors(b: &mut Code, emitter: &mut Emitter, steps: &Steps, inserter: &Inserter, walk: Walk, own: Register) {
    if steps.count() == 0 {
        return;
    }
    let again = b.label();
    copy_state(b, emitter);
    b.place(again);
    // A lane is in a block for its first tuple of inputs, and for others if it has them.
    let is_first = b.test("setp.eq.u32", walk.row, 0);
    let wanted = b.narrow();
    b.three("selp.b32", wanted, 1, walk.more, is_first);
    let wanted = b.narrow_of("and.b32", wanted, walk.on);
    let is_wanted = b.test("setp.ne.u32", wanted, 0);
    [walk.has, walk.more].iter().for_each(|&register| b.one("mov.u32", register, 0));
    b.jump_unless(is_wanted, walk.join);
    steps.emit(b, emitter, walk);
    b.place(walk.join);
    b.meet();
    store_found(b, emitter, inserter, walk, own);
    b.meet();
    // The next tuple of inputs, or the next block.
    let is_more = b.test("setp.ne.u32", walk.more, 0);
    let is_more = b.any(is_more);
    b.two("add.u32", walk.row, walk.row, 1);
    b.line(format_args!("@!{is_more} mov.u32 {}, 0", walk.row));
    b.line(format_args!("@!{is_more} add.u32 {0}, {0}, 1", walk.step));
    let goes_on = b.test("setp.lt.u32", walk.step, steps.count());
    b.jump_if(goes_on, again);
}

/// Takes the next states of the level, one for each lane of the warp, unless there are none, or no room for what may come of
/// them. A lane that gets none is off, and has another one's index.
fn take(b: &mut Code, store: Store, on: Register, exit: Label) -> Register {
    for (counter, limit) in [(counter::NEXT, "last_index"), (counter::LEFT, "last_left")] {
        let (value, most) = (b.wide(), parameter(b, limit));
        b.one("ld.relaxed.gpu.global.u64", value, counter_at(store.counters, counter));
        let is_full = b.test("setp.gt.u64", value, most);
        let is_full = b.any(is_full);
        b.jump_if(is_full, exit);
    }
    let (number, end) = (store.claim(b, counter::CURSOR), parameter(b, "end"));
    let is_there = b.test("setp.lt.u64", number, end);
    let some = b.any(is_there);
    b.jump_unless(some, exit);
    b.three("selp.b32", on, 1, 0, is_there);
    let [first, taken] = ["first", "taken"].map(|name| parameter(b, name));
    let safe = b.wide();
    b.three("selp.b64", safe, number, taken, is_there);
    let offset = b.wide_of("sub.u64", safe, taken);
    b.wide_of("add.u64", offset, first)
}

/// A lane with a hole is off.
fn skip_hole(b: &mut Code, parent: Register, on: Register) {
    let of = b.narrow();
    b.one("ld.global.u32", of, format_args!("[{parent}]"));
    let is_hole = b.test("setp.eq.u32", of, HOLE);
    b.line(format_args!("@{is_hole} mov.u32 {on}, 0"));
}

/// Stores the successor that a block has found, if it has.
fn store_found(b: &mut Code, emitter: &Emitter, inserter: &Inserter, walk: Walk, parent: Register) {
    let none = b.test("setp.eq.u32", walk.has, 0);
    let done = b.label();
    b.jump_if(none, done);
    inserter.insert(b, parent);
    copy_state(b, emitter);
    b.place(done);
}

/// Counts what was found of a state.
fn count(b: &mut Code, emitter: &Emitter, store: Store, sums: &Sums, (enabled, index): (Register, Register)) {
    let wide = b.wide();
    b.one("cvt.u64.u32", wide, enabled);
    b.two("add.u64", sums.transitions, sums.transitions, wide);
    let some = b.test("setp.ne.u32", enabled, 0);
    let done = b.label();
    b.jump_if(some, done);
    let is_valid = emitter.holds(b, &mut Known::default(), emitter.system.valid_end);
    b.jump_if(is_valid, done);
    b.two("add.u64", sums.deadlocks, sums.deadlocks, 1);
    b.line(format_args!("red.global.min.u64 {}, {index}", counter_at(store.counters, counter::FIRST_DEADLOCK)));
    b.place(done);
}

/// Leaves a state to the host.
fn leave(b: &mut Code, store: Store, list: Register, index: Register) {
    let number = store.claim(b, counter::LEFT);
    let offset = b.wide_of("shl.b64", number, 3);
    let at = b.wide_of("add.u64", list, offset);
    b.line(format_args!("st.global.u64 [{at}], {index}"));
}

/// A loop over numbers up to a parameter, divided among all threads. The body may jump to the label to go on.
fn each(b: &mut Code, body: impl FnOnce(&mut Code, Register, Label)) {
    let [block, size, thread, blocks] = [(); 4].map(|()| b.narrow());
    let names = [(block, "%ctaid.x"), (size, "%ntid.x"), (thread, "%tid.x"), (blocks, "%nctaid.x")];
    names.iter().for_each(|(register, name)| b.one("mov.u32", *register, name));
    let [block, size, thread, blocks] = [block, size, thread, blocks].map(|narrow| {
        let wide = b.wide();
        b.one("cvt.u64.u32", wide, narrow);
        wide
    });
    let before = b.wide_of("mul.lo.u64", block, size);
    let number = b.wide_of("add.u64", before, thread);
    let stride = b.wide_of("mul.lo.u64", blocks, size);
    let count = parameter(b, "count");
    let [head, next, done] = [(); 3].map(|()| b.label());
    b.place(head);
    let is_done = b.test("setp.ge.u64", number, count);
    b.jump_if(is_done, done);
    body(b, number, next);
    b.place(next);
    b.two("add.u64", number, number, stride);
    b.jump(head);
    b.place(done);
}

/// The address of the item of a number, each of so many bytes.
fn item(b: &mut Code, items: Register, number: Register, bytes: u32) -> Register {
    let offset = b.wide_of("mul.lo.u64", number, bytes);
    b.wide_of("add.u64", items, offset)
}

fn insert(shape: Shape) -> String {
    let mut code = Code::default();
    let b = &mut code;
    let (store, table) = (store(b, shape), table(b));
    let items = parameter(b, "items");
    let some = parameter(b, "some");
    let inserter = Inserter::new(b, store, table, some);
    each(b, |b, number, _| {
        let from = item(b, items, number, shape.words * 4 + 4);
        let parent = b.narrow();
        b.one("ld.global.u32", parent, format_args!("[{from}]"));
        for word in 0..shape.words {
            let value = b.narrow();
            b.one("ld.global.u32", value, format_args!("[{from}+{}]", word * 4 + 4));
            store_next(b, word, value);
        }
        inserter.insert(b, parent);
    });
    inserter.finish(b);
    kernel(&code, INSERT, shape)
}

fn gather(shape: Shape) -> String {
    let mut code = Code::default();
    let b = &mut code;
    let chunks = parameter(b, "chunks");
    let store = Store { shape, counters: chunks, chunks };
    let (list, out) = (parameter(b, "list"), parameter(b, "out"));
    each(b, |b, number, _| {
        let (from, index) = (item(b, list, number, 8), b.wide());
        b.one("ld.global.u64", index, format_args!("[{from}]"));
        let (state, _) = store.place(b, index);
        let to = item(b, out, number, shape.words * 4);
        for word in shape.pieces() {
            let values = b.load_words("ld.global", format_args!("{state}+{}", word * 4), shape.piece());
            b.store_words("st.global", format_args!("{to}+{}", word * 4), &values);
        }
    });
    kernel(&code, GATHER, shape)
}

fn rehash(shape: Shape) -> String {
    let mut code = Code::default();
    let b = &mut code;
    let chunks = parameter(b, "chunks");
    let (store, table) = (Store { shape, counters: chunks, chunks }, table(b));
    each(b, |b, number, next| {
        let (state, parent) = store.place(b, number);
        let of = b.narrow();
        b.one("ld.global.u32", of, format_args!("[{parent}]"));
        let is_hole = b.test("setp.eq.u32", of, HOLE);
        b.jump_if(is_hole, next);
        let h = hash(b, shape, &mut |b, word| {
            let value = b.wide();
            b.one("ld.global.u64", value, format_args!("[{state}+{}]", word * 4));
            value
        });
        let (position, fingerprint) = begin(b, table, shape, h);
        let own = b.wide_of("add.u64", number, 1);
        let own = b.wide_of("or.b64", own, fingerprint);
        let [probe, full] = [(); 2].map(|()| b.label());
        b.place(probe);
        let (at, entry) = (entry_at(b, table, position), b.wide());
        b.line(format_args!("atom.global.cas.b64 {entry}, [{at}], 0, {own}"));
        let is_full = b.test("setp.ne.u64", entry, 0);
        b.jump_if(is_full, full);
        b.jump(next);
        b.place(full);
        advance(b, table, position, probe);
    });
    kernel(&code, REHASH, shape)
}
