//! Models of the command line.

use kulan_diagnostics::render::Renderer;
use kulan_diagnostics::{Diagnostics, SourceMap};
use kulan_frontend::{COptions, Chosen, Language, Overflow, Udp};
use kulan_run::{Control, ModelFile, Sink, Workshop};
use kulan_trace::{ProgramOptions, Reading};

use crate::args::{Color, LanguageArg, ModelArgs, OverflowArg, UdpArg};
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
        processes: args.processes,
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
        spurious_wakeups: !args.no_spurious_wakeups,
        no_reuse: args.no_reuse,
        consistent: args.memory_model.is_some(),
        pure: args.pure.clone(),
        malloc_fails: args.malloc_fails,
        connect_waits: args.connect_waits,
        full_buffers_block: args.full_buffers_block,
        udp: Udp {
            lose: args.udp.contains(&UdpArg::Lose),
            duplicate: args.udp.contains(&UdpArg::Duplicate),
            reorder: args.udp.contains(&UdpArg::Reorder),
        },
        faults: args.faults.unwrap_or(default.faults),
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

/// The model, read as it was when something was recorded, where the command line does not say otherwise.
pub fn recorded(model: &mut ModelArgs, reading: &Reading) -> ModelFile {
    complete(model, reading);
    let mut file = model_file(model);
    file.language = file.language.or_else(|| reading.language.as_deref().and_then(Language::named));
    if let Some(sought) = &reading.sought {
        kulan_run::seek(&mut file.c, sought);
    }
    file
}

fn complete(model: &mut ModelArgs, recorded: &Reading) {
    if model.defines.is_empty() {
        model.defines.clone_from(&recorded.defines);
    }
    if model.ltl.is_empty() && model.never.is_none() && model.hoa.is_none() {
        model.ltl.clone_from(&recorded.ltl);
        model.never.clone_from(&recorded.never);
        model.hoa.clone_from(&recorded.hoa);
    }
    if model.invariant.is_empty() {
        model.invariant.clone_from(&recorded.invariants);
    }
    if recorded.overflow_wraps {
        model.overflow = OverflowArg::Wrap;
    }
    program_options(model, &recorded.program);
}

/// What the command line does not say of a program in C is as it was when it was recorded.
fn program_options(model: &mut ModelArgs, recorded: &ProgramOptions) {
    if model.others.is_empty() {
        model.others.clone_from(&recorded.files);
    }
    if model.clang.is_empty() {
        model.clang.clone_from(&recorded.clang);
    }
    model.max_threads = model.max_threads.or(recorded.max_threads);
    model.max_frames = model.max_frames.or(recorded.max_frames);
    model.max_objects = model.max_objects.or(recorded.max_objects);
    model.no_spurious_wakeups |= recorded.no_spurious_wakeups;
    model.no_reuse |= recorded.no_reuse;
    model.pure.extend(recorded.pure.iter().filter(|f| !model.pure.contains(f)).cloned().collect::<Vec<_>>());
    model.malloc_fails |= recorded.malloc_fails;
    model.processes |= recorded.processes;
    model.connect_waits |= recorded.connect_waits;
    model.full_buffers_block |= recorded.full_buffers_block;
    let udp = recorded.udp;
    let happens = [(udp.lose, UdpArg::Lose), (udp.duplicate, UdpArg::Duplicate), (udp.reorder, UdpArg::Reorder)];
    model.udp.extend(happens.iter().filter(|(does, _)| *does).map(|(_, what)| what));
    model.faults = model.faults.or(recorded.faults);
}
