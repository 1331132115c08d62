//! Strongly connected components: R. Tarjan, "Depth-first search and linear graph algorithms" (1972), with a stack of
//! its own.

/// The component of each vertex below `count`; a component's number is higher than those it leads to.
pub(crate) fn components(count: usize, successors: impl Fn(usize) -> Vec<usize>) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let (mut index, mut low, mut component) = (vec![NONE; count], vec![NONE; count], vec![NONE; count]);
    let (mut next_index, mut next_component) = (0, 0);
    let mut open = Vec::new();
    for root in 0..count {
        if index[root] != NONE {
            continue;
        }
        let mut frames: Vec<(usize, Vec<usize>)> = Vec::new();
        let mut enter = Some(root);
        loop {
            if let Some(v) = enter.take() {
                (index[v], low[v]) = (next_index, next_index);
                next_index += 1;
                open.push(v);
                frames.push((v, successors(v)));
            }
            let Some((v, rest)) = frames.last_mut() else { break };
            let v = *v;
            if let Some(w) = rest.pop() {
                if index[w] == NONE {
                    enter = Some(w);
                } else if component[w] == NONE {
                    low[v] = low[v].min(index[w]);
                }
                continue;
            }
            frames.pop();
            if let Some((parent, _)) = frames.last() {
                low[*parent] = low[*parent].min(low[v]);
            }
            if low[v] == index[v] {
                while let Some(w) = open.pop() {
                    component[w] = next_component;
                    if w == v {
                        break;
                    }
                }
                next_component += 1;
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn two_cycles_and_a_bridge() {
        let edges = [vec![1], vec![0, 2], vec![3], vec![4], vec![2], vec![5]];
        let found = components(6, |v| edges[v].clone());
        assert_eq!(found[0], found[1]);
        assert_eq!((found[2], found[3]), (found[4], found[4]));
        assert!(found[0] > found[2] && found[5] != found[0] && found[5] != found[2]);
    }
}
