//! From a file to a system, whatever its language.
//!
//! A front-end gives a [`Source`]: a resolved program from which systems can be made. Languages with processes that are
//! created at run time may need several attempts: see [`Source::system`].

use kulan_diagnostics::{Diagnostics, FileId, FileLoader, SourceMap, Span};
use kulan_ir::System;
use kulan_promela as promela;
use kulan_tmc as tmc;

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
    /// The system with the given instances besides those that run from the start. A check of kind `MissingInstance` that
    /// fails in it says by its message (see [`missing_instance`]) which one to add.
    pub fn system(&self, sources: &SourceMap, instances: &[Instance]) -> System {
        match self {
            Source::Promela { name, program } => promela::lower(program, sources, name, instances),
            Source::Tmc(program) => program.system(sources),
        }
    }

    /// Whether processes may be created at run time.
    pub fn creates_processes(&self) -> bool {
        match self {
            Source::Promela { program, .. } => program.creates_processes(),
            Source::Tmc(_) => false,
        }
    }

    /// The properties that the source names.
    pub fn properties(&self) -> Vec<Property> {
        match self {
            Source::Promela { program, .. } => {
                let list = program.properties.iter();
                list.map(|(kind, name, span)| Property { kind: kind.clone(), name: name.clone(), span: *span })
                    .collect()
            }
            Source::Tmc(program) => {
                let list = program.formulas().into_iter();
                list.map(|f| Property { kind: "ltl".to_string(), name: f.name, span: f.span }).collect()
            }
        }
    }
}

/// A property that stands in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// `ltl`, `never`, …
    pub kind: String,
    /// Its name.
    pub name: String,
    /// Where.
    pub span: Span,
}

/// The instance that the message of a failed check of kind `MissingInstance` asks for.
pub fn missing_instance(message: &str) -> Option<Instance> {
    promela::missing_instance(message)
}
