//! From a file to a system, whatever its language.
//!
//! A front-end gives a [`Source`]: a resolved program from which systems can be made. Languages with processes that are
//! created at run time may need several attempts: see [`Source::system`].

use kulan_diagnostics::{Diagnostics, FileId, FileLoader, SourceMap, Span};
use kulan_ir::System;
use kulan_promela as promela;

/// The input languages.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Language {
    /// SPIN's PROMELA: `.pml`, `.prm`, `.promela`.
    Promela,
}

impl Language {
    /// The language a file's name tells, if it does.
    pub fn of_name(name: &str) -> Option<Language> {
        let extension = name.rsplit_once('.')?.1;
        matches!(extension, "pml" | "prm" | "promela" | "spin").then_some(Language::Promela)
    }
}

/// A resolved program.
#[derive(Debug)]
pub struct Source {
    name: String,
    program: promela::hir::Program,
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
            Some(Source { name: sources.file(main).name().to_string(), program })
        }
    }
}

impl Source {
    /// The system with the given instances besides those that run from the start. A check of kind `MissingInstance` that
    /// fails in it says by its message (see [`missing_instance`]) which one to add.
    pub fn system(&self, sources: &SourceMap, instances: &[Instance]) -> System {
        promela::lower(&self.program, sources, &self.name, instances)
    }

    /// The properties that the source names.
    pub fn properties(&self) -> Vec<Property> {
        let list = self.program.properties.iter();
        list.map(|(kind, name, span)| Property { kind: kind.clone(), name: name.clone(), span: *span }).collect()
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
