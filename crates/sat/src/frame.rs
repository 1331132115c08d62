//! The variables of a point in time.

use std::sync::Arc;

use kulan_ir::expr::mask;
use kulan_ir::{ExprId, System, Target, Update, VarId};
use rustc_hash::FxHashMap;

use crate::{Domain, Lit, Word};

/// A point in time of an [`Encoder`](crate::Encoder).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Frame(pub(crate) u32);

/// A firing of a transition. What a transition gets from outside belongs to one firing: it is the same wherever an
/// expression is evaluated for that firing, and independent of all others.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Firing(pub u32);

/// Where and for which firing an expression is evaluated.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct At {
    /// The point in time.
    pub frame: Frame,
    /// The firing.
    pub firing: Firing,
}

impl From<Frame> for At {
    /// For expressions that take nothing from outside.
    fn from(frame: Frame) -> At {
        At { frame, firing: Firing::default() }
    }
}

/// The shape of an array variable.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Array {
    /// How many elements it has.
    pub length: u32,
    /// Whether each element has a word of its own. Otherwise only what is read has one: better for long arrays.
    pub split: bool,
}

/// The variables of free frames.
pub trait Space {
    /// The width of a variable, or of each element.
    fn width(&self, v: VarId) -> u8;

    /// The shape of an array; a scalar has none.
    fn array(&self, v: VarId) -> Option<Array>;

    /// The values of a scalar, or of an element of an array; of a long array, those of any element.
    fn domain(&self, v: VarId, element: u32) -> Domain<'_>;
}

/// Arrays up to this length are split.
const SPLIT: u32 = 64;

/// All states, reachable or not.
impl Space for System {
    fn width(&self, v: VarId) -> u8 {
        self.variables[v.index()].width
    }

    fn array(&self, v: VarId) -> Option<Array> {
        self.variables[v.index()].elements.map(|length| Array { length, split: length <= SPLIT })
    }

    fn domain(&self, v: VarId, _: u32) -> Domain<'_> {
        Domain::Range(0, mask(self.width(v)))
    }
}

/// How a frame comes about.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    /// Anything that the space allows.
    Free,
    /// These values, by variable and element.
    Given(Arc<Vec<Vec<u64>>>),
    /// What updates make of another.
    After(At, Arc<[Update]>),
    /// One or the other.
    Choice(Lit, Frame, Frame),
}

/// A read of a long array: the variable, the index, and the value if that is in range.
pub(crate) type LongRead = (VarId, Word, Word);

#[derive(Debug)]
pub(crate) struct Data {
    pub origin: Origin,
    /// By variable and element.
    pub cells: FxHashMap<(VarId, u32), Word>,
    /// Reads of long arrays in a free frame: equal positions have equal values.
    pub long: Vec<LongRead>,
    /// By variable and index: what such a read gives, in any frame.
    pub reads: FxHashMap<(VarId, Word), Word>,
}

impl Data {
    pub fn new(origin: Origin) -> Data {
        Data { origin, cells: FxHashMap::default(), long: Vec::new(), reads: FxHashMap::default() }
    }
}

/// The updates of a variable, each with the index of its target: none if all of it is written.
pub(crate) fn updates_of(updates: &[Update], v: VarId) -> Vec<(Option<ExprId>, ExprId)> {
    let own = updates.iter().filter_map(|update| match update.target {
        Target::Var(w) | Target::Fill(w) if w == v => Some((None, update.value)),
        Target::Element(w, index) if w == v => Some((Some(index), update.value)),
        _ => None,
    });
    own.collect()
}
