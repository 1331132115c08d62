//! Several modules as one, as a linker makes it: external names mean the same everywhere, internal ones are kept apart.
//!
//! The result is a text, made of the canonical texts of the modules: names, types, attribute groups and metadata are
//! renamed token by token. Types that have the same form are one type; where the modules still disagree about the type of
//! a global, its address is cast, as LLVM's linker does.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::id::{GlobalId, Id};
use crate::lexer::{Kind, Lexer, Token};
use crate::module::{GlobalKind, Module};
use crate::print::quoted_name;
use crate::types::{StructName, Type};
use crate::words::Linkage;

/// A module to be linked.
#[derive(Copy, Clone, Debug)]
pub struct Part<'a> {
    /// The file it comes from.
    pub file: &'a str,
    /// The module.
    pub module: &'a Module,
    /// What is defined in it belongs to this program of several: its names are `scope:name` in the whole.
    pub scope: Option<&'a str>,
}

/// The text of one module that has all that is in the parts. An error says what does not fit together, line by line.
///
/// Functions whose names `is_word` accepts have the meaning that their name says: one of them is enough, even if they are
/// internal.
pub fn link(parts: &[Part<'_>], is_word: &dyn Fn(&str) -> bool) -> Result<String, String> {
    let texts: Vec<String> = parts.iter().map(|p| p.module.print()).collect();
    fits(parts)?;
    let types = Types::new(&texts);
    let symbols = Symbols::new(parts, &types, is_word)?;
    let mut out = String::new();
    let mut named: Vec<(String, Vec<String>)> = Vec::new();
    let (mut comdats, mut groups, mut nodes) = (FxHashSet::default(), 0, 0);
    for (part, text) in texts.iter().enumerate() {
        let names = Names { part, types: &types, symbols: &symbols, groups, nodes };
        // A type may be used before it is defined, so that the order does not matter.
        let mut dropped = false;
        for line in text.lines() {
            kulan_control::checkpoint();
            if dropped {
                dropped = line != "}";
                continue;
            }
            let mut lexer = Lexer::new(line);
            let first = lexer.next();
            let word = &line[first.start as usize..first.end as usize];
            match first.kind {
                Kind::Word if matches!(word, "source_filename" | "target") => {
                    if part == 0 {
                        out += line;
                        out.push('\n');
                    }
                }
                Kind::Local if !line.starts_with(' ') => {
                    if types.is_first(part, word) {
                        names.rewrite(line, &mut out);
                    }
                }
                Kind::Comdat => {
                    if comdats.insert(word.to_string()) {
                        names.rewrite(line, &mut out);
                    }
                }
                Kind::MetadataName => {
                    let (name, list) = line.split_once(" = ").unwrap_or((line, ""));
                    let mut rewritten = String::new();
                    names.rewrite(list, &mut rewritten);
                    let inner = rewritten.trim().trim_start_matches("!{").trim_end_matches('}').trim().to_string();
                    match named.iter_mut().find(|(n, _)| n == name) {
                        Some((_, all)) if name == "!llvm.dbg.cu" => all.push(inner),
                        Some(_) => {}
                        None => named.push((name.to_string(), vec![inner])),
                    }
                }
                _ if is_global(first.kind, word, line) => {
                    let name = global_token(line).unwrap_or_default();
                    if symbols.is_kept(part, &name) {
                        names.rewrite(line, &mut out);
                    } else {
                        dropped = word == "define";
                    }
                }
                _ => names.rewrite(line, &mut out),
            }
        }
        groups += parts[part].module.attribute_groups.iter().map(|g| g.0 + 1).max().unwrap_or(0);
        let numbers = parts[part].module.metadata.values().filter_map(|n| n.number);
        nodes += numbers.max().map_or(0, |n| n + 1);
    }
    for (name, lists) in named {
        let all: Vec<String> = lists.into_iter().filter(|l| !l.is_empty()).collect();
        let _ = writeln!(out, "{name} = !{{{}}}", all.join(", "));
    }
    Ok(out)
}

/// Whether all are for the same machine and of the same kind.
fn fits(parts: &[Part<'_>]) -> Result<(), String> {
    let Some((first, rest)) = parts.split_first() else { return Err("there is nothing to link".into()) };
    let text =
        |p: &Part<'_>, name: Option<crate::id::Name>| name.map_or(String::new(), |n| p.module.text(n).to_string());
    for part in rest {
        let same = text(first, first.module.layout_text) == text(part, part.module.layout_text)
            && text(first, first.module.triple) == text(part, part.module.triple);
        if !same {
            return Err(format!("{} and {} are for different machines", first.file, part.file));
        }
    }
    let kind = |p: &&Part<'_>| {
        p.module.types.iter().find_map(|(_, ty)| match ty {
            Type::Pointer { pointee, .. } => Some(pointee.is_some()),
            _ => None,
        })
    };
    let find = |typed: bool| parts.iter().find(|p| kind(p) == Some(typed));
    if let (Some(a), Some(b)) = (find(true), find(false)) {
        return Err(format!(
            "{} has pointers with types, and {} has `ptr`: they are of different versions of LLVM",
            a.file, b.file
        ));
    }
    let numbered = |p: &&Part<'_>| p.module.types.structs.values().any(|s| matches!(s.name, StructName::Number(_)));
    match parts.iter().find(numbered) {
        Some(part) => Err(format!("{} has types without names, which cannot be linked", part.file)),
        None => Ok(()),
    }
}

fn is_global(kind: Kind, word: &str, line: &str) -> bool {
    let names = matches!(kind, Kind::Global | Kind::GlobalNumber) || matches!(word, "define" | "declare");
    names && !line.starts_with(' ')
}

fn tokens(line: &str) -> impl Iterator<Item = (Token, &str)> {
    let mut lexer = Lexer::new(line);
    std::iter::from_fn(move || {
        let token = lexer.next();
        (token.kind != Kind::End).then(|| (token, &line[token.start as usize..token.end as usize]))
    })
}

/// The name that a line defines or declares.
fn global_token(line: &str) -> Option<String> {
    tokens(line).find(|(t, _)| matches!(t.kind, Kind::Global | Kind::GlobalNumber)).map(|(_, text)| text.to_string())
}

/// What the names in a part are in the whole.
struct Names<'a> {
    part: usize,
    types: &'a Types,
    symbols: &'a Symbols,
    groups: u32,
    nodes: u32,
}

impl Names<'_> {
    /// Adds a line with the names that it has in the whole.
    fn rewrite(&self, line: &str, out: &mut String) {
        let (mut done, mut is_first) = (0, !line.starts_with(' '));
        for (token, text) in tokens(line) {
            let shifted = |by: u32| text[1..].parse::<u32>().ok().map(|n| format!("{}{}", &text[..1], n + by));
            let new = match token.kind {
                Kind::Local => self.types.names.get(&(self.part, text.to_string())).cloned(),
                Kind::MetadataNumber => shifted(self.nodes),
                Kind::Group => shifted(self.groups),
                Kind::Global | Kind::GlobalNumber => {
                    let symbol = self.symbols.names.get(&(self.part, text.to_string()));
                    // Where a name is defined, it is not used.
                    let is_defined = std::mem::replace(&mut is_first, false);
                    symbol.map(|s| if is_defined { s.name.clone() } else { s.used() })
                }
                _ => None,
            };
            if let Some(new) = new {
                out.push_str(&line[done..token.start as usize]);
                out.push_str(&new);
                done = token.end as usize;
            }
        }
        out.push_str(&line[done..]);
        out.push('\n');
    }
}

/// The named types of all parts.
struct Types {
    /// By part and name there: the name in the whole.
    names: FxHashMap<(usize, String), String>,
    firsts: FxHashSet<(usize, String)>,
}

/// A named type of a part.
struct Named {
    part: usize,
    /// As it is written, with its sigil.
    token: String,
    /// Without a number that tells it from others of the same name.
    base: String,
    body: String,
    /// The types that it mentions, as they are written.
    mentions: Vec<String>,
}

impl Types {
    /// Types of the same name and the same form are one, whatever number is behind the name.
    fn new(texts: &[String]) -> Types {
        let mut list: Vec<Named> = Vec::new();
        for (part, text) in texts.iter().enumerate() {
            for line in text.lines().filter(|l| l.starts_with('%')) {
                let Some((token, body)) = line.split_once(" = type ") else { continue };
                list.push(named(part, token, body));
            }
        }
        let places: FxHashMap<(usize, &str), usize> =
            list.iter().enumerate().map(|(i, t)| ((t.part, t.token.as_str()), i)).collect();
        // What is opaque in one part is what another part says of it.
        let mut defined: FxHashMap<&str, usize> = FxHashMap::default();
        for (i, t) in list.iter().enumerate().filter(|(_, t)| t.body != "opaque") {
            defined.entry(&t.base).or_insert(i);
        }
        let meant: Vec<usize> = list
            .iter()
            .enumerate()
            .map(|(i, t)| if t.body == "opaque" { defined.get(t.base.as_str()).copied().unwrap_or(i) } else { i })
            .collect();
        let mentions: Vec<Vec<usize>> = list
            .iter()
            .map(|t| t.mentions.iter().filter_map(|m| places.get(&(t.part, m.as_str()))).map(|&i| meant[i]).collect())
            .collect();
        let skeleton = |t: &Named| {
            t.mentions.iter().fold((t.base.clone(), t.body.clone()), |(base, body), m| (base, body.replace(m, "%")))
        };
        let mut classes = numbered(list.iter().map(skeleton));
        loop {
            let refined = numbered(
                (0..list.len()).map(|i| (classes[i], mentions[i].iter().map(|&m| classes[m]).collect::<Vec<_>>())),
            );
            let same = refined.iter().max() == classes.iter().max();
            classes = refined;
            if same {
                break;
            }
        }
        let (mut taken, mut by_class) = (FxHashSet::default(), FxHashMap::<usize, String>::default());
        let mut types = Types { names: FxHashMap::default(), firsts: FxHashSet::default() };
        for (i, t) in list.iter().enumerate().filter(|(i, _)| meant[*i] == *i) {
            by_class.entry(classes[i]).or_insert_with(|| {
                types.firsts.insert((t.part, t.token.clone()));
                let fresh = (0..).map(|n| quoted_name('%', &format!("{}.{n}", t.base)));
                let name = std::iter::once(t.token.clone()).chain(fresh).find(|n| !taken.contains(n));
                let name = name.unwrap_or_default();
                taken.insert(name.clone());
                name
            });
        }
        for (i, t) in list.iter().enumerate() {
            types.names.insert((t.part, t.token.clone()), by_class[&classes[meant[i]]].clone());
        }
        types
    }

    /// Whether the whole has the definition of a type from here.
    fn is_first(&self, part: usize, token: &str) -> bool {
        self.firsts.contains(&(part, token.to_string()))
    }

    /// The text of a type with the names of the whole.
    fn rewritten(&self, part: usize, text: &str) -> String {
        let (mut out, mut done) = (String::new(), 0);
        for (token, word) in tokens(text) {
            if let (Kind::Local, Some(new)) = (token.kind, self.names.get(&(part, word.to_string()))) {
                out += &text[done..token.start as usize];
                out += new;
                done = token.end as usize;
            }
        }
        out + &text[done..]
    }
}

fn named(part: usize, token: &str, body: &str) -> Named {
    let mentions = tokens(body).filter(|(t, _)| t.kind == Kind::Local).map(|(_, text)| text.to_string()).collect();
    let plain = token.trim_start_matches('%').trim_matches('"');
    let base = match plain.rsplit_once('.') {
        Some((base, number)) if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => base,
        _ => plain,
    };
    Named { part, token: token.into(), base: base.into(), body: body.into(), mentions }
}

/// Equal keys get equal numbers.
fn numbered<K: std::hash::Hash + Eq>(keys: impl Iterator<Item = K>) -> Vec<usize> {
    let mut numbers = FxHashMap::default();
    keys.map(|key| {
        let next = numbers.len();
        *numbers.entry(key).or_insert(next)
    })
    .collect()
}

/// A global as the whole has it.
struct Symbol {
    name: String,
    /// The type of its address, and the one that the part takes it for.
    cast: Option<(String, String)>,
}

impl Symbol {
    fn used(&self) -> String {
        match &self.cast {
            Some((is, seen)) => format!("bitcast ({is}* {} to {seen}*)", self.name),
            None => self.name.clone(),
        }
    }
}

/// The globals of all parts.
struct Symbols {
    /// By part and name there.
    names: FxHashMap<(usize, String), Symbol>,
    kept: FxHashSet<(usize, String)>,
}

/// A global of a part.
type Found = (usize, GlobalId);

impl Symbols {
    fn new(parts: &[Part<'_>], types: &Types, is_word: &dyn Fn(&str) -> bool) -> Result<Symbols, String> {
        let mut symbols = Symbols { names: FxHashMap::default(), kept: FxHashSet::default() };
        let mut external: Vec<(&str, Vec<Found>)> = Vec::new();
        let mut places: FxHashMap<&str, usize> = FxHashMap::default();
        let mut local: Vec<Found> = Vec::new();
        let mut used: FxHashMap<&str, FxHashSet<usize>> = FxHashMap::default();
        for (part, Part { module, scope, .. }) in parts.iter().enumerate() {
            for id in module.globals.ids() {
                let name = module.global_name(id);
                used.entry(name).or_default().insert(part);
                let is_own = matches!(module.globals[id].linkage, Linkage::Internal | Linkage::Private)
                    || scope.is_some() && is_defined(module, id) && !name.starts_with("llvm.");
                if name.is_empty() || is_own && !is_word(name) {
                    local.push((part, id));
                    continue;
                }
                let place = *places.entry(name).or_insert(external.len());
                if place == external.len() {
                    external.push((name, Vec::new()));
                }
                external[place].1.push((part, id));
            }
        }
        let mut taken: FxHashSet<String> = used.keys().map(|n| n.to_string()).collect();
        let mut scoped: FxHashSet<String> = FxHashSet::default();
        for (part, id) in local {
            let module = parts[part].module;
            let (name, token) = (module.global_name(id), token_of(module, id));
            let mut new = name.to_string();
            if name.is_empty() || used[name].len() > 1 || parts[part].scope.is_some() {
                let file = parts[part].file.rsplit('/').next().unwrap_or_default();
                let plain = if name.is_empty() { &token[1..] } else { name };
                let own = parts[part].scope.map_or(format!("{plain}@{file}"), |scope| format!("{scope}:{plain}"));
                let mut candidates = (1..).map(|n| format!("{own}{}", "'".repeat(n - 1)));
                // Other parts may mean it by the name that it has in the whole.
                let mut is_meant = |n: &String| parts[part].scope.is_some() && scoped.insert(n.clone());
                new = candidates.find(|n| is_meant(n) || !taken.contains(n)).unwrap_or_default();
                taken.insert(new.clone());
            }
            symbols.kept.insert((part, token.clone()));
            symbols.names.insert((part, token), Symbol { name: quoted_name('@', &new), cast: None });
        }
        let mut errors = Vec::new();
        for (name, list) in &external {
            if scoped.contains(*name) {
                symbols.mean(parts, name, list);
                continue;
            }
            match choose(parts, name, list, is_word) {
                Ok(Some(chosen)) => symbols.resolve(parts, types, name, list, chosen),
                Ok(None) => {}
                Err(why) => errors.push(why),
            }
        }
        if errors.is_empty() { Ok(symbols) } else { Err(errors.join("\n")) }
    }

    /// Some parts declare what is defined in a scope.
    fn mean(&mut self, parts: &[Part<'_>], name: &str, list: &[Found]) {
        for &(part, id) in list {
            let symbol = Symbol { name: quoted_name('@', name), cast: None };
            self.names.insert((part, token_of(parts[part].module, id)), symbol);
        }
    }

    /// All parts use the global that was chosen.
    fn resolve(&mut self, parts: &[Part<'_>], types: &Types, name: &str, list: &[Found], chosen: Found) {
        let type_of = |(part, id): Found| {
            let module = parts[part].module;
            types.rewritten(part, &module.print_type(module.globals[id].value_type))
        };
        let is = type_of(chosen);
        let opaque = |(part, _): Found| {
            let mut all = parts[part].module.types.iter();
            !all.any(|(_, ty)| matches!(ty, Type::Pointer { pointee: Some(_), .. }))
        };
        for &found in list {
            let seen = type_of(found);
            let token = token_of(parts[found.0].module, found.1);
            if found == chosen {
                self.kept.insert((found.0, token.clone()));
            }
            let cast = (is != seen && !opaque(found)).then(|| (is.clone(), seen));
            self.names.insert((found.0, token), Symbol { name: quoted_name('@', name), cast });
        }
    }

    fn is_kept(&self, part: usize, token: &str) -> bool {
        self.kept.contains(&(part, token.to_string()))
    }
}

/// How a global is written where it is used.
fn token_of(module: &Module, id: GlobalId) -> String {
    match module.globals[id].name {
        Some(name) => quoted_name('@', module.text(name)),
        None => {
            let before = module.globals.iter().take(id.index());
            format!("@{}", before.filter(|(_, global)| global.name.is_none()).count())
        }
    }
}

fn is_defined(module: &Module, id: GlobalId) -> bool {
    match &module.globals[id].kind {
        GlobalKind::Function(f) => !f.is_declaration(),
        GlobalKind::Variable(v) => v.initializer.is_some(),
        GlobalKind::Alias(_) | GlobalKind::Ifunc(_) => true,
    }
}

/// Which of the globals of one name is the one; none if the whole needs none of them.
fn choose(
    parts: &[Part<'_>],
    name: &str,
    list: &[Found],
    is_word: &dyn Fn(&str) -> bool,
) -> Result<Option<Found>, String> {
    if matches!(name, "llvm.used" | "llvm.compiler.used") {
        return Ok(None);
    }
    let global = |&(part, id): &Found| &parts[part].module.globals[id];
    let file = |found: &Found| parts[found.0].file;
    let is_defined = |found: &&Found| is_defined(parts[found.0].module, found.1);
    let with = |linkages: &'static [Linkage]| {
        list.iter().filter(is_defined).filter(move |f| linkages.contains(&global(f).linkage))
    };
    let strong: Vec<&Found> = with(&[Linkage::External, Linkage::Appending]).collect();
    if let [a, b, ..] = strong[..]
        && !is_word(name)
    {
        return Err(format!("{name} is defined twice: in {} and in {}", file(a), file(b)));
    }
    let is_function = |found: &Found| match &global(found).kind {
        GlobalKind::Function(_) => Some(true),
        GlobalKind::Variable(_) => Some(false),
        _ => None,
    };
    for (a, b) in list.iter().zip(&list[1..]) {
        if let (Some(x), Some(y)) = (is_function(a), is_function(b))
            && x != y
        {
            return Err(format!(
                "{name} is a function in {} and a variable in {}",
                file(if x { a } else { b }),
                file(if x { b } else { a })
            ));
        }
        if global(a).thread_local.is_some() != global(b).thread_local.is_some() {
            return Err(format!("{name} is thread-local in only one of {} and {}", file(a), file(b)));
        }
    }
    let size = |found: &&Found| {
        let module = parts[found.0].module;
        module.layout.size(&module.types, global(found).value_type).unwrap_or(0)
    };
    // Of several tentative definitions the largest counts; the first of equal ones.
    let common = with(&[Linkage::Common]).rev().max_by_key(size);
    let weak = [Linkage::Weak, Linkage::WeakOdr, Linkage::LinkOnce, Linkage::LinkOnceOdr];
    let weak = list.iter().filter(is_defined).find(|f| weak.contains(&global(f).linkage));
    let chosen = strong.first().copied().or(common).or(weak);
    Ok(chosen.or_else(|| list.iter().find(is_defined)).or(list.first()).copied())
}
