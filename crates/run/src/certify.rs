//! Certificates of proofs about models: what has to be recorded with one, and checking it.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use kulan_certify::{Accepted, Asked, Certificate, Judge, Method, Opinion, Origin, Refused};
use kulan_control::{Control, Phase};
use kulan_frontend::Property;
use kulan_ir::{CheckKind, System};
use kulan_search::Kind;
use kulan_transform::Passes;

use crate::reading::reading_of;
use crate::{Engine, Error, ModelFile, Searched, Setup, Sink, Workshop, judge, load};

/// A certificate that proves what it says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certified {
    /// What the check took.
    pub accepted: Accepted,
    /// What was claimed.
    pub claimed: Claimed,
    /// What the other solver said, if one was asked.
    pub second: Option<Opinion>,
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
    Origin {
        model: model.path.display().to_string(),
        reading: reading_of(model),
        watched: workshop.watched().iter().map(Property::title).collect(),
        instances: workshop.instances().to_vec(),
        merge: passes.merge,
        reset_dead: passes.reset_dead,
    }
}

/// The certificate of a proof by a symbolic engine; none if there is no proof.
pub fn certificate_of(
    searched: &Searched,
    model: &ModelFile,
    workshop: &Workshop,
    setup: &Setup,
) -> Option<Certificate> {
    let symbolic = searched.found.symbolic.as_ref()?;
    let invariant = symbolic.invariant.as_ref()?;
    let outcome = &searched.found.outcome;
    let is_cut = outcome.limit.is_some() || outcome.failures.contains_key(&CheckKind::Unsupported);
    if !outcome.violations.is_empty() || is_cut {
        return None;
    }
    let kinds = judge::asked(&searched.base, &setup.search, workshop.source());
    let check = |kind: &Kind| if let Kind::Check(check) = *kind { Some(check) } else { None };
    let asked = Asked { deadlock: setup.search.deadlocks, checks: kinds.iter().filter_map(check).collect() };
    let method = match symbolic.engine {
        Engine::Induction => Method::KInduction(invariant.steps as u32),
        _ => Method::Ic3,
    };
    let mut certificate = Certificate::new(&invariant.flat, asked, method, &invariant.clauses);
    certificate.origin = origin_of(model, &symbolic.workshop_of(workshop), setup.passes);
    let most = |kind: CheckKind| {
        let bounds = workshop.source().bounds();
        bounds.and_then(|b| b.of(kind)).map_or(0, |most| most.number)
    };
    let met = outcome.failures.keys().filter(|kind| kind.is_limit());
    certificate.within = met.map(|&kind| (kind, most(kind))).collect();
    Some(certificate)
}

/// Checks whether a certificate proves what it says about a model, which must be read as it was for the proof. What is wrong
/// with the input is an error; a certificate that is no proof is refused. Of one that is, the judge is asked, too, for as long as
/// it may take.
pub fn certify(
    model: &ModelFile,
    certificate: &Certificate,
    second: Option<(&Judge, Duration)>,
    sink: &dyn Sink,
    control: &Control,
) -> Result<Result<Certified, Refused>, Error> {
    let mut workshop = load(model, sink, control)?;
    let system = certified_system(&mut workshop, certificate, control)?;
    let _phase = control.enter(Phase::Certifying);
    let limits = kulan_sat::Limits::of(control);
    let accepted = match kulan_certify::check(&system, certificate, &limits) {
        Ok(accepted) => accepted,
        Err(refused) => return Ok(Err(refused)),
    };
    let second = second.map(|(judge, time)| {
        let begin = Instant::now();
        judge.ask(&system, certificate, &|| control.stopped().is_some() || begin.elapsed() > time)
    });
    Ok(Ok(Certified { accepted, claimed: claimed(certificate, &workshop), second }))
}

/// The system that a certificate is about.
fn certified_system(workshop: &mut Workshop, certificate: &Certificate, control: &Control) -> Result<System, Error> {
    let _phase = control.enter(Phase::Preparing);
    let origin = &certificate.origin;
    workshop.set_instances(&origin.instances)?;
    let find = |name: &String| {
        workshop.source().titled(name).ok_or_else(|| {
            Error::Call(format!("the certificate needs the property {name}, which the model does not have"))
        })
    };
    let watched = origin.watched.iter().map(find).collect::<Result<Vec<Property>, Error>>()?;
    workshop.watch(&watched);
    let passes = Passes { merge: origin.merge, reset_dead: origin.reset_dead, ..Passes::NONE };
    Ok(kulan_transform::flat(kulan_transform::transform(&workshop.open_system(), passes)))
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
