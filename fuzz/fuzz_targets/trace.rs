//! Arbitrary bytes as a trace file of a small model: it is refused, or followed as far as it goes.
#![no_main]

use kulan_diagnostics::{Diagnostics, MemoryLoader, SourceMap};
use kulan_frontend::{Language, Property};
use kulan_ir::System;
use kulan_trace::{Explorer, TraceFile, replay};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

/// The model of the seeds.
const MODEL: &str = include_str!("../seeds/trace/model.pml");

struct World {
    plain: System,
    observed: System,
    property: Property,
}

static WORLD: LazyLock<World> = LazyLock::new(|| {
    let (mut sources, mut diagnostics) = (SourceMap::new(), Diagnostics::new());
    let main = sources.add("model.pml", MODEL);
    let (language, loader) = (Language::Promela, MemoryLoader::new());
    let source = kulan_frontend::read(language, main, &loader, &Default::default(), &mut sources, &mut diagnostics);
    let source = source.expect("a correct model");
    let property = source.properties().remove(0);
    let plain = source.system(&sources, &[], &[]);
    World { plain, observed: source.observed(&sources, &[], &property), property }
});

fuzz_target!(|data: &[u8]| {
    let Ok(trace) = TraceFile::parse(data) else { return };
    let text = serde_json::to_vec(&trace).expect("a trace can be written");
    assert_eq!(TraceFile::parse(&text).as_ref(), Ok(&trace));
    let _ = replay(&Explorer::new(&WORLD.plain), &trace, None);
    let _ = replay(&Explorer::new(&WORLD.observed), &trace, Some(WORLD.property.spec()));
});
