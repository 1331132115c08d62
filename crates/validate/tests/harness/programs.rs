//! Questions about PROMELA programs.

use kulan_diagnostics::{Diagnostics, MemoryLoader, SourceMap};
use kulan_run::{Control, Passes, Workshop};
use kulan_testing::promela::Program;

use crate::question::{Tally, ask_all};

/// States of the largest programs that are looked at.
const LIMIT: u64 = 1_500;

/// Asks all questions of a program, without and with transformations.
pub fn ask(program: &Program, tally: &mut Tally) -> Result<(), String> {
    let mut sources = SourceMap::new();
    let main = sources.add("model.pml", program.to_string());
    let language = kulan_frontend::Language::Promela;
    let mut diagnostics = Diagnostics::new();
    let source =
        kulan_frontend::read(language, main, &MemoryLoader::new(), &Default::default(), &mut sources, &mut diagnostics);
    let Some(source) = source else { return Ok(()) };
    let mut workshop = Workshop::new(source, sources);
    let Some(base) =
        kulan_run::complete(&mut workshop, LIMIT, &Control::default()).map_err(|e| e.message().to_string())?
    else {
        return Ok(());
    };
    for (merge, reset_dead) in [(false, false), (true, true)] {
        let passes = Passes { merge, reset_dead, split: merge, narrow: reset_dead.then_some(2) };
        let system = kulan_transform::transform(&base, passes);
        ask_all(&system, tally).map_err(|e| format!("{passes:?}: {e}"))?;
    }
    Ok(())
}
