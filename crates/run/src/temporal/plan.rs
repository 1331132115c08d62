//! The ways to reduce for a temporal property.

use kulan_frontend::Spec;
use kulan_relations::{Relations, Subject};
use kulan_stubborn::{Options, Strength, Tables, Visibility, Watch};

use crate::Watching;

/// A way to reduce.
pub struct Plan {
    pub watching: Watching,
    pub tables: Tables,
    pub options: Options,
}

/// The ways to reduce among which the model decides: only one, if it was specified.
pub fn plans(
    subject: &Subject,
    relations: &Relations,
    spec: &Spec,
    options: Options,
    told: Option<Watching>,
) -> Vec<Plan> {
    let list = match told {
        Some(watching) => vec![watching],
        None if tells_apart(subject, relations, spec) => vec![Watching::INVISIBLE, Watching::TRANSPARENT],
        None => vec![Watching::INVISIBLE],
    };
    let plan = |watching: Watching| {
        let mut tables = Tables::new(subject, relations);
        tables.watch(subject, relations, &watch(subject, spec, watching));
        // Transparency is proved for strong sets.
        let strength = match watching.visibility {
            Visibility::Transparent => Strength::Strong,
            Visibility::Invisible => options.strength,
        };
        Plan { watching, tables, options: Options { strength, ..options } }
    };
    list.into_iter().map(plan).collect()
}

/// Whether some transition can change a proposition, but not in the wrong direction.
fn tells_apart(subject: &Subject, relations: &Relations, spec: &Spec) -> bool {
    let [visible, noticed] = watch(subject, spec, Watching::TRANSPARENT).noticed(subject, relations);
    visible != noticed
}

fn watch(subject: &Subject, spec: &Spec, watching: Watching) -> Watch {
    let Watching { condition, cycles, visibility } = watching;
    let polarities = spec.polarities(subject.propositions.len());
    Watch { condition, cycles, visibility, polarities }
}
