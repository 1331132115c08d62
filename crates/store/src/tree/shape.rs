//! The tree over the words of a state.
//!
//! The words are taken two by two; each pair is a leaf. A tree over several leaves splits them in the middle, since
//! both halves then vary least on their own. Nodes are numbered leaves first, then by height, so that children come
//! before parents. The root has no number: it is the state.

/// The same tree for all states of a store.
pub struct Shape {
    words: usize,
    leaves: usize,
    /// Children of the nodes that are not leaves.
    children: Box<[[u32; 2]]>,
    /// Parent of each node, `ROOT` for the two at the top.
    parents: Box<[u32]>,
    /// Height of each node, 0 for leaves.
    heights: Box<[u32]>,
    /// The two nodes at the top.
    top: [u32; 2],
}

/// Stands for the root in [`Shape::parent`].
pub const ROOT: u32 = u32::MAX;

/// A subtree before numbering: first leaf, number of leaves.
#[derive(Copy, Clone)]
struct Span(usize, usize);

impl Span {
    fn halves(self) -> [Span; 2] {
        let left = self.1.div_ceil(2);
        [Span(self.0, left), Span(self.0 + left, self.1 - left)]
    }

    fn height(self) -> u32 {
        self.1.next_power_of_two().ilog2()
    }

    /// Order of numbering; the subtrees of one height are disjoint.
    fn key(self) -> (u32, usize) {
        (self.height(), self.0)
    }
}

impl Shape {
    /// The tree over states of this many words; short ones are padded with zeros.
    pub fn new(words: usize) -> Self {
        let leaves = words.div_ceil(2).max(2);
        let root = Span(0, leaves);
        let mut inner = Vec::new();
        root.halves().into_iter().for_each(|half| collect(half, &mut inner));
        inner.sort_by_key(|span| span.key());
        let number = |span: Span| match span.1 {
            1 => span.0 as u32,
            _ => (leaves + inner.binary_search_by_key(&span.key(), |s| s.key()).expect("collected")) as u32,
        };
        let children: Box<[_]> = inner.iter().map(|span| span.halves().map(number)).collect();
        let heights = std::iter::repeat_n(0, leaves).chain(inner.iter().map(|span| span.height())).collect();
        let parents = parents(leaves, &children);
        Self { words, leaves, children, parents, heights, top: root.halves().map(number) }
    }

    pub fn words(&self) -> usize {
        self.words
    }

    pub fn leaves(&self) -> usize {
        self.leaves
    }

    /// Number of nodes, the root not counted.
    pub fn nodes(&self) -> usize {
        self.parents.len()
    }

    pub fn top(&self) -> [u32; 2] {
        self.top
    }

    pub fn parent(&self, node: u32) -> u32 {
        self.parents[node as usize]
    }

    pub fn height(&self, node: u32) -> u32 {
        self.heights[node as usize]
    }

    /// Number of different heights.
    pub fn floors(&self) -> usize {
        self.heights[self.nodes() - 1] as usize + 1
    }

    /// Children of a node, nothing for a leaf.
    #[inline(always)]
    pub fn children(&self, node: u32) -> Option<[u32; 2]> {
        self.children.get((node as usize).wrapping_sub(self.leaves)).copied()
    }

    /// Nodes that are not leaves, from the top down, with their children.
    pub fn downwards(&self) -> impl Iterator<Item = (usize, [u32; 2])> {
        self.children.iter().enumerate().rev().map(|(i, &pair)| (self.leaves + i, pair))
    }
}

/// All subtrees of `span` that are not leaves.
fn collect(span: Span, into: &mut Vec<Span>) {
    if span.1 > 1 {
        into.push(span);
        span.halves().into_iter().for_each(|half| collect(half, into));
    }
}

fn parents(leaves: usize, children: &[[u32; 2]]) -> Box<[u32]> {
    let mut parents = vec![ROOT; leaves + children.len()];
    for (i, pair) in children.iter().enumerate() {
        pair.iter().for_each(|&child| parents[child as usize] = (leaves + i) as u32);
    }
    parents.into()
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn every_node_is_below_the_root_and_above_its_children() {
        for words in 1..300 {
            let shape = Shape::new(words);
            assert_eq!(shape.nodes(), 2 * shape.leaves() - 2, "{words} words");
            let orphans = (0..shape.nodes() as u32).filter(|&n| shape.parent(n) == ROOT);
            assert_eq!(orphans.collect::<Vec<_>>().len(), 2);
            for (node, pair) in shape.downwards() {
                assert!(pair.iter().all(|&child| shape.parent(child) == node as u32 && (child as usize) < node));
                assert!(pair.iter().all(|&child| shape.height(child) < shape.height(node as u32)));
            }
        }
    }

    #[test]
    fn the_tree_is_balanced() {
        let floors = |words| Shape::new(words).floors();
        assert_eq!([1, 4, 5, 8, 9, 64, 2000].map(floors), [1, 1, 2, 2, 3, 5, 10]);
    }
}
