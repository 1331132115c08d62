//! Which send a received message comes from.

use std::collections::HashMap;

use kulan_trace::{Passing, Step};

/// For each step that receives from a buffer, the number of the step that sent.
pub fn origins(steps: &[Step]) -> Vec<Option<usize>> {
    let mut waiting: HashMap<&str, Vec<(usize, &[String])>> = HashMap::new();
    let mut origins = Vec::with_capacity(steps.len());
    for (number, step) in steps.iter().enumerate() {
        let mut origin = None;
        if let Some(message) = &step.message {
            let queue = waiting.entry(&message.channel).or_default();
            match message.kind {
                Passing::Send => queue.push((number, &message.fields)),
                Passing::Receive => {
                    let at = queue.iter().position(|(_, fields)| *fields == message.fields);
                    origin = at.map(|i| queue[i].0);
                    if let Some(at) = at.filter(|_| !is_copy(&step.text)) {
                        queue.remove(at);
                    }
                }
                Passing::Handshake => {}
            }
        }
        origins.push(origin);
    }
    origins
}

/// `c?<x>` leaves the message where it is.
fn is_copy(text: &str) -> bool {
    text.replace(' ', "").contains("?<")
}
