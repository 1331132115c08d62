//! A worker that panics ends the search: the others do not wait for it, and the panic reaches the caller.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use kulan_control::Control;
use kulan_model::{Generator, Model, Successors};
use kulan_search::{Options, Order, search};
use kulan_store::{Config, PlainStore};

/// A tree without end; one expansion panics.
struct Broken {
    left: AtomicU32,
}

impl Model for Broken {
    type Generator<'a> = &'a Broken;

    fn words(&self) -> usize {
        1
    }

    fn initial(&self) -> Vec<u32> {
        vec![1]
    }

    fn generator(&self, _: &Control) -> &Broken {
        self
    }
}

impl Generator for &Broken {
    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        out.clear();
        assert_ne!(self.left.fetch_sub(1, Ordering::Relaxed), 1, "this panic is part of the test");
        let first = state[0].wrapping_mul(2);
        out.states.extend([first, first.wrapping_add(1)]);
    }
}

fn panics(order: Order, threads: usize, after: u32) -> bool {
    let (model, control) = (Broken { left: AtomicU32::new(after) }, Control::default());
    let store = PlainStore::new(Config { words: 1, memory_limit: 1 << 28, threads }).expect("a small store");
    let options = Options { order, threads, ..Options::default() };
    catch_unwind(AssertUnwindSafe(|| search(&model, &store, &options, &control))).is_err()
}

#[test]
fn a_panic_ends_the_search() {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        for order in [Order::DepthFirst, Order::BreadthFirst] {
            for (threads, after) in [(1, 10), (2, 1), (2, 3), (3, 40), (3, 5000)] {
                let _ = send.send((order, threads, after, panics(order, threads, after)));
            }
        }
    });
    for _ in 0..10 {
        let result = receive.recv_timeout(Duration::from_secs(60)).expect("a search that ends");
        assert!(result.3, "{result:?}");
    }
}
