//! `system sync`: all processes move at once.

use super::Lowering;
use super::effect::Run;
use super::emit::Party;
use crate::hir::Transition;

impl<'a> Lowering<'a> {
    /// One transition for each choice of a transition per process.
    pub(super) fn synchronous(&mut self) {
        for party in self.parties() {
            self.failure(party, &[]);
        }
        let processes: Vec<&'a [Transition]> =
            self.program.model.processes.iter().map(|p| &p.transitions[..]).collect();
        if processes.iter().any(|transitions| transitions.is_empty()) {
            return;
        }
        // The choices as the digits of a number.
        let mut choice = vec![0; processes.len()];
        loop {
            let party =
                |(process, &number): (usize, &usize)| Party { process, transition: &processes[process][number] };
            let parties: Vec<Party<'a>> = choice.iter().enumerate().map(party).collect();
            self.together(&parties);
            let Some(next) = (0..choice.len()).rev().find(|&p| choice[p] + 1 < processes[p].len()) else { return };
            choice[next] += 1;
            choice[next + 1..].fill(0);
        }
    }

    fn together(&mut self, parties: &[Party<'a>]) {
        let mut run = Run::default();
        let mut conditions = Vec::new();
        for &party in parties {
            conditions.extend(self.enabled(party, &mut run.facts));
        }
        for party in parties {
            self.go(&mut run, party.process, party.transition.source, party.transition.target);
        }
        for party in parties {
            self.effects(&mut run, &party.transition.effects);
        }
        let mut step = self.step(parties[0], &run, None);
        let texts: Vec<String> = parties.iter().map(|&p| self.words(p)).collect();
        step.text = texts.join(" | ");
        self.emit(parties[0], &conditions, run, vec![step]);
    }
}
