//! What the reference exploration counts.

use kulan_diagnostics::render::Renderer;
use kulan_diagnostics::{Diagnostics, MemoryLoader, SourceMap};
use kulan_ir::CheckKind;
use kulan_ir::reference::explore;
use kulan_testing::spin::Counts;

/// The counts of a model; none if it has more states than `limit`, an error if it is refused or a check other than an
/// assertion fails.
pub fn counts(text: &str, limit: u64) -> Result<Option<Counts>, String> {
    let (mut sources, mut diags) = (SourceMap::new(), Diagnostics::new());
    let main = sources.add("model.pml", text);
    let model = kulan_promela::parse(main, &MemoryLoader::new(), &[], &mut sources, &mut diags);
    let program = model.and_then(|m| kulan_promela::resolve(&m, &mut diags));
    let program = program.ok_or_else(|| Renderer::new(&sources).render_all(&diags))?;
    let mut instances = Vec::new();
    loop {
        let system = kulan_promela::lower(&program, &sources, "model.pml", &instances, None);
        let counts = explore(&system, limit);
        if let Some(instance) = counts.missing {
            instances.push(instance);
            continue;
        }
        if counts.cut {
            return Ok(None);
        }
        let assertions = counts.failures.get(&CheckKind::Assertion).copied().unwrap_or(0);
        if counts.failures.len() > usize::from(assertions > 0) {
            return Err(format!("{:?}", counts.messages));
        }
        let (states, transitions, deadlocks) = (counts.states, counts.transitions, counts.deadlocks);
        return Ok(Some(Counts { states, transitions, deadlocks, assertions }));
    }
}
