//! Properties requested in addition to those in the model, and how each language handles them.

use kulan_c as c;
use kulan_diagnostics::{Diagnostic, Diagnostics, FileId, FileLoader, LoadRequest, SourceMap, Span};
use kulan_dve as dve;
use kulan_ltl::{Formula, Hoa, Spec};
use kulan_promela as promela;
use kulan_tmc as tmc;

use crate::Property;

/// Questions of the command line.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Temporal formulas, each with its name.
    pub formulas: Vec<(String, String)>,
    /// The file of a never claim.
    pub never: Option<String>,
    /// An automaton that must accept no run; its propositions are expressions of the model.
    pub automaton: Option<Hoa>,
    /// Conditions that must hold in all states.
    pub invariants: Vec<String>,
}

/// The name under which texts of the command line are shown in messages.
const COMMAND_LINE: &str = "command line";

impl Asked {
    /// What is asked about a PROMELA model, as files that come with it: each text by itself, so that none can change
    /// the model.
    pub(crate) fn of_promela(
        &self,
        main: FileId,
        loader: &dyn FileLoader,
        sources: &mut SourceMap,
        diags: &mut Diagnostics,
    ) -> Option<promela::Asked> {
        let mut claims = Vec::new();
        if let Some(path) = &self.never {
            match loader.load(LoadRequest { path, from: "", system: false }) {
                Ok(file) => claims.push(sources.add(file.name, file.text)),
                Err(why) => {
                    let message = format!("cannot read {path}: {why}");
                    diags.push(Diagnostic::error("include", Span::new(main, 0, 0), message));
                    return None;
                }
            }
        }
        let mut file = |text: &String| sources.add(COMMAND_LINE, text.as_str());
        let formulas = self.formulas.iter().map(|(name, text)| (name.clone(), file(text))).collect();
        let atoms = self.automaton.iter().flat_map(|a| &a.atoms);
        let propositions = atoms.chain(&self.invariants).map(file).collect();
        Some(promela::Asked { formulas, claims, propositions })
    }

    /// Formulas and invariants, as files that a model in TMC's language comes with.
    pub(crate) fn of_tmc(&self, sources: &mut SourceMap) -> tmc::Asked {
        let mut file = |text: &String| sources.add(COMMAND_LINE, text.as_str());
        let formulas = self.formulas.iter().map(|(name, text)| (name.clone(), file(text))).collect();
        tmc::Asked { formulas, invariants: self.invariants.iter().map(file).collect() }
    }

    /// Adds the automaton to the properties of a PROMELA program, whose propositions are those of the automaton first.
    /// Gives the invariants, which are the others, as those of a property.
    pub(crate) fn sort_out(
        &self,
        program: &mut promela::hir::Program,
        sources: &mut SourceMap,
    ) -> Option<promela::hir::Property> {
        let mut propositions = std::mem::take(&mut program.propositions);
        let span = Span::new(sources.add(COMMAND_LINE, String::new()), 0, 0);
        let property = |kind: &str, spec, propositions| {
            let (kind, name) = (kind.to_string(), kind.to_string());
            promela::hir::Property { kind, name, span, spec, propositions, stutters: true }
        };
        let invariants = propositions.split_off(self.automaton.as_ref().map_or(0, |a| a.atoms.len()));
        if let Some(automaton) = &self.automaton {
            program.properties.push(property("hoa", Spec::Claim(automaton.automaton.clone()), propositions));
        }
        let always = Spec::Formula(Formula::Constant(true));
        (!invariants.is_empty()).then(|| property("invariant", always, invariants))
    }

    /// Complains about questions that a language cannot be asked.
    pub(crate) fn refuse(
        &self,
        language: &str,
        refused: &[(bool, &str)],
        main: FileId,
        diags: &mut Diagnostics,
    ) -> bool {
        let start = Span::new(main, 0, 0);
        let mut any = false;
        for (_, what) in refused.iter().filter(|(asked, _)| *asked) {
            let message = format!("{what} cannot be given for a model in {language}");
            diags.push(Diagnostic::error("unsupported", start, message));
            any = true;
        }
        any
    }

    /// All but never claims, for a model in DVE. The definitions are named propositions.
    pub(crate) fn of_dve(
        &self,
        program: &dve::Program,
        defines: &[(String, Option<String>)],
        sources: &mut SourceMap,
        diags: &mut Diagnostics,
    ) -> Option<(Vec<Property>, Vec<dve::Proposition>)> {
        let mut reader = Reader { program, named: Vec::new(), sources, diags };
        for (name, value) in defines {
            let proposition = reader.proposition(value.as_deref().unwrap_or("1"));
            reader.named.extend(proposition.map(|p| (name.clone(), p)));
        }
        let mut properties = Vec::new();
        for (name, text) in &self.formulas {
            properties.extend(reader.formula(name, text));
        }
        if let Some(Hoa { automaton, atoms, .. }) = &self.automaton {
            let propositions = atoms.iter().filter_map(|atom| reader.proposition(atom)).collect();
            let span = Span::new(reader.sources.add(COMMAND_LINE, String::new()), 0, 0);
            properties.push(Property::of_dve("hoa", "hoa", span, Spec::Claim(automaton.clone()), propositions));
        }
        let invariants = self.invariants.iter().filter_map(|text| reader.proposition(text)).collect();
        (reader.diags.error_count() == 0).then_some((properties, invariants))
    }
}

/// What is asked about a program in C: properties, and the numbers of the conditions that must hold in all states.
#[derive(Debug, Default)]
pub(crate) struct OfC {
    pub conditions: c::Conditions,
    pub properties: Vec<Property>,
    pub invariants: Vec<usize>,
}

impl Asked {
    /// Formulas, automata and invariants, for a program in C. None if a formula cannot be parsed.
    pub(crate) fn of_c(&self, sources: &mut SourceMap, diags: &mut Diagnostics) -> Option<OfC> {
        let mut result = OfC::default();
        let mut number = |text: &str, sources: &mut SourceMap| {
            result.conditions.files.push(sources.add(COMMAND_LINE, text));
            result.conditions.files.len() - 1
        };
        for (name, text) in &self.formulas {
            let (formula, span) = parse_formula(text, sources, diags)?;
            let labels = formula.atoms.iter().map(|atom| number(&atom.text, sources)).collect();
            let spec = Spec::Formula(formula.formula);
            result.properties.push(Property::of_labels("ltl", name, span, spec, labels));
        }
        if let Some(Hoa { automaton, atoms, .. }) = &self.automaton {
            let labels = atoms.iter().map(|atom| number(atom, sources)).collect();
            let span = Span::new(sources.add(COMMAND_LINE, String::new()), 0, 0);
            let spec = Spec::Claim(automaton.clone());
            result.properties.push(Property::of_labels("hoa", "hoa", span, spec, labels));
        }
        result.invariants = self.invariants.iter().map(|text| number(text, sources)).collect();
        result.conditions.temporal = !result.properties.is_empty();
        Some(result)
    }
}

/// A formula of the command line, and where it stands.
fn parse_formula(text: &str, sources: &mut SourceMap, diags: &mut Diagnostics) -> Option<(kulan_ltl::Parsed, Span)> {
    let file = sources.add(COMMAND_LINE, text);
    match kulan_ltl::parse(text) {
        Ok(parsed) => Some((parsed, Span::new(file, 0, text.len() as u32))),
        Err(e) => {
            let span = Span::new(file, e.offset as u32, e.offset as u32);
            diags.push(Diagnostic::error("syntax", span, e.to_string()));
            None
        }
    }
}

struct Reader<'a> {
    program: &'a dve::Program,
    named: Vec<(String, dve::Proposition)>,
    sources: &'a mut SourceMap,
    diags: &'a mut Diagnostics,
}

impl Reader<'_> {
    fn proposition(&mut self, text: &str) -> Option<dve::Proposition> {
        let file = self.sources.add(COMMAND_LINE, text);
        self.program.proposition(file, self.sources, &self.named, self.diags)
    }

    fn formula(&mut self, name: &str, text: &str) -> Option<Property> {
        let (parsed, span) = parse_formula(text, self.sources, self.diags)?;
        let propositions: Vec<_> = parsed.atoms.iter().filter_map(|atom| self.proposition(&atom.text)).collect();
        let complete = propositions.len() == parsed.atoms.len();
        complete.then(|| Property::of_dve("ltl", name, span, Spec::Formula(parsed.formula), propositions))
    }
}

/// Claims without a name are called after their files where there are several: no two properties may have the same
/// name. None if they still have.
pub(crate) fn name_claims(
    properties: &mut [promela::hir::Property],
    sources: &SourceMap,
    diags: &mut Diagnostics,
) -> Option<()> {
    let is_unnamed = |p: &promela::hir::Property| p.kind == "never" && p.name == "never";
    if properties.iter().filter(|p| is_unnamed(p)).count() > 1 {
        for claim in properties.iter_mut().filter(|p| is_unnamed(p)) {
            let file = sources.file(claim.span.file).name();
            claim.name = file.rsplit(['/', '\\']).next().unwrap_or(file).to_string();
        }
    }
    for (i, claim) in properties.iter().enumerate() {
        if let Some(same) = properties[..i].iter().find(|p| (&p.kind, &p.name) == (&claim.kind, &claim.name)) {
            let message = format!("there is already a property `{}`", claim.name);
            let error = Diagnostic::error("duplicate", claim.span, message).label(same.span, "this one");
            diags.push(error.help("give each a name of its own, as in `never NAME { … }`"));
            return None;
        }
    }
    Some(())
}
