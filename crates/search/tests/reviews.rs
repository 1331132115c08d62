//! A review is asked when there are enough states, on any number of threads, and can end the search.

use std::sync::Mutex;

use kulan_control::{Control, Limit};
use kulan_model::{Generator, Model, Successors};
use kulan_search::{Options, Order, Review, find_cycle_reviewed, search_reviewed};
use kulan_store::{Config, PlainStore};

/// Numbers below a bound, each of which leads to two others.
struct Numbers(u32);

impl Model for Numbers {
    type Generator<'a> = &'a Numbers;

    fn words(&self) -> usize {
        1
    }

    fn initial(&self) -> Vec<u32> {
        vec![0]
    }

    fn generator(&self, _: &Control) -> &Numbers {
        self
    }
}

impl Generator for &Numbers {
    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        out.clear();
        out.states.extend([state[0] * 2 + 1, state[0] * 2 + 2].into_iter().filter(|&n| n < self.0));
    }
}

/// Asks at 100 states, again at 500, and ends the search then if it is to.
struct Twice {
    ends: bool,
    asked: Mutex<Vec<u64>>,
}

impl Review for Twice {
    fn first(&self) -> u64 {
        100
    }

    fn goes_on(&self, states: u64) -> Option<u64> {
        let mut asked = self.asked.lock().expect("no panic");
        asked.push(states);
        match asked.len() {
            1 => Some(500),
            _ if self.ends => None,
            _ => Some(u64::MAX),
        }
    }
}

#[test]
fn a_review_is_asked_in_time() {
    for (order, threads) in [(Order::DepthFirst, 1), (Order::DepthFirst, 3), (Order::BreadthFirst, 2)] {
        for ends in [false, true] {
            for cycles in [false, true] {
                let review = Twice { ends, asked: Mutex::default() };
                let (model, control) = (Numbers(2000), Control::default());
                let options = Options { order, threads, deadlocks: false, ..Options::default() };
                let store = PlainStore::new(Config { words: 1, memory_limit: 1 << 24, threads }).expect("room");
                let outcome = if cycles {
                    find_cycle_reviewed(&model, &|_| false, &store, &options, &control, Some(&review))
                } else {
                    search_reviewed(&model, &store, &options, &control, Some(&review))
                };
                let way = format!("{order:?} {threads} {ends} {cycles}: {outcome:?}");
                let asked = review.asked.into_inner().expect("no panic");
                assert_eq!(asked, [100, 500], "{way}");
                assert_eq!(outcome.limit, ends.then_some(Limit::States), "{way}");
                assert!(if ends { outcome.states < 1500 } else { outcome.states == 2000 }, "{way}");
            }
        }
    }
}

/// A space that is smaller than a review wants to know of is searched without it.
#[test]
fn a_small_space_is_not_reviewed() {
    let review = Twice { ends: true, asked: Mutex::default() };
    let options = Options { deadlocks: false, ..Options::default() };
    let store = PlainStore::new(Config { words: 1, memory_limit: 1 << 24, threads: 1 }).expect("room");
    let outcome = search_reviewed(&Numbers(99), &store, &options, &Control::default(), Some(&review));
    assert_eq!((outcome.states, outcome.limit), (99, None));
    assert!(review.asked.into_inner().expect("no panic").is_empty());
}
