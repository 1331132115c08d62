//! Functions of the C library that are programs themselves: bodies in LLVM IR take the place of their declarations.

use std::sync::LazyLock;

use kulan_llvm::Module;
use kulan_llvm::types::Type;
use rustc_hash::FxHashSet;

const BODIES: &str = include_str!("library.txt");

/// What the bodies are made of.
const PRIMITIVES: &str = "
declare i32 @__kulan_get(i8*)
declare void @__kulan_set(i8*, i32)
declare void @__kulan_wait(i1)
declare void @__kulan_support(i1)
declare void @__kulan_held(i1)
declare void @__kulan_atomic_begin()
declare void @__kulan_atomic_end()
declare i32 @__kulan_self()
declare i32 @__kulan_lock(i8*)
declare i32 @__kulan_trylock(i8*)
declare i32 @__kulan_unlock(i8*)
declare i32 @__kulan_cond_timedwait(i8*, i8*)
declare i32 @__kulan_create(i8*, i8*, i8*, i8*)
declare i32 @__kulan_join(LONG, i8*)
declare void @__kulan_exit(i8*)
declare i1 @__VERIFIER_nondet_patience()
declare void @__kulan_copy(i8*, i8*, LONG)
declare i8* @__kulan_malloc(LONG)
declare void @__kulan_free(i8*)
declare LONG @__kulan_size(i8*)
declare LONG @__VERIFIER_nondet_now()
";

/// A function of the library.
struct Body {
    names: Vec<&'static str>,
    /// Only in a program that declares this too.
    condition: Option<&'static str>,
    text: String,
}

/// Whether the library has a function of this name.
pub fn is_ours(name: &str) -> bool {
    static NAMES: LazyLock<FxHashSet<&str>> = LazyLock::new(|| {
        BODIES.lines().filter_map(|line| line.strip_prefix("= ")).flat_map(|l| l.split(' ')).collect()
    });
    NAMES.contains(name) || crate::processes::is_ours(name)
}

fn bodies() -> Vec<Body> {
    let mut list: Vec<Body> = Vec::new();
    for line in BODIES.lines() {
        if let Some(names) = line.strip_prefix("= ") {
            let (names, condition) = names.split_once(" if ").map_or((names, None), |(n, c)| (n, Some(c)));
            list.push(Body { names: names.split(' ').collect(), condition, text: String::new() });
        } else if let Some(body) = list.last_mut()
            && (line.starts_with("  ") || line.ends_with(':'))
        {
            body.text += line;
            body.text.push('\n');
        }
    }
    // What is meant for some programs only comes before what is meant for the others.
    list.sort_by_key(|body| body.condition.is_none());
    list
}

/// The text of a module with bodies for the functions that it only declares; none if there are no such functions.
pub fn extended(module: &Module, text: &str) -> Option<String> {
    let declared = |name: &str| {
        let function = module.global(name).and_then(|g| module.function(g));
        function.is_some_and(kulan_llvm::Function::is_declaration)
    };
    // A condition variable gives back and takes plain mutexes only.
    let waits = ["pthread_cond_wait", "pthread_cond_timedwait"].into_iter().any(declared);
    let opaque = !module.types.iter().any(|(_, ty)| matches!(ty, Type::Pointer { pointee: Some(_), .. }));
    let (mut replaced, mut added) = (FxHashSet::default(), String::new());
    for body in bodies() {
        let kinds = body.condition.or(body.names.first().copied()) == Some("pthread_mutexattr_settype");
        if body.condition.is_some_and(|c| !declared(c)) || kinds && waits {
            continue;
        }
        for name in body.names.iter().filter(|n| declared(n)) {
            let start = format!("@{name}(");
            if !replaced.contains(&start)
                && let Some(definition) = definition(text, name, &body.text)
            {
                replaced.insert(start);
                added += &definition;
            }
        }
    }
    let by_value = copies_by_value(module, text);
    if added.is_empty() && by_value.is_none() {
        return None;
    }
    let text = by_value.as_deref().unwrap_or(text);
    let is_replaced = |line: &str| line.starts_with("declare ") && replaced.iter().any(|name| line.contains(name));
    let kept: Vec<&str> = text.lines().filter(|line| !is_replaced(line)).collect();
    let long = if module.layout.pointer(0).bits == 64 { "i64" } else { "i32" };
    let is_new = |line: &&str| {
        let name = line.split_once('@').and_then(|(_, rest)| rest.split_once('(')).map(|(name, _)| name);
        name.is_none_or(|name| module.global(name).is_none())
    };
    let primitives: Vec<&str> = PRIMITIVES.lines().filter(is_new).collect();
    if added.contains("@errno\n") && module.global("errno").is_none() {
        added += "@errno = internal thread_local global i32 0, align 4\n";
    }
    let added = (added + &primitives.join("\n") + "\n").replace("LONG", long);
    Some(kept.join("\n") + "\n" + &if opaque { without_pointees(&added) } else { added })
}

/// In texts of the library, pointers without the types they point to.
fn without_pointees(text: &str) -> String {
    ["i8**", "i8*", "i32*", "i64*"].iter().fold(text.to_string(), |text, ty| text.replace(ty, "ptr"))
}

/// The text with functions that copy what is passed to them by value (`byval`), instead of relying on who calls them. None
/// if there are none.
fn copies_by_value(module: &Module, text: &str) -> Option<String> {
    let long = if module.layout.pointer(0).bits == 64 { "i64" } else { "i32" };
    let (mut lines, mut copies, mut any) = (Vec::new(), String::new(), false);
    for line in text.lines() {
        if line.starts_with("define ") && line.contains(" byval(") {
            let (line, code) = without_by_value(module, line, long).unwrap_or((line.to_string(), String::new()));
            any |= !code.is_empty();
            lines.push(line);
            copies = code;
            continue;
        }
        let is_label = line.split(';').next().is_some_and(|l| l.trim_end().ends_with(':'));
        if !copies.is_empty() && !is_label {
            lines.push(std::mem::take(&mut copies));
        }
        lines.push(line.to_string());
    }
    any.then(|| lines.join("\n") + "\n")
}

/// The first line of a function whose parameters are not copied by the caller, and code that copies them.
fn without_by_value(module: &Module, line: &str, long: &str) -> Option<(String, String)> {
    let name = line.split_once('@')?.1.split_once('(')?.0.trim_matches('"');
    let f = module.function(module.global(name)?)?;
    let (mut result, mut code) = (line.to_string(), String::new());
    for (&set, (_, parameter)) in f.parameter_attributes.iter().zip(f.parameters()) {
        let is_by_value = |a: &&kulan_llvm::Attribute| matches!(a, kulan_llvm::Attribute::Type(word, _) if module.text(*word) == "byval");
        let Some(kulan_llvm::Attribute::Type(_, ty)) = module.attributes(set).find(is_by_value) else { continue };
        let size = module.layout.size(&module.types, *ty)?;
        let own = module.text(parameter.name?);
        // `T* noundef byval(T) align 8 %x`
        let end = result.find(&format!(" %{own},")).or_else(|| result.find(&format!(" %{own})")))?;
        let start = result[..end].rfind(" byval(")?;
        let inner = result[start + " byval(".len()..end].split_once(')')?.0.to_string();
        let pointer = if result[..start].contains(&format!("{inner}*")) { format!("{inner}*") } else { "ptr".into() };
        let rest = result[end + 2 + own.len()..].to_string();
        result = format!("{} %{own}.given{rest}", &result[..start]);
        code += &format!("  %{own} = alloca {inner}, align 16\n");
        let (mut to, mut from) = (format!("%{own}"), format!("%{own}.given"));
        if pointer != "ptr" {
            code +=
                &format!("  {to}.to = bitcast {pointer} {to} to i8*\n  {to}.from = bitcast {pointer} {from} to i8*\n");
            (to, from) = (format!("{to}.to"), format!("{to}.from"));
        }
        let byte = if pointer == "ptr" { "ptr" } else { "i8*" };
        code += &format!("  call void @__kulan_copy({byte} {to}, {byte} {from}, {long} {size})\n");
    }
    Some((result, code))
}

/// A definition with the signature that the text declares.
fn definition(text: &str, name: &str, body: &str) -> Option<String> {
    let mark = format!("@{name}(");
    let line = text.lines().find(|l| l.starts_with("declare ") && l.contains(&mark))?;
    let (before, behind) = line.split_once(&mark)?;
    let result = before.split_whitespace().last()?;
    let mut parameters = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (i, c) in behind.char_indices() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' if depth == 0 => {
                parameters.push(behind[start..i].trim());
                break;
            }
            ')' | '}' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parameters.push(behind[start..i].trim());
                start = i + 1;
            }
            _ => {}
        }
    }
    let types: Vec<&str> = parameters.into_iter().filter(|p| !p.is_empty()).map(type_of).collect();
    let list: Vec<String> = types.iter().enumerate().map(|(i, ty)| format!("{ty} %{i}")).collect();
    let mut whole = format!("\ndefine {result} @{name}({}) {{\nstart:\n", list.join(", "));
    for (i, ty) in types.iter().enumerate().filter(|(_, ty)| ty.ends_with('*') || **ty == "ptr") {
        whole += &format!("  %p{i} = bitcast {ty} %{i} to i8*\n");
    }
    let mut body =
        body.replace(" R 0", if result == "void" { " void" } else { " i32 0" }).replace(" R ", &format!(" {result} "));
    for (i, ty) in types.iter().enumerate() {
        body = body.replace(&format!("T{i} "), &format!("{ty} "));
    }
    Some(whole + &body + "}\n")
}

/// The type of a parameter, without its attributes.
fn type_of(parameter: &str) -> &str {
    match parameter.rfind('*') {
        Some(end) => &parameter[..=end],
        None => parameter.split_whitespace().next().unwrap_or(parameter),
    }
}
