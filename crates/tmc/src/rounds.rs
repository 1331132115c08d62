//! The choices of parameters for which a program asks to be checked.

use std::ops::RangeInclusive;

use crate::{CheckCommand, Program};

/// More choices are hardly meant.
const MOST: usize = 1_000;

/// A choice of parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// The parameters that differ between rounds, with their values.
    pub parameters: Vec<(String, i32)>,
    /// The formulas to be checked for it.
    pub formulas: Vec<String>,
}

/// See [`Program::rounds`].
pub(crate) fn rounds(program: &Program, given: &[String]) -> Result<Vec<Round>, String> {
    let mut rounds: Vec<Round> = Vec::new();
    for check in &program.checks {
        for parameters in choices(program, check, given)? {
            match rounds.iter_mut().find(|r| r.parameters == parameters) {
                Some(round) => round.formulas.push(check.formula.clone()),
                None => rounds.push(Round { parameters, formulas: vec![check.formula.clone()] }),
            }
        }
    }
    if rounds.len() > MOST {
        return Err(too_many());
    }
    let Some(first) = rounds.first().map(|r| r.parameters.clone()) else { return Ok(rounds) };
    let varies: Vec<bool> = (0..first.len()).map(|i| rounds.iter().any(|r| r.parameters[i] != first[i])).collect();
    for round in &mut rounds {
        let mut varies = varies.iter();
        round.parameters.retain(|_| varies.next() == Some(&true));
    }
    Ok(rounds)
}

/// All choices of a check command, each with the values of all parameters.
fn choices(program: &Program, check: &CheckCommand, given: &[String]) -> Result<Vec<Vec<(String, i32)>>, String> {
    let mut all = vec![Vec::new()];
    for (name, value) in program.parameters() {
        let asked = check.parameters.iter().find(|(n, _)| n == name && !given.contains(name));
        let range: RangeInclusive<i32> = asked.map_or(*value..=*value, |(_, range)| range.clone());
        if range.clone().take(MOST + 1).count() * all.len() > MOST {
            return Err(too_many());
        }
        let extended = |choice: &Vec<(String, i32)>| {
            let choice = choice.clone();
            let with = move |value| [&choice[..], &[(name.clone(), value)]].concat();
            range.clone().map(with).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(extended).collect();
    }
    Ok(all)
}

fn too_many() -> String {
    format!(
        "the check commands ask for more than {MOST} choices of parameters\n  help: set some of them with -D NAME=VALUE"
    )
}
