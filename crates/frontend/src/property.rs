//! Temporal properties, whatever their language.

use kulan_diagnostics::Span;
use kulan_dve as dve;
use kulan_ltl::Formula;
use kulan_promela as promela;
use kulan_tmc as tmc;

use crate::Spec;

/// A property that stands in the source.
#[derive(Clone, Debug)]
pub struct Property {
    number: u32,
    kind: String,
    name: String,
    span: Span,
    spec: Spec,
    stutters: bool,
    origin: Origin,
}

/// Where the propositions come from.
#[derive(Clone, Debug)]
enum Origin {
    Promela(Box<promela::hir::Property>),
    /// Labels of the program's system, by number.
    Labels(Vec<usize>),
    Dve(Vec<dve::Proposition>),
}

impl Property {
    pub(crate) fn of_promela(source: &promela::hir::Property) -> Property {
        Property {
            number: 0,
            kind: source.kind.clone(),
            name: source.name.clone(),
            span: source.span,
            spec: source.spec.clone(),
            stutters: source.stutters,
            origin: Origin::Promela(Box::new(source.clone())),
        }
    }

    pub(crate) fn of_tmc(named: tmc::NamedFormula) -> Property {
        let atoms: Vec<usize> = named.formula.polarities().into_keys().collect();
        let mut formula = named.formula;
        renumber(&mut formula, &atoms);
        let spec = Spec::Formula(formula);
        let origin = Origin::Labels(atoms);
        Property { number: 0, kind: "ltl".into(), name: named.name, span: named.span, spec, stutters: true, origin }
    }

    /// Of a program whose system has its propositions as labels.
    pub(crate) fn of_labels(kind: &str, name: &str, span: Span, spec: Spec, labels: Vec<usize>) -> Property {
        let origin = Origin::Labels(labels);
        Property { number: 0, kind: kind.into(), name: name.into(), span, spec, stutters: true, origin }
    }

    pub(crate) fn of_dve(
        kind: &str,
        name: &str,
        span: Span,
        spec: Spec,
        propositions: Vec<dve::Proposition>,
    ) -> Property {
        let origin = Origin::Dve(propositions);
        Property { number: 0, kind: kind.into(), name: name.into(), span, spec, stutters: true, origin }
    }

    pub(crate) fn dve(&self) -> &[dve::Proposition] {
        match &self.origin {
            Origin::Dve(propositions) => propositions,
            _ => &[],
        }
    }

    pub(crate) fn promela(&self) -> Option<&promela::hir::Property> {
        match &self.origin {
            Origin::Promela(source) => Some(source),
            _ => None,
        }
    }

    pub(crate) fn atoms(&self) -> &[usize] {
        match &self.origin {
            Origin::Labels(atoms) => atoms,
            _ => &[],
        }
    }

    /// The same with a number.
    pub(crate) fn numbered(self, number: u32) -> Property {
        Property { number, ..self }
    }

    /// Its place among all that can be asked about the model, which is what it is known by: names are for people.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// `ltl`, `never`, …
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// Whether each model of the language has it.
    pub(crate) fn is_builtin(&self) -> bool {
        matches!(&self.origin, Origin::Promela(source) if promela::BUILTIN.contains(&source.kind.as_str()))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name in reports: `ltl:fair`. No other property of the model has the same.
    pub fn title(&self) -> String {
        let (kind, name) = (self.kind(), self.name());
        if kind == name { kind.to_string() } else { format!("{kind}:{name}") }
    }

    /// Where.
    pub fn span(&self) -> Span {
        self.span
    }

    /// What is asked of all runs.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Whether a run that has come to its end counts as one that stays there forever.
    pub fn stutters(&self) -> bool {
        self.stutters
    }
}

/// Gives each atom its place in the list.
fn renumber(formula: &mut Formula, atoms: &[usize]) {
    match formula {
        Formula::Constant(_) => {}
        Formula::Atom(atom) => *atom = atoms.binary_search(atom).expect("all atoms are listed"),
        Formula::Not(a) | Formula::Next(a) | Formula::Finally(a) | Formula::Globally(a) => renumber(a, atoms),
        Formula::And(a, b)
        | Formula::Or(a, b)
        | Formula::Implies(a, b)
        | Formula::Equivalent(a, b)
        | Formula::Until(a, b)
        | Formula::WeakUntil(a, b)
        | Formula::Release(a, b) => {
            renumber(a, atoms);
            renumber(b, atoms);
        }
    }
}
