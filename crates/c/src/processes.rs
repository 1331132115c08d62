//! Several programs as one: each is linked with the sockets, gets names of its own, and is started by a first thread that
//! belongs to none of them. What they share is the network.

use std::fmt::Write;
use std::sync::LazyLock;

use kulan_diagnostics::{Diagnostic, Diagnostics, FileId, SourceMap, Span};
use kulan_ir::Display;
use kulan_llvm::link::{self, Part};
use kulan_llvm::types::Type;
use kulan_llvm::{Module, Op, Operand};
use rustc_hash::FxHashSet;

use crate::{Options, parsed, with_library, words};

/// Sockets as a program: see `network/sockets.c`.
const SOCKETS: &str = include_str!("network/sockets.ll");
/// As in `network/sockets.c`.
const LISTENERS: usize = 2;
const CONNECTIONS: usize = 4;
/// Messages that wait at a datagram socket, of which there are as many as listeners.
const MESSAGES: usize = 4;
/// `SOCK_DGRAM`, and the bits of a type of socket that say which it is.
const DATAGRAMS: u128 = 2;
const KINDS: u128 = 15;
/// More programs than this are refused: a byte of a listener's queue names a connection.
const MOST_PROCESSES: usize = 32;
/// The function that a process begins with.
const START: &str = "__net_start";

/// A process of a system of programs.
#[derive(Clone, Debug)]
pub struct Process {
    /// Its name, which no other one has.
    pub name: String,
    /// The files of its program.
    pub files: Vec<FileId>,
    /// What `main` gets, without the name of the program.
    pub args: Vec<String>,
    /// The number of the host it runs on, from 0, and its name.
    pub host: (u8, String),
    /// The processes, by number, that must listen or have ended before it starts.
    pub after: Vec<usize>,
}

/// The process that a function or a variable belongs to, and its own name.
pub fn scope_of(name: &str) -> Option<(&str, &str)> {
    name.split_once(':').filter(|(scope, _)| !scope.is_empty())
}

/// The name of a thread that begins with a function.
pub fn thread_name(function: &str) -> String {
    match scope_of(function) {
        Some((scope, START)) => format!("{scope}:main"),
        _ => function.to_string(),
    }
}

/// Whether a thread that begins with a function is the first one of its process.
pub fn is_start(function: &str) -> bool {
    scope_of(function).is_some_and(|(_, own)| own == START)
}

/// Whether a name is one of the network, or of what a process knows of it.
pub fn is_network(name: &str) -> bool {
    scope_of(name).map_or(name, |(_, own)| own).starts_with("__net_")
}

/// A choice of the network in words: what happens to a message. `kulan_report` says so where it does.
pub fn choice_name(input: &str) -> &str {
    match input.trim_end_matches("()") {
        "__VERIFIER_nondet_net_lost" => "message lost",
        "__VERIFIER_nondet_net_twice" => "message twice",
        "__VERIFIER_nondet_net_overtakes" => "message overtakes",
        _ => input,
    }
}

/// How a choice is shown: the functions that give any value of a type say by their names whether it is signed.
pub fn choice_display(input: &str, width: u8) -> Display {
    let kind = input.trim_end_matches("()").strip_prefix("__VERIFIER_nondet_");
    match kind {
        Some("int" | "short" | "long" | "longlong" | "char" | "schar" | "S8" | "s8") => {
            Display::Choice { width, signed: true, ranges: Vec::new() }
        }
        _ => Display::Number,
    }
}

/// Whether a variable is one of the network itself, which all processes share.
pub fn is_shared(name: &str) -> bool {
    is_network(name) && scope_of(name).is_none()
}

/// Whether a variable outlives a crash of its process: by these, the process that starts again knows what to close.
pub fn survives_crash(name: &str) -> bool {
    let is = |own: &str| ["__net_what", "__net_which"].iter().any(|kept| own.starts_with(kept));
    scope_of(name).is_some_and(|(_, own)| is(own))
}

/// A connection, by the process that begins it.
pub fn connection_name(number: usize, processes: &[kulan_ir::Process]) -> String {
    // The first process of a system only starts the others.
    let by = processes.get(number / CONNECTIONS + 1).map_or("nobody", |p| p.name.as_str());
    format!("connection {} of {by}", number % CONNECTIONS + 1)
}

/// Whether a function is one of the sockets' own, of which users see the call only.
pub fn is_ours(name: &str) -> bool {
    static DEFINED: LazyLock<FxHashSet<&str>> = LazyLock::new(|| {
        let headers = SOCKETS.lines().filter(|line| line.starts_with("define "));
        headers.filter_map(|line| Some(line.split_once('@')?.1.split_once('(')?.0)).collect()
    });
    scope_of(name).is_some_and(|(_, own)| is_network(own) || DEFINED.contains(own))
}

/// The module of a system of programs.
pub fn linked(
    processes: &[Process],
    sources: &SourceMap,
    options: &Options,
    diags: &mut Diagnostics,
) -> Option<Module> {
    let start = Span::new(*processes.first()?.files.first()?, 0, 0);
    let fail = |why: String, diags: &mut Diagnostics| {
        why.lines().for_each(|line| diags.push(Diagnostic::error("link", start, line)));
        None
    };
    if processes.len() > MOST_PROCESSES {
        return fail(format!("more than {MOST_PROCESSES} processes"), diags);
    }
    let mut modules = Vec::new();
    for (number, process) in processes.iter().enumerate() {
        let files: Option<Vec<Module>> = process.files.iter().map(|&f| kulan_llvm::read(f, sources, diags)).collect();
        let names: Vec<String> =
            process.files.iter().map(|&f| sources.file(f).name().trim_end_matches(" as LLVM IR").into()).collect();
        match program(processes, number, &names, &files?, options) {
            Ok(module) => modules.push(module),
            Err(why) => return fail(why, diags),
        }
    }
    together(processes, &modules).or_else(|why| fail(why, diags).ok_or(())).ok()
}

/// One process: its files, the sockets, and what it begins with.
fn program(
    processes: &[Process],
    number: usize,
    names: &[String],
    files: &[Module],
    options: &Options,
) -> Result<Module, String> {
    let process = &processes[number];
    let name = &process.name;
    let Some(first) = files.first() else { return Err(format!("{name} has no program")) };
    if first.layout.pointer(0).bits != 64 {
        return Err(format!("{name} is for a machine without addresses of 64 bits, which a system of programs needs"));
    }
    let has_main = |m: &Module| m.global("main").is_some_and(|g| m.function(g).is_some_and(|f| !f.is_declaration()));
    if !files.iter().any(has_main) {
        return Err(format!("the program of {name} has no function main"));
    }
    let taken = files.iter().flat_map(|m| m.globals.ids().map(|g| m.global_name(g))).find(|name| is_network(name));
    if let Some(taken) = taken {
        return Err(format!(
            "{name} has something named {taken}: names that begin with __net_ are taken by the sockets"
        ));
    }
    let sockets = fitting(first, SOCKETS)?;
    let datagrams = files.iter().any(uses_datagrams);
    let awaited = processes.iter().any(|p| p.after.contains(&number));
    let own = fitting(first, &own_text(process, number, (datagrams, awaited), options))?;
    let file = |(file, module)| Part { file, module, scope: None };
    let mut parts: Vec<Part<'_>> = names.iter().map(String::as_str).zip(files).map(file).collect();
    parts.extend([("the sockets", &sockets), ("its start", &own)].map(file));
    let text = link::link(&parts, &is_word)?;
    parsed(name, &text).ok_or_else(|| format!("the files of {name} do not fit together"))
}

/// Whether a program may ask for datagram sockets. Where this is not seen, `socket` refuses to give one.
fn uses_datagrams(module: &Module) -> bool {
    let may_ask = |op: &Op| {
        let Op::Call(call) = op else { return false };
        let is_socket = module.global_behind(call.callee).is_some_and(|f| module.global_name(f) == "socket");
        let kind = match call.arguments.get(1) {
            Some(&Operand::Constant(c)) => module.integer(c),
            _ => None,
        };
        is_socket && kind.is_none_or(|kind| kind & KINDS == DATAGRAMS)
    };
    let instructions = |f: &kulan_llvm::Function| f.blocks.ids().any(|b| f.body(b).any(|(_, i)| may_ask(&i.op)));
    module.functions().any(|(_, f)| instructions(f))
}

fn is_word(name: &str) -> bool {
    words::known(name, true).is_some()
}

/// All processes, the network, and the thread that starts them.
fn together(processes: &[Process], modules: &[Module]) -> Result<Module, String> {
    let first = modules.first().ok_or("there is no process")?;
    let network = fitting(first, &network_text(processes))?;
    let part = |(p, module): (&Process, _)| (p.name.clone(), module);
    let named: Vec<(String, &Module)> = processes.iter().zip(modules).map(part).collect();
    let mut parts: Vec<Part<'_>> =
        named.iter().map(|(name, module)| Part { file: name, module, scope: Some(name) }).collect();
    parts.push(Part { file: "the network", module: &network, scope: None });
    let text = link::link(&parts, &is_word)?;
    let module = parsed("the system of programs", &text).ok_or("the programs do not fit together")?;
    Ok(with_library(module, &text))
}

/// A text for the machine and the kind of pointers that a module has.
fn fitting(like: &Module, text: &str) -> Result<Module, String> {
    let opaque = !like.types.iter().any(|(_, ty)| matches!(ty, Type::Pointer { pointee: Some(_), .. }));
    let printed = like.print();
    let machine = printed.lines().filter(|l| l.starts_with("target "));
    let rest = text.lines().filter(|l| !l.starts_with("target "));
    let whole: Vec<&str> = machine.chain(rest).collect();
    let whole = whole.join("\n") + "\n";
    let whole = if opaque { without_pointees(&whole) } else { whole };
    parsed("the sockets", &whole).ok_or_else(|| "sockets that do not fit to the program".to_string())
}

/// The text with pointers that do not say what they point to.
fn without_pointees(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c != '*' {
            out.push(c);
            continue;
        }
        let start = match out.chars().last() {
            Some(']') => matching(&out, '[', ']'),
            Some(')') => matching(&out, '(', ')').map(|at| out[..at].trim_end().rfind([' ', '(']).map_or(0, |i| i + 1)),
            _ => out.rfind(|c: char| !c.is_ascii_alphanumeric() && !"%._".contains(c)).map(|at| at + 1),
        };
        out.truncate(start.unwrap_or(0));
        out += "ptr";
    }
    out
}

/// Where the bracket that the text ends with was opened.
fn matching(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().rev().find_map(|(at, c)| {
        depth += i32::from(c == close) - i32::from(c == open);
        (depth == 0).then_some(at)
    })
}

/// What a process knows of itself, and the function that it begins with.
fn own_text(process: &Process, number: usize, (datagrams, awaited): (bool, bool), options: &Options) -> String {
    let constants = [
        ("__net_process", number as u64),
        ("__net_host", process.host.0.into()),
        ("__net_connect_waits", options.connect_waits.into()),
        ("__net_blocks", options.full_buffers_block.into()),
        ("__net_awaited", awaited.into()),
        ("__net_unread", options.unread.into()),
        ("__net_datagrams", datagrams.into()),
        ("__net_loses", options.udp.lose.into()),
        ("__net_duplicates", options.udp.duplicate.into()),
        ("__net_reorders", options.udp.reorder.into()),
    ];
    let mut text = String::new();
    for (name, value) in constants {
        let _ = writeln!(text, "@{name} = constant i32 {value}");
    }
    let words: Vec<&str> = std::iter::once(&process.name).chain(&process.args).map(String::as_str).collect();
    text += &texts("__net_arg", "__net_args", words.iter().copied());
    let count = words.len() + 1;
    let given = format!("i8** getelementptr ([{count} x i8*], [{count} x i8*]* @__net_args, i64 0, i64 0)");
    // Where processes can crash, this is where they begin again.
    let (declared, called) = match options.faults {
        0 => ("", ""),
        _ => ("declare void @__net_begin()\n", "  call void @__net_begin()\n"),
    };
    let waits: String = process.after.iter().map(|p| format!("  call void @__net_await(i32 {p})\n")).collect();
    let awaiting = if waits.is_empty() { "" } else { "declare void @__net_await(i32)\n" };
    let _ = write!(
        text,
        "declare i32 @main(i32, i8**)
declare void @exit(i32)
{declared}{awaiting}define i8* @{START}(i8* %unused) {{
{called}{waits}  %r = call i32 @main(i32 {}, {given})
  call void @exit(i32 %r)
  unreachable
}}
",
        words.len()
    );
    text
}

/// An array of texts, with a null pointer at its end.
fn texts<'t>(each: &str, all: &str, words: impl Iterator<Item = &'t str>) -> String {
    let (mut text, mut pointers) = (String::new(), Vec::new());
    for (i, word) in words.enumerate() {
        let size = word.len() + 1;
        let bytes: String = word.bytes().map(|b| format!("\\{b:02X}")).collect();
        let _ = writeln!(text, "@{each}{i} = private constant [{size} x i8] c\"{bytes}\\00\"");
        pointers.push(format!("i8* getelementptr ([{size} x i8], [{size} x i8]* @{each}{i}, i64 0, i64 0)"));
    }
    pointers.push("i8* null".into());
    let (count, list) = (pointers.len(), pointers.join(", "));
    let _ = writeln!(text, "@{all} = constant [{count} x i8*] [{list}]");
    text
}

/// What all processes share, and the thread that starts them.
fn network_text(processes: &[Process]) -> String {
    let (listeners, connections) = (processes.len() * LISTENERS, processes.len() * CONNECTIONS);
    let ends = 2 * connections;
    let mut text = String::new();
    let places = (0..MESSAGES).flat_map(|i| [(format!("__net_head{i}"), "i32"), (format!("__net_body{i}"), "i64")]);
    for (name, ty) in places {
        let _ = writeln!(text, "@{name} = global [{listeners} x {ty}] zeroinitializer");
    }
    for (name, count, ty) in [
        ("__net_box", listeners, "i8"),
        ("__net_box_port", listeners, "i16"),
        ("__net_box_peer", listeners, "i32"),
        ("__net_begun", processes.len(), "i8"),
        ("__net_port", listeners, "i16"),
        ("__net_queue", listeners, "i64"),
        ("__net_backlog", listeners, "i8"),
        ("__net_end", ends, "i8"),
        ("__net_bytes", ends, "i64"),
        ("__net_count", ends, "i8"),
    ] {
        let _ = writeln!(text, "@{name} = global [{count} x {ty}] zeroinitializer");
    }
    let hosts: Vec<String> =
        processes.iter().flat_map(|p| [p.host.0; LISTENERS]).map(|host| format!("i8 {host}")).collect();
    let _ = writeln!(text, "@__net_hosts = constant [{listeners} x i8] [{}]", hosts.join(", "));
    let _ = writeln!(text, "@__net_listeners = constant i32 {listeners}");
    let mut names: Vec<(u8, &str)> = processes.iter().map(|p| (p.host.0, p.host.1.as_str())).collect();
    names.sort_unstable();
    names.dedup_by_key(|(number, _)| *number);
    let names = names.into_iter().map(|(_, name)| name);
    text += &texts("__net_host_name", "__net_host_names", names);
    let count = processes.iter().map(|p| u32::from(p.host.0) + 1).max().unwrap_or(0);
    let _ = writeln!(text, "@__net_host_count = constant i32 {count}");
    text += "declare void @__kulan_atomic_begin()\ndeclare void @__kulan_atomic_end()\n";
    text += "declare i32 @__kulan_create(i8*, i8*, i8*, i8*)\ndeclare void @__kulan_exit(i8*)\n";
    for process in processes {
        let _ = writeln!(text, "declare i8* @\"{}:{START}\"(i8*)", process.name);
    }
    text += "define i32 @main() {\n";
    for i in 0..processes.len() {
        let _ = writeln!(text, "  %t{i} = alloca i64\n  %p{i} = bitcast i64* %t{i} to i8*");
    }
    text += "  call void @__kulan_atomic_begin()\n";
    for (i, process) in processes.iter().enumerate() {
        let function = format!("i8* bitcast (i8* (i8*)* @\"{}:{START}\" to i8*)", process.name);
        let _ = writeln!(text, "  %r{i} = call i32 @__kulan_create(i8* %p{i}, i8* null, {function}, i8* null)");
    }
    text += "  call void @__kulan_atomic_end()\n  call void @__kulan_exit(i8* null)\n  unreachable\n}\n";
    text
}
