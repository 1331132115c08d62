//! What is known at each moment of a run.

use kulan_control::{Control, Phase};
use kulan_report::{Answer, Instance, PropertyId, PropertyReport, Reason, Report};

/// A report in progress.
pub struct Draft {
    /// What is known.
    pub report: Report,
    /// Properties without an answer yet.
    pub pending: Vec<Pending>,
    /// What is known of properties for which an engine still looks for a better answer.
    pub noted: Vec<PropertyReport>,
}

/// A property without an answer.
pub struct Pending {
    pub id: PropertyId,
    pub name: String,
    pub instance: Instance,
}

impl Draft {
    /// One in which nothing is known.
    pub fn new(report: Report) -> Draft {
        Draft { report, pending: Vec::new(), noted: Vec::new() }
    }

    /// A property that has its answer.
    pub fn answer(&mut self, property: PropertyReport) {
        self.pending.retain(|p| p.id != property.id || p.instance != property.instance);
        self.report.properties.push(property);
    }

    /// What is known so far replaces no answer, but counts where none comes.
    fn settle(&mut self) {
        for known in std::mem::take(&mut self.noted) {
            let is_answered = self.report.properties.iter().any(|p| p.id == known.id && p.instance == known.instance);
            if !is_answered {
                self.answer(known);
            }
        }
    }

    /// Fills in what is known at the end.
    pub fn close(&mut self, control: &Control) {
        self.settle();
        let report = &mut self.report;
        if let Some((limit, phase)) = control.stopped_in() {
            let open = |Pending { id, name, instance }| PropertyReport {
                id,
                name,
                instance,
                answer: Answer::Unknown(Reason::Limit(limit, phase)),
                errors: 0,
            };
            report.properties.extend(self.pending.drain(..).map(open));
            if report.properties.is_empty() && report.error.is_none() {
                report.limit = Some((limit, phase));
            }
        }
        let reached = report.properties.iter().find_map(|p| match p.answer {
            Answer::Unknown(Reason::Limit(limit, phase)) => Some((limit, phase)),
            _ => None,
        });
        let cut = report.searches.iter().find_map(|s| s.limit).map(|limit| (limit, Phase::Search));
        report.limit = report.limit.or(reached).or(cut);
        report.seconds = control.elapsed().as_secs_f64();
        report.times = control.times();
        report.memory_bytes = kulan_control::peak_memory();
    }
}
