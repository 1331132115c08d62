//! Safety by a search on a GPU.

use std::time::Instant;

use kulan_control::{Control, Limit, Phase};
use kulan_gpu::{Cuda, Program, Sizes};
use kulan_ir::System;
use kulan_model::GuardedModel;
use kulan_report::DeviceFigures;
use kulan_search::Outcome;

use crate::explicit::{OnModel, execute};
use crate::{Error, Found, Setup};

/// What a device did.
#[derive(Clone, Debug)]
pub struct Device {
    /// Its name, and times.
    pub figures: DeviceFigures,
    /// What went wrong with it, if that ended the search.
    pub fault: Option<String>,
}

/// Searches a system as it is.
pub fn run(system: &System, setup: &Setup, control: &Control) -> Result<Found, Error> {
    let compiling = control.enter(Phase::Compiling);
    let refused = |why: String| Error::Call(format!("--engine gpu: {why}; use --engine explicit"));
    let sizes = Sizes { host: setup.memory, ..Sizes::default() };
    let program =
        Program::new(system, &setup.search, sizes).map_err(|why| refused(format!("{}: {why}", system.name)))?;
    let begin = Instant::now();
    let mut device = Cuda::open().map_err(|none| refused(none.to_string()))?;
    let seconds_start = begin.elapsed().as_secs_f64();
    let begin = Instant::now();
    let loaded = program.load(&mut device);
    let seconds_compile = begin.elapsed().as_secs_f64();
    drop(compiling);
    let name = kulan_gpu::Device::name(&device);
    let figures = DeviceFigures { name, seconds_start, seconds_compile, ..DeviceFigures::default() };
    if let Err(fault) = loaded {
        let outcome = Outcome { limit: Some(Limit::Device), ..Outcome::default() };
        let device = Device { figures, fault: Some(format!("the code was not accepted: {fault}")) };
        return Ok(Found { outcome, device: Some(device), ..Found::default() });
    }
    execute(system, setup.execution, control, OnDevice { system, program, device, figures, setup, control })
}

/// A search on a device, with the model for what that leaves to the host.
struct OnDevice<'a> {
    system: &'a System,
    program: Program,
    device: Cuda,
    figures: DeviceFigures,
    setup: &'a Setup,
    control: &'a Control,
}

impl OnModel for OnDevice<'_> {
    type Output = Found;

    fn on<M: GuardedModel>(mut self, model: &M) -> Found {
        let _phase = self.control.enter(Phase::Search);
        let what = (self.system, &self.program);
        // Like any search, it ends by polling, and never unwinds.
        let found = kulan_control::detached(|| {
            kulan_gpu::search(what, model, &mut self.device, &self.setup.search, self.control)
        });
        if found.host_bytes > 0 && self.control.stopped().is_some() {
            // The driver would give the host's memory back first. What the process holds goes with it.
            std::mem::forget(self.device);
        }
        let figures = DeviceFigures {
            seconds_expand: found.expanding.as_secs_f64(),
            seconds_memory: found.growing.as_secs_f64(),
            by_host: found.by_host,
            host_bytes: found.host_bytes,
            ..self.figures
        };
        let device = Device { figures, fault: found.fault.map(|fault| fault.to_string()) };
        let store_bytes = found.device_bytes + found.host_bytes;
        Found { outcome: found.outcome, store_bytes, device: Some(device), ..Found::default() }
    }
}
