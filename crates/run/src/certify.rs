//! Certificates of proofs about models: what has to be recorded with one, and checking it.

use std::collections::BTreeMap;
use std::sync::Arc;

use kulan_certify::{Accepted, Certificate, Origin, Refused};
use kulan_control::{Control, Phase};
use kulan_frontend::{COptions, Overflow, Property};
use kulan_ir::{CheckKind, System};
use kulan_transform::Passes;

use crate::counterexample::program_options;
use crate::{Error, ModelFile, Sink, Workshop, load};

/// A certificate that proves what it says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certified {
    /// What the check took.
    pub accepted: Accepted,
    /// What was claimed.
    pub claimed: Claimed,
}

/// What a certificate claims, in the words of reports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claimed {
    /// The properties that hold.
    pub properties: Vec<&'static str>,
    /// Bounds within which they do.
    pub within: BTreeMap<&'static str, u64>,
    /// What is taken for granted.
    pub assumed: Option<String>,
}

/// How the system of a proof came about, for its certificate.
pub fn origin_of(model: &ModelFile, workshop: &Workshop, passes: Passes) -> Origin {
    let c = &model.c;
    let sought = [("race", c.races), ("lock", c.locks), ("overflow", c.overflow), ("leak", c.leaks)];
    let is_program = matches!(workshop.source(), kulan_frontend::Source::C { .. });
    Origin {
        model: model.path.display().to_string(),
        defines: model.defines.clone(),
        ltl: model.ltl.clone(),
        never: model.never.clone(),
        hoa: model.hoa.clone(),
        invariants: model.invariants.clone(),
        watched: workshop.watched().iter().map(Property::title).collect(),
        overflow_wraps: model.overflow == Overflow::Wrap,
        program: program_options(model),
        sought: sought.iter().filter(|(_, is_on)| is_program && *is_on).map(|(name, _)| name.to_string()).collect(),
        instances: workshop.instances().to_vec(),
        merge: passes.merge,
        reset_dead: passes.reset_dead,
    }
}

/// Looks in a program in C for what a certificate was about, by the names of properties.
pub fn seek(options: &mut COptions, sought: &[String]) {
    let is_sought = |name: &str| sought.iter().any(|s| s == name);
    options.races = is_sought("race");
    options.locks = is_sought("lock");
    options.overflow = is_sought("overflow");
    options.leaks = is_sought("leak");
}

/// Checks whether a certificate proves what it says about a model, which must be read as it was for the proof. What is wrong
/// with the input is an error; a certificate that is no proof is refused.
pub fn certify(
    model: &ModelFile,
    certificate: &Certificate,
    sink: &dyn Sink,
    control: &Control,
) -> Result<Result<Certified, Refused>, Error> {
    let mut workshop = load(model, sink, control)?;
    let system = certified_system(&mut workshop, certificate, control)?;
    let _phase = control.enter(Phase::Certifying);
    let stop = control.clone();
    let limits = kulan_sat::Limits { conflicts: None, stop: Some(Arc::new(move || stop.stopped().is_some())) };
    let checked = kulan_certify::check(&system, certificate, &limits);
    Ok(checked.map(|accepted| Certified { accepted, claimed: claimed(certificate, &workshop) }))
}

/// The system that a certificate is about.
fn certified_system(workshop: &mut Workshop, certificate: &Certificate, control: &Control) -> Result<System, Error> {
    let _phase = control.enter(Phase::Preparing);
    let origin = &certificate.origin;
    workshop.set_instances(&origin.instances)?;
    let known = workshop.source().all_properties();
    let find = |name: &String| {
        let found = known.iter().find(|p| p.title() == *name).cloned();
        let found = found.or_else(|| workshop.source().further(name));
        found.ok_or_else(|| {
            Error::Call(format!("the certificate needs the property {name}, which the model does not have"))
        })
    };
    let watched = origin.watched.iter().map(find).collect::<Result<Vec<Property>, Error>>()?;
    workshop.watch(&watched);
    let passes = Passes { merge: origin.merge, reset_dead: origin.reset_dead, split: false };
    Ok(kulan_transform::flat(kulan_transform::transform(&workshop.system(), passes)))
}

/// What is claimed, with the bounds that the model itself is known to have.
fn claimed(certificate: &Certificate, workshop: &Workshop) -> Claimed {
    let mut within: BTreeMap<&'static str, u64> =
        certificate.within.iter().map(|(kind, &most)| (kind.property(), most)).collect();
    if let Some(bounds) = workshop.source().bounds() {
        let most = [
            (CheckKind::Threads, bounds.threads),
            (CheckKind::Frames, bounds.frames),
            (CheckKind::Objects, bounds.objects),
        ];
        for (kind, most) in most {
            if within.contains_key(kind.property()) || (kind == CheckKind::Objects && bounds.always) {
                within.insert(kind.property(), most.number);
            }
        }
    }
    Claimed { properties: certificate.asked.names(), within, assumed: workshop.source().assumed() }
}
