//! A system made ready for reduction: subject, relations, tables.

use std::time::{Duration, Instant};

use kulan_ir::System;
use kulan_model::Model;
use kulan_relations::{Figures, Method, Subject};
use kulan_stubborn::{Options, Reduced, Tables};

/// How to reduce.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Reduction {
    /// The algorithm and its options.
    pub options: Options,
    /// Where the relations come from.
    pub method: Method,
}

/// What the relations took.
#[derive(Clone, PartialEq, Debug)]
pub struct Relating {
    /// Time, preparation included.
    pub time: Duration,
    /// Questions and answers.
    pub figures: Figures,
    /// Whether sets keep errors reachable by a proviso, rather than because there are none to keep.
    pub proviso: bool,
}

/// A system ready for reduction.
pub struct Prepared {
    /// What is reduced.
    pub subject: Subject,
    /// The relations as the algorithms want them.
    pub tables: Tables,
    /// How sets are chosen.
    pub options: Options,
    /// What it took.
    pub relating: Relating,
}

impl Prepared {
    /// Finds the relations of a system.
    pub fn new(system: &System, reduction: Reduction, assertions: bool) -> Prepared {
        let begin = Instant::now();
        let mut subject = Subject::new(system, assertions);
        let (relations, figures) = kulan_relations::relations(&mut subject, reduction.method);
        // Checks that did not become goals are met when their transition is taken, which must then not be put off for ever.
        let proviso = subject.can_fail();
        let tables = Tables::new(&subject, &relations);
        let relating = Relating { time: begin.elapsed(), figures, proviso };
        Prepared { subject, tables, options: reduction.options, relating }
    }

    /// The reduced form of a model of the subject's system.
    pub fn reduce<'m, M: Model>(&'m self, model: &'m M) -> Reduced<'m, M> {
        let options = kulan_stubborn::probe(model, &self.tables, self.options);
        Reduced::new(model, &self.tables, options, self.relating.proviso)
    }
}
