//! Which send a received message comes from.

use std::collections::HashMap;

use kulan_trace::{Passing, Step};

/// What was sent and not received yet: the step, and its fields.
type Waiting<'a> = Vec<(usize, &'a [String])>;

/// For each step that receives from a buffer, the number of the step that sent, or that sent the first of its bytes.
pub fn origins(steps: &[Step]) -> Vec<Option<usize>> {
    let mut waiting: HashMap<&str, Waiting<'_>> = HashMap::new();
    // Messages that were received and could come again.
    let mut gone: HashMap<&str, Waiting<'_>> = HashMap::new();
    let mut origins = Vec::with_capacity(steps.len());
    for (number, step) in steps.iter().enumerate() {
        let mut origin = None;
        if let Some(message) = &step.message {
            let queue = waiting.entry(&message.channel).or_default();
            match message.kind {
                Passing::Send => queue.push((number, &message.fields)),
                Passing::Receive | Passing::Loss if has_borders(&message.channel) => {
                    origin = taken(queue, gone.entry(&message.channel).or_default(), &message.fields);
                }
                Passing::Receive | Passing::Loss => {
                    origin = received(queue, &message.fields, is_copy(&step.text));
                }
                Passing::Handshake => {}
            }
        }
        origins.push(origin);
    }
    origins
}

/// Whether a channel is a datagram socket (`Server@7000`), whose messages are received as they were sent, if at all.
fn has_borders(channel: &str) -> bool {
    channel.contains('@')
}

/// The step that sent a message: one that was not received yet, or the last one, which came twice.
fn taken<'a>(queue: &mut Waiting<'a>, gone: &mut Waiting<'a>, fields: &[String]) -> Option<usize> {
    if let Some(at) = queue.iter().position(|(_, sent)| *sent == fields) {
        gone.push(queue.remove(at));
        return gone.last().map(|(number, _)| *number);
    }
    gone.iter().rfind(|(_, sent)| *sent == fields).map(|(number, _)| *number)
}

/// The step that sent what is received, which is taken out unless it is a copy.
fn received(queue: &mut Waiting<'_>, fields: &[String], is_copy: bool) -> Option<usize> {
    // A stream has no borders: what is received can be a part of what was sent, or more than that.
    if queue.iter().flat_map(|(_, sent)| sent.iter()).take(fields.len()).eq(fields) {
        let origin = queue.first()?.0;
        if !is_copy {
            take(queue, fields.len());
        }
        return Some(origin);
    }
    let at = queue.iter().position(|(_, sent)| *sent == fields)?;
    let origin = queue[at].0;
    if !is_copy {
        queue.remove(at);
    }
    Some(origin)
}

fn take(queue: &mut Waiting<'_>, mut count: usize) {
    while count > 0 {
        let part = queue[0].1.len().min(count);
        count -= part;
        queue[0].1 = &queue[0].1[part..];
        if queue[0].1.is_empty() {
            queue.remove(0);
        }
    }
}

/// `c?<x>` leaves the message where it is.
fn is_copy(text: &str) -> bool {
    text.replace(' ', "").contains("?<")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(fields: &[&str]) -> Vec<String> {
        fields.iter().map(|f| f.to_string()).collect()
    }

    #[test]
    fn bytes_of_a_stream_come_from_the_sends_in_order() {
        let (first, second) = (texts(&["1", "2"]), texts(&["3", "1"]));
        let mut queue = vec![(4, &first[..]), (6, &second[..])];
        assert_eq!(received(&mut queue, &texts(&["1"]), false), Some(4));
        assert_eq!(received(&mut queue, &texts(&["2", "3"]), false), Some(4));
        assert_eq!(received(&mut queue, &texts(&["1"]), true), Some(6));
        assert_eq!(received(&mut queue, &texts(&["1"]), false), Some(6));
        assert_eq!(received(&mut queue, &texts(&["1"]), false), None);
    }

    #[test]
    fn messages_with_borders_may_come_late_or_twice() {
        let (first, second) = (texts(&["1"]), texts(&["2"]));
        let (mut queue, mut gone) = (vec![(4, &first[..]), (6, &second[..])], Vec::new());
        for (fields, origin) in [(&second, Some(6)), (&first, Some(4)), (&second, Some(6)), (&texts(&["1", "2"]), None)]
        {
            assert_eq!(taken(&mut queue, &mut gone, fields), origin);
        }
    }

    #[test]
    fn a_message_behind_others_is_found() {
        let (first, second) = (texts(&["1", "2"]), texts(&["3", "1"]));
        let mut queue = vec![(4, &first[..]), (6, &second[..])];
        assert_eq!(received(&mut queue, &texts(&["3", "1"]), false), Some(6));
        assert_eq!(queue, [(4, &first[..])]);
    }
}
