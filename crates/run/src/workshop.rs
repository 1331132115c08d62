//! A model with everything needed to build systems from it, repeatedly as instances turn up.

use std::sync::Arc;

use kulan_control::{Control, Phase};
use kulan_diagnostics::SourceMap;
use kulan_frontend::{Property, Source};
use kulan_ir::{Instance, System};

use crate::{Error, instances};

/// A resolved model, its files, and the instances known to be created at run time.
///
/// Checking, replaying and simulating share it: whoever meets a failed check of kind
/// [`MissingInstance`](kulan_ir::CheckKind::MissingInstance) calls [`Workshop::add`] and starts over.
#[derive(Clone, Debug)]
pub struct Workshop {
    source: Arc<Source>,
    sources: Arc<SourceMap>,
    instances: Vec<Instance>,
    /// The temporal properties of which it matters that they can be evaluated.
    watched: Vec<Property>,
    /// How often an instance was missing.
    attempts: u32,
    /// Whether no other instances can turn up.
    complete: bool,
}

impl Workshop {
    /// A workshop that knows the instances a short probe finds.
    pub fn new(source: Source, sources: SourceMap) -> Workshop {
        let instances = instances::probe(&source, &sources);
        let watched = source.all_properties();
        let (source, sources) = (Arc::new(source), Arc::new(sources));
        Workshop { source, sources, instances, watched, attempts: 0, complete: false }
    }

    /// The model.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Its files.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// The system, statement by statement, with all instances known by now.
    pub fn system(&self) -> System {
        self.source.system(&self.sources, &self.instances, &self.watched)
    }

    /// The same with all values of its inputs, for engines that need not try them one by one.
    pub fn open_system(&self) -> System {
        self.source.open_system().unwrap_or_else(|| self.system())
    }

    /// Whether [`Workshop::system`] has only some values of its inputs.
    pub fn is_restricted(&self) -> bool {
        self.source.is_restricted()
    }

    /// The same with the propositions of a property as its labels.
    pub fn observed(&self, property: &Property) -> System {
        // An observer of runs sees errors like other steps.
        self.source.observed(&self.sources, &self.instances, property).explicit_errors()
    }

    /// Limits the temporal properties whose evaluation matters; without this, it is all that the source has.
    pub fn watch(&mut self, properties: &[Property]) {
        self.watched = properties.to_vec();
    }

    /// The instances known by now, in order.
    pub fn instances(&self) -> &[Instance] {
        &self.instances
    }

    /// Builds systems with these instances from now on; an error if the model can have no such instance.
    pub fn set_instances(&mut self, instances: &[Instance]) -> Result<(), Error> {
        match instances.iter().find(|i| !self.source.can_have(**i)) {
            Some(instance) => Err(Error::Call(format!("the model cannot have {instance}"))),
            None => {
                self.instances = instances.to_vec();
                Ok(())
            }
        }
    }

    /// Builds systems with the instances that a search has met.
    pub(crate) fn know(&mut self, instances: &[Instance]) {
        self.instances = instances.to_vec();
    }

    /// The temporal properties whose evaluation matters.
    pub fn watched(&self) -> &[Property] {
        &self.watched
    }

    /// Whether it is known that there are no other instances.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Notes that there are no other instances.
    pub fn set_complete(&mut self) {
        self.complete = true;
    }

    /// Adds an instance that a search needs, so that it can start over.
    pub fn require(&mut self, instance: Instance, control: &Control) -> Result<(), Error> {
        let _phase = control.enter(Phase::Instances);
        match self.add(instance) {
            true => Ok(()),
            false => Err(Error::Internal(format!("the instance {instance} is missing although it was requested"))),
        }
    }

    /// Adds the instance that a failed check needs, and others that may follow; returns whether it is a new one. If it
    /// is not, starting over would not help.
    pub fn add(&mut self, instance: Instance) -> bool {
        if self.instances.contains(&instance) {
            return false;
        }
        self.instances.push(instance);
        self.attempts += 1;
        let seed = u64::from(self.attempts);
        instances::extend(&self.source, &self.sources, &mut self.instances, seed, self.attempts);
        true
    }
}
