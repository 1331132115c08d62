//! Searches end soon when they are to, and say why.

use kulan_control::{Control, Limit};
use kulan_ir::{CheckKind, TransitionId};
use kulan_model::{Failure, Generator, Model, Successors};
use kulan_search::{Options, Order, find_cycle, search, short_lasso};
use kulan_store::{Config, PlainStore};

/// A tree without end. After so many expansions, something stops the run.
struct Tree<'c> {
    control: &'c Control,
    stop_after: Option<u32>,
    fails: bool,
}

struct TreeGenerator<'c> {
    control: &'c Control,
    left: Option<u32>,
    fails: bool,
}

impl Model for Tree<'_> {
    type Generator<'a>
        = TreeGenerator<'a>
    where
        Self: 'a;

    fn words(&self) -> usize {
        1
    }

    fn initial(&self) -> Vec<u32> {
        vec![1]
    }

    fn generator(&self, _: &Control) -> TreeGenerator<'_> {
        TreeGenerator { control: self.control, left: self.stop_after, fails: self.fails }
    }
}

impl Generator for TreeGenerator<'_> {
    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        out.clear();
        if self.left == Some(0) {
            self.control.stop(Limit::Time);
        }
        self.left = self.left.map(|left| left.saturating_sub(1));
        let (a, b) = (state[0].wrapping_mul(2), state[0].wrapping_mul(2).wrapping_add(1));
        out.states.extend([a, b]);
        if self.fails {
            out.failures.push(Failure { transition: TransitionId(0), check: 0, kind: CheckKind::Division });
        }
    }
}

fn ways() -> impl Iterator<Item = Options> {
    let orders = [Order::DepthFirst, Order::BreadthFirst].into_iter();
    orders.flat_map(|order| [1, 2, 3].map(|threads| Options { order, threads, ..Options::default() }))
}

fn store(threads: usize) -> PlainStore {
    PlainStore::new(Config { words: 1, memory_limit: 1 << 28, threads }).expect("a small store")
}

#[test]
fn no_state_is_expanded_after_a_stop() {
    for options in ways() {
        let control = Control::default();
        let tree = Tree { control: &control, stop_after: Some(500), fails: false };
        let outcome = search(&tree, &store(options.threads), &options, &control);
        assert_eq!(outcome.limit, Some(Limit::Time), "{options:?}");
        assert!(outcome.states < 4000, "{options:?}: {} states", outcome.states);
    }
}

#[test]
fn a_control_that_is_stopped_ends_every_search_at_once() {
    let control = Control::default();
    control.stop(Limit::Interrupt);
    let tree = Tree { control: &control, stop_after: None, fails: false };
    for options in ways() {
        let outcome = search(&tree, &store(options.threads), &options, &control);
        assert_eq!((outcome.limit, outcome.violations.len()), (Some(Limit::Interrupt), 0));
        let outcome = find_cycle(&tree, &|_| true, &store(options.threads), &options, &control);
        assert_eq!((outcome.limit, outcome.violations.len()), (Some(Limit::Interrupt), 0));
    }
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(100);
    assert_eq!(short_lasso(&tree, &|_| true, usize::MAX, deadline, &control), None);
}

#[test]
fn the_limit_on_states_is_kept() {
    let control = Control::default();
    let tree = Tree { control: &control, stop_after: None, fails: false };
    for options in ways() {
        for max in [1, 2, 100, 5000] {
            let options = Options { max_states: Some(max), ..options.clone() };
            let outcome = search(&tree, &store(options.threads), &options, &control);
            // Each expansion gives two states; each thread may have one that it had begun.
            let most = max + 2 * options.threads as u64;
            assert_eq!(outcome.limit, Some(Limit::States), "{options:?}");
            assert!((max..=most).contains(&outcome.states), "{options:?}: {} states", outcome.states);
        }
    }
    assert_eq!(control.stopped(), None, "the limit is that of the search");
}

#[test]
fn failures_have_the_kind_that_the_model_gives_them() {
    let control = Control::default();
    let tree = Tree { control: &control, stop_after: None, fails: true };
    for options in ways() {
        let outcome = search(&tree, &store(options.threads), &options, &control);
        assert_eq!(outcome.violations[0].kind, kulan_search::Kind::Check(CheckKind::Division));
        assert_eq!(outcome.limit, None, "a violation ended it");
    }
}
