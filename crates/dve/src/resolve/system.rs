//! What concerns several processes: who talks with whom, and how many transitions that makes.

use kulan_diagnostics::Diagnostic;

use super::Resolver;
use super::expr::MAX_HEIGHT;
use super::process::values;
use crate::hir::{Assignment, Sync, Transition};

/// Combinations of transitions in a synchronous system.
const MAX_COMBINATIONS: usize = 100_000;
/// Pairs of sender and receiver.
const MAX_PAIRS: usize = 1_000_000;

impl Resolver<'_> {
    pub(super) fn system_as_a_whole(&mut self) {
        if self.model.processes.is_empty() && !self.diags.has_errors() {
            self.diags.push(Diagnostic::global_error("no-process", "the system has no process"));
        }
        if self.model.synchronous {
            self.combinations();
        }
        self.pairs();
    }

    fn combinations(&mut self) {
        let committed = self.model.processes.iter().flat_map(|p| &p.states).find(|s| s.committed).map(|s| s.span);
        if let Some(span) = committed {
            let message = "in a synchronous system no state is committed";
            self.diags.push(Diagnostic::error("unsupported", span, message).help("all processes step at once"));
        }
        let counts = self.model.processes.iter().map(|p| p.transitions.len());
        let count = counts.fold(1usize, |product, n| product.saturating_mul(n));
        let span = self.ast.processes.first().map(|p| p.name.span);
        let Some(span) = span else { return };
        if count > MAX_COMBINATIONS {
            let message = "the processes of this synchronous system have too many transitions";
            let note = format!("there are more than {MAX_COMBINATIONS} ways to choose one of each process");
            self.diags.push(Diagnostic::error("too-many", span, message).note(note));
        }
        let heights = self.model.processes.iter().map(|p| {
            let height = |t: &Transition| t.effects.iter().map(Assignment::height).sum::<usize>();
            p.transitions.iter().map(height).max().unwrap_or(0)
        });
        if heights.sum::<usize>() > 2 * MAX_HEIGHT {
            let message = "the effects of these processes build on each other too deeply";
            self.diags.push(Diagnostic::error("too-deep", span, message));
        }
    }

    /// The ends of each rendezvous channel agree on how many values they pass.
    fn pairs(&mut self) {
        let syncs: Vec<(usize, &Sync)> = self
            .model
            .processes
            .iter()
            .enumerate()
            .flat_map(|(p, process)| process.transitions.iter().filter_map(move |t| Some((p, t.sync.as_ref()?))))
            .collect();
        let mut count = 0usize;
        for (number, channel) in self.model.channels.iter().enumerate() {
            let here = syncs.iter().filter(|(_, s)| s.channel == number && channel.capacity == 0);
            let (senders, receivers): (Vec<_>, Vec<_>) = here.partition(|(_, s)| s.action.is_send());
            count = count.saturating_add(senders.len().saturating_mul(receivers.len()));
            if channel.types.is_some() {
                continue; // each end was compared with the declaration
            }
            for (p, sender) in &senders {
                let clash = receivers.iter().find(|(q, r)| q != p && r.action.len() != sender.action.len());
                let Some((_, receiver)) = clash else { continue };
                let message = format!(
                    "`{}` is sent with {}, but received with {}",
                    channel.name,
                    values(sender.action.len()),
                    values(receiver.action.len())
                );
                self.diags.push(Diagnostic::error("count", sender.span, message).label(receiver.span, "received here"));
            }
        }
        if count > MAX_PAIRS {
            let message = format!("there are more than {MAX_PAIRS} pairs of sender and receiver");
            self.diags.push(Diagnostic::global_error("too-many", message));
        }
    }
}
