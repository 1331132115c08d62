//! Whether one automaton accepts all that another does, by Ramsey's theorem: S. Fogarty and M. Vardi, "Efficient Büchi
//! universality checking" (2010); P. Abdulla et al., "Advanced Ramsey-based Büchi automata inclusion testing" (2011).
//!
//! If there is a word of the first that the second rejects, then there is one with a stem and a cycle. What a cycle does to
//! the second automaton is a graph: between which states it leads, and whether past a mark. There are finitely many
//! graphs, and one with more arcs than another need not be looked at.

use super::letters::Plain;
use crate::components::components;

/// What was found.
pub(super) enum Found {
    /// Every word of the first is accepted by the second.
    Nothing,
    /// A word that is not: stem and cycle.
    Word(Vec<usize>, Vec<usize>),
    /// There were no steps left.
    Spent,
}

/// Where the second automaton can get by some word, from each state: anyhow, and past a mark.
#[derive(Clone, PartialEq, Eq)]
struct Arcs {
    any: Vec<u64>,
    marked: Vec<u64>,
}

/// A word by its last letter and what comes before; sets of letters would take more room.
struct Piece<T> {
    /// Where the first automaton is after it.
    state: usize,
    what: T,
    letter: usize,
    before: Option<usize>,
    /// Another one leads to fewer states.
    dominated: bool,
}

/// Looks for a word of `a` that `b` does not accept; takes from `steps` what it uses.
pub(super) fn outside(a: &Plain, b: &Plain, steps: &mut usize) -> Found {
    if b.steps.len() > 64 {
        return Found::Spent;
    }
    let arcs: Vec<Arcs> = (0..a.letters).map(|letter| Arcs::of_letter(b, letter)).collect();
    let component = components(a.steps.len(), |s| a.steps[s].iter().flatten().map(|step| step.0).collect());
    // Stems: the states where `b` can be. The empty word is the first; its letter is not used.
    let mut stems = Pieces::default();
    stems.add(a.initial, 1 << b.initial, 0, None);
    let grow = |set: &u64, letter: usize| image(*set, &arcs[letter].any);
    if !stems.grow(a, grow, |a, b| a & b == *a, |_| true, steps) {
        return Found::Spent;
    }
    for start in 0..a.steps.len() {
        // An accepted cycle has a marked step, and may as well begin with it.
        let mut cycles = Pieces::default();
        for (letter, targets) in a.steps[start].iter().enumerate() {
            for &(target, marked) in targets {
                if marked && component[target] == component[start] && stems.at(start).next().is_some() {
                    cycles.add_unless(target, arcs[letter].clone(), letter, None, Arcs::within);
                }
            }
        }
        let inside = |s: usize| component[s] == component[start];
        if !cycles.grow(a, |before, letter| before.then(&arcs[letter]), Arcs::within, inside, steps) {
            return Found::Spent;
        }
        for cycle in cycles.at(start) {
            let good = cycles.list[cycle].what.accepted_from();
            if let Some(stem) = stems.at(start).find(|&stem| stems.list[stem].what & good == 0) {
                // The first stem is the empty word.
                return Found::Word(stems.word(stem).split_off(1), cycles.word(cycle));
            }
        }
    }
    Found::Nothing
}

/// Words, shorter ones first, each with where it leads.
struct Pieces<T> {
    list: Vec<Piece<T>>,
}

impl<T> Default for Pieces<T> {
    fn default() -> Pieces<T> {
        Pieces { list: Vec::new() }
    }
}

impl<T> Pieces<T> {
    fn add(&mut self, state: usize, what: T, letter: usize, before: Option<usize>) {
        self.list.push(Piece { state, what, letter, before, dominated: false });
    }

    /// Adds a word unless there is one to the same state that is within it; those that it is within are of no more use.
    fn add_unless(&mut self, state: usize, what: T, letter: usize, before: Option<usize>, within: fn(&T, &T) -> bool) {
        let alike = |piece: &&mut Piece<T>| piece.state == state && !piece.dominated;
        if self.list.iter_mut().filter(alike).any(|piece| within(&piece.what, &what)) {
            return;
        }
        for piece in self.list.iter_mut().filter(alike) {
            piece.dominated |= within(&what, &piece.what);
        }
        self.add(state, what, letter, before);
    }

    /// Makes all words longer until nothing new is found; false if there are no steps left.
    fn grow(
        &mut self,
        a: &Plain,
        longer: impl Fn(&T, usize) -> T,
        within: fn(&T, &T) -> bool,
        allowed: impl Fn(usize) -> bool,
        steps: &mut usize,
    ) -> bool {
        let mut at = 0;
        while at < self.list.len() {
            if !self.list[at].dominated {
                for letter in 0..a.letters {
                    let targets = &a.steps[self.list[at].state][letter];
                    for &(target, _) in targets.iter().filter(|step| allowed(step.0)) {
                        // What is compared with is most of the work.
                        let cost = 1 + self.list.len() / 16;
                        if *steps < cost {
                            return false;
                        }
                        *steps -= cost;
                        let what = longer(&self.list[at].what, letter);
                        self.add_unless(target, what, letter, Some(at), within);
                    }
                }
            }
            at += 1;
        }
        true
    }

    /// Those that lead to a state.
    fn at(&self, state: usize) -> impl Iterator<Item = usize> {
        (0..self.list.len()).filter(move |&i| self.list[i].state == state && !self.list[i].dominated)
    }

    fn word(&self, mut at: usize) -> Vec<usize> {
        let mut letters = vec![self.list[at].letter];
        while let Some(before) = self.list[at].before {
            at = before;
            letters.push(self.list[at].letter);
        }
        letters.reverse();
        letters
    }
}

/// The states that some state of a set leads to.
fn image(set: u64, rows: &[u64]) -> u64 {
    (0..rows.len()).filter(|&i| set >> i & 1 == 1).fold(0, |all, i| all | rows[i])
}

impl Arcs {
    fn of_letter(b: &Plain, letter: usize) -> Arcs {
        let row = |s: usize, only_marked: bool| {
            let steps = b.steps[s][letter].iter().filter(|step| step.1 || !only_marked);
            steps.fold(0, |row, step| row | 1 << step.0)
        };
        let rows = |only_marked| (0..b.steps.len()).map(|s| row(s, only_marked)).collect();
        Arcs { any: rows(false), marked: rows(true) }
    }

    fn then(&self, next: &Arcs) -> Arcs {
        let rows = 0..self.any.len();
        let any = rows.clone().map(|i| image(self.any[i], &next.any)).collect();
        let marked = rows.map(|i| image(self.marked[i], &next.any) | image(self.any[i], &next.marked)).collect();
        Arcs { any, marked }
    }

    /// Whether all arcs of the first are in the second.
    fn within(a: &Arcs, b: &Arcs) -> bool {
        let rows = |a: &[u64], b: &[u64]| a.iter().zip(b).all(|(a, b)| a & b == *a);
        rows(&a.any, &b.any) && rows(&a.marked, &b.marked)
    }

    /// The states from which the word, forever, is accepted: those that lead to a marked arc on a cycle of arcs.
    fn accepted_from(&self) -> u64 {
        let mut reach = self.any.clone();
        for k in 0..reach.len() {
            for i in 0..reach.len() {
                if reach[i] >> k & 1 == 1 {
                    reach[i] |= reach[k];
                }
            }
        }
        let on_cycle =
            |i: usize| (0..reach.len()).any(|j| self.marked[i] >> j & 1 == 1 && (i == j || reach[j] >> i & 1 == 1));
        let good = (0..reach.len()).filter(|&i| on_cycle(i)).fold(0u64, |good, i| good | 1 << i);
        let leads = |i: &usize| good >> i & 1 == 1 || reach[*i] & good != 0;
        (0..reach.len()).filter(leads).fold(0, |all, i| all | 1 << i)
    }
}
