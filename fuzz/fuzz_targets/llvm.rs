//! Arbitrary bytes as a module of LLVM: refused, or printed as a text that is read as the same module again.
#![no_main]

use kulan_diagnostics::render::Renderer;
use kulan_diagnostics::{Diagnostics, SourceMap};
use kulan_llvm::Module;
use libfuzzer_sys::fuzz_target;

fn read(text: &str) -> Result<Module, String> {
    let (mut sources, mut diagnostics) = (SourceMap::new(), Diagnostics::new());
    let file = sources.add("module.ll", text);
    let module = kulan_llvm::read(file, &sources, &mut diagnostics);
    let messages = Renderer::new(&sources).render_all(&diagnostics);
    assert!(module.is_some() || !messages.is_empty(), "refused without a word");
    module.ok_or(messages)
}

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let Ok(module) = read(&text) else { return };
    for id in module.metadata.ids() {
        let _ = (module.c_type(Some(id)), module.place_of(id), module.source_fields(id));
    }
    for id in module.types.structs.ids() {
        let _ = module.field_names(id);
    }
    let printed = module.print();
    let again = read(&printed).unwrap_or_else(|e| panic!("{e}\n{printed}"));
    assert_eq!(again.print(), printed);
});
