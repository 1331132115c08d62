//! What the name of a property means. This is the only place where names are looked up.
//!
//! The words of the tool (`deadlock`, `index`, `progress`, …) and the names in reports (`ltl:f`) mean the same in every
//! model. A name that a user gave may stand by itself where nothing else has it.

use kulan_frontend::{Property, Source};
use kulan_ir::CheckKind;
use kulan_search::Kind;

use crate::Error;

/// What a name means.
#[derive(Clone, Debug)]
pub enum Named {
    /// A property of which each model has one.
    Of(Kind),
    /// A temporal property.
    Temporal(Box<Property>),
}

/// What a name means, and the properties that a user might have meant by it, by their names in reports. An error if it
/// means nothing, or several things.
pub fn resolve(name: &str, source: &Source) -> Result<(Named, Vec<String>), Error> {
    let all = source.catalogue();
    // A claim is called after its kind even if it has a name.
    let is_called = |p: &&Property| p.name() == name || (name == "never" && p.kind() == name);
    let (exact, bare): (Vec<&Property>, Vec<&Property>) =
        all.iter().filter(|p| p.title() == name || is_called(p)).partition(|p| p.title() == name);
    let words = kulan_trace::kind_of(name).map(Named::Of).into_iter();
    let mut meant: Vec<Named> = words.chain(exact.into_iter().map(temporal)).collect();
    let titles = || bare.iter().map(|p| p.title()).collect::<Vec<String>>();
    match (meant.pop(), meant.is_empty(), &bare[..]) {
        (Some(named), true, _) => Ok((named, titles())),
        (None, _, [property]) => Ok((temporal(property), Vec::new())),
        (None, _, []) => Err(unknown(name, source)),
        _ => Err(Error::Call(format!("{name} is the name of several properties; say {}", titles().join(" or ")))),
    }
}

fn temporal(property: &Property) -> Named {
    Named::Temporal(Box::new(property.clone()))
}

/// An error that says what the model has.
fn unknown(name: &str, source: &Source) -> Error {
    let safety: &[CheckKind] = match source {
        Source::C { .. } => &[
            CheckKind::Assertion,
            CheckKind::Memory,
            CheckKind::Division,
            CheckKind::Race,
            CheckKind::Lock,
            CheckKind::Leak,
            CheckKind::Unread,
            CheckKind::Overflow,
        ],
        _ => &[
            CheckKind::Assertion,
            CheckKind::Index,
            CheckKind::Division,
            CheckKind::Channel,
            CheckKind::TooManyProcesses,
            CheckKind::Blocked,
        ],
    };
    let deadlocks = [Kind::Deadlock].into_iter().chain(source.has_processes().then_some(Kind::LocalDeadlock));
    let kinds = deadlocks.chain(safety.iter().map(|&kind| Kind::Check(kind)));
    let safety = kinds.map(|kind| kulan_trace::property_name(kind).to_string());
    let known: Vec<String> = safety.chain(source.catalogue().iter().map(Property::title)).collect();
    let near = kulan_diagnostics::nearest(name, known.iter().map(String::as_str));
    let help = near.map_or(String::new(), |near| format!("\n  help: did you mean {near}?"));
    Error::Call(format!("the model has no property {name}; it has {}{help}", known.join(", ")))
}
