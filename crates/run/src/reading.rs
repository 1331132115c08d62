//! How a model was read, for traces and certificates.

use kulan_frontend::{COptions, Language, Overflow};
use kulan_trace::{ProgramOptions, Reading, Udp};

use crate::ModelFile;

/// Everything about a model file but its text that shapes its system.
pub fn reading_of(model: &ModelFile) -> Reading {
    let language = model.language.or_else(|| Language::of_name(&model.path.display().to_string()));
    let is_program = language == Some(Language::C);
    Reading {
        defines: model.defines.clone(),
        language: model.language.map(|l| l.name().to_string()),
        ltl: model.ltl.clone(),
        never: model.never.clone(),
        hoa: model.hoa.clone(),
        invariants: model.invariants.clone(),
        overflow_wraps: model.overflow == Overflow::Wrap,
        program: program_options(model),
        sought: is_program.then(|| sought(&model.c)),
    }
}

/// What a program in C is made of, and how far it is followed, as far as that was chosen.
fn program_options(model: &ModelFile) -> ProgramOptions {
    ProgramOptions {
        files: model.others.clone(),
        clang: model.clang.clone(),
        max_threads: model.c.chosen.threads.then_some(model.c.max_threads),
        max_frames: model.c.chosen.frames.then_some(model.c.max_frames),
        max_objects: model.c.chosen.objects.then_some(model.c.max_objects),
        no_spurious_wakeups: !model.c.spurious_wakeups,
        pure: model.c.pure.clone(),
        no_reuse: model.c.no_reuse,
        malloc_fails: model.c.malloc_fails,
        processes: model.processes,
        connect_waits: model.c.connect_waits,
        full_buffers_block: model.c.full_buffers_block,
        udp: Udp { lose: model.c.udp.lose, duplicate: model.c.udp.duplicate, reorder: model.c.udp.reorder },
        faults: (model.c.faults > 0).then_some(model.c.faults),
    }
}

/// What is looked for by transitions of their own, by the names of properties.
fn sought(options: &COptions) -> Vec<String> {
    let mut options = options.clone();
    let all = switches(&mut options).into_iter();
    all.filter(|(_, is_on)| **is_on).map(|(name, _)| name.to_string()).collect()
}

/// Looks in a program in C for what was looked for, by the names of properties.
pub fn seek(options: &mut COptions, sought: &[String]) {
    for (name, is_on) in switches(options) {
        *is_on = sought.iter().any(|s| s == name);
    }
}

/// Looks for one more property, if it is one that has to be looked for.
pub fn seek_also(options: &mut COptions, property: &str) {
    for (name, is_on) in switches(options) {
        *is_on |= name == property;
    }
}

fn switches(options: &mut COptions) -> [(&'static str, &mut bool); 5] {
    let COptions { races, locks, overflow, leaks, unread, .. } = options;
    [("race", races), ("lock", locks), ("overflow", overflow), ("leak", leaks), ("unread", unread)]
}
