//! Names get their meaning, parameters their values, and formulas are written out.
//!
//! All errors of the user are found here: the lowering cannot fail.

mod check;
mod definition;
mod expr;
mod formula;
mod parameters;
mod process;

use std::collections::HashMap;

use kulan_diagnostics::{Diagnostic, Diagnostics, FileId, Span};

use crate::ast::{self, Ident};
use crate::hir::{Atom, Machine, Property};
use crate::ranges::Ranges;
use crate::{CheckCommand, Program};

/// Cells of all channels together.
const MAX_CELLS: u64 = 1 << 16;
/// The parameter that gives the capacity of channels.
const CAPACITY: &str = "chanSize";

struct Resolver<'a> {
    model: &'a ast::Model,
    diags: &'a mut Diagnostics,
    /// Values of the parameters.
    parameters: Vec<(String, i32)>,
    machine: Machine,
    atoms: Vec<Atom>,
    atom_of: HashMap<String, usize>,
    properties: Vec<Property>,
    checks: Vec<CheckCommand>,
    /// Whether definitions are only looked at for errors, not used.
    looking: bool,
    /// How deep the expression at hand is, definitions that it uses included.
    depth: usize,
    /// Parts that formulas were written out to.
    written: usize,
}

/// Where an expression stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Site {
    /// Where only constants can stand.
    Constant,
    /// In a process of this type.
    Process(usize),
    /// In a definition; those before this one are known.
    Definition(usize),
}

/// What names mean at a place, besides the program's own.
#[derive(Clone, Debug)]
struct Scope {
    place: Site,
    /// Parameters of definitions and indices; the last of a name counts. Without a value, the definition is only looked
    /// at, not used.
    bindings: Vec<(String, Option<i32>)>,
}

impl Scope {
    fn new(place: Site) -> Scope {
        Scope { place, bindings: Vec::new() }
    }

    fn binding(&self, name: &str) -> Option<Option<i32>> {
        self.bindings.iter().rev().find(|(n, _)| n == name).map(|&(_, value)| value)
    }
}

/// Resolves a program for the parameters that `defines` and the check commands give. The `invariants` are predicates by
/// name. None if there was an error.
pub(crate) fn resolve(
    file: FileId,
    model: &ast::Model,
    defines: &[(String, Option<String>)],
    invariants: &[String],
    diags: &mut Diagnostics,
) -> Option<Program> {
    let mut resolver = Resolver {
        model,
        diags,
        parameters: Vec::new(),
        machine: Machine::default(),
        atoms: Vec::new(),
        atom_of: HashMap::new(),
        properties: Vec::new(),
        checks: Vec::new(),
        looking: false,
        depth: 0,
        written: 0,
    };
    resolver.names();
    resolver.check_commands();
    let known = resolver.set_parameters(defines);
    resolver.types();
    if known {
        resolver.processes();
    }
    resolver.look_at_definitions();
    if resolver.diags.has_errors() {
        return None;
    }
    resolver.use_definitions();
    resolver.finish(file, invariants)
}

impl Resolver<'_> {
    fn finish(self, file: FileId, invariants: &[String]) -> Option<Program> {
        if self.diags.has_errors() {
            return None;
        }
        let ranges = Ranges::of(&self.machine);
        let cells = ranges.channels().len() as u64 * u64::from(self.machine.capacity);
        if cells > MAX_CELLS {
            let message =
                format!("{} channels of capacity {} are too many", ranges.channels().len(), self.machine.capacity);
            let help = format!("all together may hold {MAX_CELLS} messages: give smaller parameters");
            self.diags.push(Diagnostic::error("too-many", self.model.name.span, message).help(help));
            return None;
        }
        Some(Program {
            file,
            name: self.model.name.name.clone(),
            parameters: self.parameters,
            machine: self.machine,
            ranges,
            atoms: self.atoms,
            properties: self.properties,
            checks: self.checks,
            invariants: invariants.iter().filter_map(|name| self.atom_of.get(name).copied()).collect(),
        })
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.diags.push(Diagnostic::error(code, span, message));
    }

    /// Every name of the program is declared once.
    fn names(&mut self) {
        let model = self.model;
        let parameters = model.parameters.iter();
        let shared = model.shared.iter().map(|d| &d.name);
        let procs = model.procs.iter().map(|p| &p.name);
        let definitions = model.definitions.iter().map(|d| &d.name);
        self.once(parameters.chain(shared).chain(procs).chain(definitions), &["pid", CAPACITY, "X"]);
        for definition in &model.definitions {
            self.once(definition.parameters.iter(), &["pid", CAPACITY, "X"]);
            if expr::PROBES.contains(&definition.name.name.as_str()) {
                let message = format!("`{}` asks for the state of a channel", definition.name.name);
                self.diags.push(
                    Diagnostic::error("reserved-name", definition.name.span, message).help("choose another name"),
                );
            }
        }
        for proc in &model.procs {
            self.once(proc.locals.iter().map(|d| &d.name), &["pid", CAPACITY]);
            self.once(proc.locations.iter().map(|l| &l.name), &[]);
        }
    }

    fn once<'n>(&mut self, names: impl Iterator<Item = &'n Ident>, reserved: &[&str]) {
        let mut first: HashMap<&str, Span> = HashMap::new();
        for ident in names {
            if reserved.contains(&ident.name.as_str()) {
                self.error("reserved-name", ident.span, format!("`{}` has a meaning of its own", ident.name));
            }
            if let Some(&earlier) = first.get(ident.name.as_str()) {
                let message = format!("`{}` is declared twice", ident.name);
                let diagnostic = Diagnostic::error("duplicate-name", ident.span, message);
                self.diags.push(diagnostic.label(earlier, "first here"));
            } else {
                first.insert(&ident.name, ident.span);
            }
        }
    }
}
