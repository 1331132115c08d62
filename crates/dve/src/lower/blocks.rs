//! Long chains as trees that are as low as can be.

use kulan_ir::ExprId;

/// Items joined to blocks whose sizes are powers of two, as the digits of a binary counter: all items so far are a few
/// blocks, and so can be spoken of at any time without joining them anew.
#[derive(Clone, Default, Debug)]
pub(super) struct Blocks(Vec<(u32, ExprId)>);

impl Blocks {
    pub fn push(&mut self, item: ExprId, mut join: impl FnMut(ExprId, ExprId) -> ExprId) {
        let (mut size, mut block) = (1, item);
        while let Some((_, last)) = self.0.pop_if(|(s, _)| *s == size) {
            (size, block) = (2 * size, join(last, block));
        }
        self.0.push((size, block));
    }

    pub fn iter(&self) -> impl Iterator<Item = ExprId> {
        self.0.iter().map(|(_, block)| *block)
    }

    /// All items joined; none if there is no item.
    pub fn finish(self, mut join: impl FnMut(ExprId, ExprId) -> ExprId) -> Option<ExprId> {
        self.0.into_iter().rev().map(|(_, block)| block).reduce(|right, left| join(left, right))
    }
}
