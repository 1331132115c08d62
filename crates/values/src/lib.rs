//! Which values the parts of a state can take: an invariant of a whole system, found as a fixpoint. Relations between
//! transitions are decided under it, and variables of few values are made narrow by it.

mod analysis;
mod cells;
mod few;
mod inputs;
mod partial;
mod places;
mod tape;

pub use analysis::{Values, analyse};
pub use cells::Cells;
pub use few::Few;
pub use inputs::as_variables;
pub use partial::Partial;
pub use places::AtPlaces;
pub use tape::Tape;
