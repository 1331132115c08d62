//! From a file to a system, whatever its language.
//!
//! A front-end gives a [`Source`]: a resolved program from which systems can be made. Languages with processes that are
//! created at run time may need several attempts: see [`Source::system`].

mod property;

use kulan_diagnostics::{Diagnostics, FileId, FileLoader, SourceMap};
use kulan_ir::System;
use kulan_promela as promela;
use kulan_tmc as tmc;

pub use kulan_ltl::Spec;
pub use property::Property;

/// The input languages.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Language {
    /// SPIN's PROMELA: `.pml`, `.prm`, `.promela`.
    Promela,
    /// The language of the Transparent Model Checker: `.tmc`.
    Tmc,
}

impl Language {
    /// The language a file's name tells, if it does.
    pub fn of_name(name: &str) -> Option<Language> {
        match name.rsplit_once('.')?.1 {
            "pml" | "prm" | "promela" | "spin" => Some(Language::Promela),
            "tmc" => Some(Language::Tmc),
            _ => None,
        }
    }
}

/// A resolved program.
#[derive(Debug)]
pub enum Source {
    /// In PROMELA.
    Promela {
        /// The name of the system.
        name: String,
        /// The program.
        program: promela::hir::Program,
    },
    /// In TMC's language.
    Tmc(tmc::Program),
}

/// An instance that a system lacks and a run turned out to need.
pub type Instance = promela::Instance;

/// Reads a model: preprocesses, parses, resolves. `None` if there were errors, which are in `diags`.
pub fn read(
    language: Language,
    main: FileId,
    loader: &dyn FileLoader,
    defines: &[(String, Option<String>)],
    sources: &mut SourceMap,
    diags: &mut Diagnostics,
) -> Option<Source> {
    match language {
        Language::Promela => {
            let model = promela::parse(main, loader, defines, sources, diags)?;
            let program = promela::resolve(&model, diags)?;
            Some(Source::Promela { name: sources.file(main).name().to_string(), program })
        }
        Language::Tmc => tmc::parse(main, sources, defines, diags).map(Source::Tmc),
    }
}

impl Source {
    /// The system with the given instances besides those that run from the start. Its labels are the propositions of the
    /// property, by number. A check of kind `MissingInstance` that fails in it says by its message (see
    /// [`missing_instance`]) which one to add.
    pub fn system(&self, sources: &SourceMap, instances: &[Instance], property: Option<&Property>) -> System {
        match self {
            Source::Promela { name, program } => {
                promela::lower(program, sources, name, instances, property.and_then(Property::promela))
            }
            Source::Tmc(program) => {
                let mut system = program.system(sources);
                let labels = std::mem::take(&mut system.labels);
                let used = property.map_or(&[][..], Property::atoms);
                system.labels = used.iter().map(|&atom| labels[atom].clone()).collect();
                system
            }
        }
    }

    /// The same model under another name.
    pub fn named(self, other: String) -> Source {
        match self {
            Source::Promela { program, .. } => Source::Promela { name: other, program },
            tmc => tmc,
        }
    }

    /// Whether processes may be created at run time.
    pub fn creates_processes(&self) -> bool {
        match self {
            Source::Promela { program, .. } => program.creates_processes(),
            Source::Tmc(_) => false,
        }
    }

    /// The properties that the source names: of a TMC program those that it asks to check, or else all formulas.
    pub fn properties(&self) -> Vec<Property> {
        match self {
            Source::Promela { program, .. } => program.properties.iter().map(Property::of_promela).collect(),
            Source::Tmc(program) => {
                let asked: Vec<String> = program.checks().into_iter().map(|c| c.formula).collect();
                let all = program.formulas().into_iter();
                all.filter(|f| asked.is_empty() || asked.contains(&f.name)).map(Property::of_tmc).collect()
            }
        }
    }

    /// Adds the property that an automaton accepts no run. Its propositions are the formulas, in order, whose names begin
    /// with `marker`; they are no properties any more.
    pub fn add_automaton(&mut self, automaton: kulan_ltl::Automaton, marker: &str) -> Result<(), String> {
        match self {
            Source::Promela { program, .. } => property::add_automaton(program, automaton, marker),
            Source::Tmc(_) => Err("an automaton can watch PROMELA models only".into()),
        }
    }

    /// Another property of this name: of PROMELA `acceptance` and `progress`, which all models have, of TMC a formula that
    /// the program does not ask to check.
    pub fn further(&self, name: &str) -> Option<Property> {
        match self {
            Source::Promela { program, .. } => {
                let span = program.proctypes.first()?.span;
                promela::builtin(name, span).as_ref().map(Property::of_promela)
            }
            Source::Tmc(program) => {
                let mut all = program.formulas().into_iter().map(Property::of_tmc);
                all.find(|p| p.name() == name || p.title() == name)
            }
        }
    }
}

/// The instance that the message of a failed check of kind `MissingInstance` asks for.
pub fn missing_instance(message: &str) -> Option<Instance> {
    promela::missing_instance(message)
}
