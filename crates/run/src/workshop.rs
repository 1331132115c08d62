//! A model with what is needed to make systems of it, again and again as instances turn up.

use kulan_diagnostics::SourceMap;
use kulan_frontend::{Instance, Property, Source};
use kulan_ir::System;

use crate::instances;

/// A resolved model, its files, and the instances known to be created at run time.
///
/// Checking, replaying and simulating share it: whoever meets a failed check of kind
/// [`MissingInstance`](kulan_ir::CheckKind::MissingInstance) calls [`Workshop::add`] and begins again.
#[derive(Debug)]
pub struct Workshop {
    source: Source,
    sources: SourceMap,
    instances: Vec<Instance>,
    /// How often an instance was missing.
    attempts: u32,
    /// Whether no other instances can turn up.
    complete: bool,
}

impl Workshop {
    /// A workshop that knows the instances a short probe finds.
    pub fn new(source: Source, sources: SourceMap) -> Workshop {
        let instances = instances::probe(&source, &sources);
        Workshop { source, sources, instances, attempts: 0, complete: false }
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
        self.source.system(&self.sources, &self.instances, None)
    }

    /// The same with the propositions of a property as its labels.
    pub fn observed(&self, property: &Property) -> System {
        // An observer of runs sees errors as it sees other steps.
        self.source.system(&self.sources, &self.instances, Some(property)).explicit_errors()
    }

    /// Whether it is known that there are no other instances.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Notes that there are no other instances.
    pub fn complete(&mut self) {
        self.complete = true;
    }

    /// Takes in the instance that the message of a failed check asks for, and others that may follow; tells whether it is
    /// a new one. If it is not, beginning again would not help.
    pub fn add(&mut self, message: &str) -> bool {
        match kulan_frontend::missing_instance(message) {
            Some(instance) if !self.instances.contains(&instance) => {
                self.instances.push(instance);
                self.attempts += 1;
                let seed = u64::from(self.attempts);
                instances::extend(&self.source, &self.sources, &mut self.instances, seed, self.attempts);
                true
            }
            _ => false,
        }
    }
}
