//! Models of the command line.

use kulan_diagnostics::render::Renderer;
use kulan_diagnostics::{Diagnostics, SourceMap};
use kulan_frontend::{COptions, Chosen, Language, Overflow};
use kulan_run::{Control, ModelFile, Sink, Workshop};

use crate::args::{Color, LanguageArg, ModelArgs, OverflowArg};
use crate::failure::Failure;
use crate::terminal;

/// The model that the options name.
pub fn model_file(args: &ModelArgs) -> ModelFile {
    ModelFile {
        language: args.language.map(|told| match told {
            LanguageArg::Promela => Language::Promela,
            LanguageArg::Tmc => Language::Tmc,
            LanguageArg::Dve => Language::Dve,
            LanguageArg::C => Language::C,
        }),
        defines: args.defines.clone(),
        ltl: args.ltl.clone(),
        never: args.never.clone(),
        hoa: args.hoa.clone(),
        invariants: args.invariant.clone(),
        overflow: match args.overflow {
            OverflowArg::Error => Overflow::Error,
            OverflowArg::Wrap => Overflow::Wrap,
        },
        c: c_options(args),
        clang: args.clang.clone(),
        others: args.others.clone(),
        ..ModelFile::new(&args.model)
    }
}

/// How far a program in C is followed.
fn c_options(args: &ModelArgs) -> COptions {
    let default = COptions::default();
    COptions {
        max_threads: args.max_threads.unwrap_or(default.max_threads),
        max_frames: args.max_frames.unwrap_or(default.max_frames),
        max_objects: args.max_objects.unwrap_or(default.max_objects),
        chosen: Chosen {
            threads: args.max_threads.is_some(),
            frames: args.max_frames.is_some(),
            objects: args.max_objects.is_some(),
        },
        spurious_wakeups: args.spurious_wakeups,
        no_reuse: args.no_reuse,
        malloc_fails: args.malloc_fails,
        ..default
    }
}

/// Prints what there is to say about a model.
pub struct Printer(pub Color);

impl Sink for Printer {
    fn diagnostics(&self, sources: &SourceMap, diagnostics: &Diagnostics) {
        show(sources, diagnostics, self.0);
    }
}

/// Prints what there is to say about a model.
pub fn show(sources: &SourceMap, diagnostics: &Diagnostics, color: Color) {
    let renderer = Renderer::new(sources).color(terminal::stderr_color(color));
    eprint!("{}", renderer.render_all(diagnostics));
}

/// Reads a model; what is wrong with it is printed.
pub fn load(args: &ModelArgs, color: Color) -> Result<Workshop, Failure> {
    Ok(kulan_run::load(&model_file(args), &Printer(color), &Control::default())?)
}
