//! A second opinion on proofs: the certifier, which shares no circuit with the engines, checks the invariant that one
//! has found, in the system that the engine worked on.

use std::sync::Arc;
use std::time::{Duration, Instant};

use kulan_certify::Refused;
use kulan_control::{Control, Phase};
use kulan_sat::Limits;

use crate::{Error, ModelFile, Searched, Setup, Workshop};

/// What the check may take: a share of the time until then, within these bounds.
const SHARE: u32 = 4;
const LEAST: Duration = Duration::from_secs(1);
const MOST: Duration = Duration::from_secs(10);

/// Checks the proof, if there is one and if that does not take too long. A proof that is refused is an error of this
/// program.
pub fn check(
    mut searched: Searched,
    model: &ModelFile,
    workshop: &Workshop,
    setup: &Setup,
    control: &Control,
) -> Result<Searched, Error> {
    let certificate = crate::certificate_of(&searched, model, workshop, setup);
    let symbolic = searched.found.symbolic.as_ref();
    let proof = symbolic.and_then(|s| Some((s.engine, s.invariant.as_ref()?))).zip(certificate);
    let Some(((engine, invariant), certificate)) = proof else { return Ok(searched) };
    let _phase = control.enter(Phase::Certifying);
    let deadline = Instant::now() + (control.elapsed() / SHARE).clamp(LEAST, MOST);
    let stopped = control.clone();
    let stop = Arc::new(move || stopped.stopped().is_some() || Instant::now() >= deadline);
    let limits = Limits { conflicts: None, stop: Some(stop) };
    // A stop must not take away the answer.
    match kulan_control::detached(|| kulan_certify::check(&invariant.flat, &certificate, &limits)) {
        Ok(accepted) => searched.found.checked = Some(accepted),
        Err(Refused::Stopped | Refused::System(_)) => {}
        Err(refused) => return Err(Error::Internal(format!("the proof of {} is refused: {refused}", engine.name()))),
    }
    Ok(searched)
}
