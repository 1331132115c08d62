//! The ways to reduce for a temporal property.

use kulan_frontend::Spec;
use kulan_relations::Subject;
use kulan_stubborn::{Changing, Options, Strength, Tables, Visibility, Watch};

use crate::Watching;
use crate::reduction::Source;

/// A way to reduce.
pub struct Plan {
    pub watching: Watching,
    pub tables: Tables,
    pub options: Options,
}

/// The ways to reduce among which the model decides: only one, if it was specified.
pub fn plans(subject: &Subject, source: &Source, spec: &Spec, options: Options, told: Option<Watching>) -> Vec<Plan> {
    let changing = source.changing(subject);
    let list = match told {
        Some(watching) => vec![watching],
        None if tells_apart(subject, &changing, spec) => vec![Watching::INVISIBLE, Watching::TRANSPARENT],
        None => vec![Watching::INVISIBLE],
    };
    let plan = |watching: Watching| {
        let mut tables = source.tables(subject);
        tables.watch(&changing, &watch(subject, spec, watching));
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
fn tells_apart(subject: &Subject, changing: &Changing, spec: &Spec) -> bool {
    let [visible, noticed] = watch(subject, spec, Watching::TRANSPARENT).noticed(changing);
    visible != noticed
}

fn watch(subject: &Subject, spec: &Spec, watching: Watching) -> Watch {
    let Watching { condition, cycles, visibility } = watching;
    let polarities = spec.polarities(subject.propositions.len());
    Watch { condition, cycles, visibility, polarities }
}
