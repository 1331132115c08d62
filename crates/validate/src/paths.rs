//! The paths outside a set.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Claims, Complaint, Graph, Report, contains};

/// Scratch memory over a graph.
pub struct Paths<'g> {
    graph: &'g Graph,
    /// By state: the round in which it was reached, and from which origin.
    reached: Vec<(u32, u32)>,
    round: u32,
}

impl<'g> Paths<'g> {
    pub fn new(graph: &'g Graph) -> Paths<'g> {
        Paths { graph, reached: vec![(0, 0); graph.len()], round: 0 }
    }

    /// Checks a set that was chosen in the states `origins`, and notes the key transitions of each.
    pub fn check(&mut self, set: &[u64], origins: &[u32], claims: Claims, keys: &mut [Vec<u32>], report: &mut Report) {
        let graph = self.graph;
        self.round += 1;
        let mut states: Vec<u32> = Vec::new();
        for &s in origins {
            self.reached[s as usize] = (self.round, s);
            states.push(s);
        }
        // A goal that is met where the set was chosen asks for nothing.
        let met: FxHashSet<u32> = origins.iter().flat_map(|&s| graph.goals(s)).copied().collect();
        let mut steps: Vec<(u32, u32)> = Vec::new();
        // By member: the states in which a step outside disables it.
        let mut disabled: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        let mut complaint = None;
        let mut next = 0;
        while next < states.len() {
            let x = states[next];
            next += 1;
            let origin = self.reached[x as usize].1;
            for &u in graph.enabled(x).iter().filter(|&&u| !contains(set, u)) {
                if graph.is_goal(x, u) {
                    for member in self.breaks_goal(set, x, u) {
                        complaint.get_or_insert(Complaint::DoesNotCommute { origin, state: x, outside: u, member });
                    }
                    continue;
                }
                for y in graph.targets(x, u) {
                    report.steps += 1;
                    if let Some(member) = self.broken_square(set, &met, x, u, y) {
                        complaint.get_or_insert(Complaint::DoesNotCommute { origin, state: x, outside: u, member });
                    }
                    for member in graph.enabled(x).iter().copied().filter(|&t| contains(set, t) && !graph.is_goal(x, t))
                    {
                        if !graph.is_enabled(y, member) {
                            disabled.entry(member).or_default().push(x);
                            if claims.strong {
                                complaint.get_or_insert(Complaint::Disabled { origin, state: x, outside: u, member });
                            }
                        }
                    }
                    steps.push((y, x));
                    if self.reached[y as usize].0 != self.round {
                        self.reached[y as usize] = (self.round, origin);
                        states.push(y);
                    }
                }
            }
        }
        self.find_keys(set, origins, &mut steps, &disabled, keys);
        let without = |s: &&u32| keys[**s as usize].is_empty() && !graph.edges(**s).is_empty();
        if let Some(&state) = origins.iter().find(without) {
            complaint.get_or_insert(Complaint::NoKey { state });
        }
        report.complaints.extend(complaint);
    }

    /// Members that, taken in x, disable a goal outside the set.
    fn breaks_goal<'a>(&'a self, set: &'a [u64], x: u32, goal: u32) -> impl Iterator<Item = u32> + 'a {
        let edges = self.graph.edges(x).iter();
        edges.filter(move |(t, z)| contains(set, *t) && !self.graph.is_enabled(*z, goal)).map(|(t, _)| *t)
    }

    /// A member enabled in y that is not enabled in x, or does not lead there to where u then leads to the same state.
    fn broken_square(&self, set: &[u64], met: &FxHashSet<u32>, x: u32, u: u32, y: u32) -> Option<u32> {
        let graph = self.graph;
        let members = graph.enabled(y).iter().copied().filter(|t| contains(set, *t) && !met.contains(t));
        members.into_iter().find(|&t| {
            let commutes =
                |z: u32| graph.targets(x, t).any(|between| graph.targets(between, u).any(|target| target == z));
            !graph.is_enabled(x, t) || graph.targets(y, t).any(|z| !commutes(z))
        })
    }

    /// The enabled members that stay enabled on all paths outside the set.
    fn find_keys(
        &self,
        set: &[u64],
        origins: &[u32],
        steps: &mut [(u32, u32)],
        disabled: &FxHashMap<u32, Vec<u32>>,
        keys: &mut [Vec<u32>],
    ) {
        let graph = self.graph;
        for &s in origins {
            keys[s as usize] = graph.edges(s).iter().map(|e| e.0).filter(|&t| contains(set, t)).collect();
            keys[s as usize].dedup();
        }
        steps.sort_unstable();
        for (&member, ends) in disabled {
            // Backwards from where it is disabled.
            let mut lost: FxHashMap<u32, ()> = ends.iter().map(|&x| (x, ())).collect();
            let mut pending: Vec<u32> = ends.clone();
            while let Some(y) = pending.pop() {
                let from = steps.partition_point(|s| s.0 < y);
                for &(_, x) in steps[from..].iter().take_while(|s| s.0 == y) {
                    if lost.insert(x, ()).is_none() {
                        pending.push(x);
                    }
                }
            }
            for &s in origins.iter().filter(|s| lost.contains_key(s)) {
                keys[s as usize].retain(|&t| t != member);
            }
        }
    }
}
