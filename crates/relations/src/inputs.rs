//! Inputs as variables: each input of each transition is one of its own, which nobody writes.
//!
//! Questions are about one state and at most one firing of each of two transitions. So an input is as good as a part of the
//! state that may have any value of its range, as long as no two transitions share it.

use kulan_values::as_variables;

use crate::Subject;

impl Subject {
    /// The same with transitions that read variables instead of inputs, which come behind all others.
    pub(crate) fn without_inputs(&self) -> Subject {
        let mut plain = self.clone();
        plain.free = as_variables(&mut plain.system);
        plain
    }
}
