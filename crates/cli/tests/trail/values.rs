//! The values of variables and channels, ours and SPIN's.

use kulan_ir::expr::signed;
use kulan_ir::{Display, Owner, Valuation, Variable};
use kulan_testing::spin::Shown;
use kulan_trace::Explorer;

/// Compares all that both have by name; the number of values, or what differs.
pub fn compare(explorer: &Explorer, state: &Valuation, shown: &Shown) -> Result<usize, String> {
    let mut compared = 0;
    for (number, variable) in explorer.system().variables.iter().enumerate() {
        let Some((owner, name)) = place(explorer, state, variable) else { continue };
        for (name, ours) in texts(explorer, state, number, name) {
            let Some(Some(theirs)) = shown.get(&(owner, name.clone())) else { continue };
            if !is_same(&ours, theirs) {
                return Err(format!("{owner:?} {name} is {ours}, but {theirs} in SPIN"));
            }
            compared += 1;
        }
    }
    Ok(compared)
}

/// The pid of the owner, and the name there; none for a process that does not run.
fn place<'a>(explorer: &Explorer<'a>, state: &Valuation, variable: &'a Variable) -> Option<(Option<usize>, String)> {
    let Owner::Thread(thread) = variable.owner else { return Some((None, variable.name.clone())) };
    let process = &explorer.system().threads[thread.index()].name;
    let pid = process.rsplit_once('(')?.1.trim_end_matches(')').parse().ok()?;
    let name = variable.name.replacen(&format!("{process}."), "", 1);
    (explorer.location(state, thread) != Some(0)).then_some((Some(pid), name))
}

/// Values by SPIN's names.
fn texts(explorer: &Explorer, state: &Valuation, number: usize, name: String) -> Vec<(String, String)> {
    let variable = &explorer.system().variables[number];
    if let Some(channel) = channel_of(&name) {
        let text = (!varies(explorer, variable)).then(|| channel_text(explorer, state, number));
        return text.into_iter().map(|text| (channel.to_string(), text)).collect();
    }
    if variable.display == Display::Hidden {
        return Vec::new();
    }
    let name = |i: usize| if variable.elements.is_some() { format!("{name}[{i}]") } else { name.clone() };
    let values = numbers(explorer, state, number).into_iter().enumerate();
    values.map(|(i, value)| (name(i), value.to_string())).collect()
}

/// The channel whose length a variable holds.
fn channel_of(name: &str) -> Option<&str> {
    name.strip_prefix("len(")?.strip_suffix(')')
}

/// Whether the channel's name is that of a variable, which may hold another channel by now.
fn varies(explorer: &Explorer, len: &Variable) -> bool {
    let channel = channel_of(&len.name).unwrap_or_default();
    let holds = |v: &Variable| {
        let rest = channel.strip_prefix(v.name.as_str());
        v.display != Display::Hidden && rest.is_some_and(|r| r.is_empty() || r.starts_with('['))
    };
    explorer.system().variables.iter().any(holds)
}

fn numbers(explorer: &Explorer, state: &Valuation, number: usize) -> Vec<i64> {
    let variable = &explorer.system().variables[number];
    let offset = explorer.offset(number);
    let number = |v: &u64| if variable.signed { signed(variable.width, *v) } else { *v as i64 };
    state.0[offset..offset + variable.len()].iter().map(number).collect()
}

/// `len 2:[34][79]`, the fields of a message in a row: SPIN puts a comma behind some of them. A channel's cells stand behind
/// its length.
fn channel_text(explorer: &Explorer, state: &Valuation, len: usize) -> String {
    let variables = &explorer.system().variables;
    let messages = numbers(explorer, state, len)[0];
    let channel = channel_of(&variables[len].name).unwrap_or_default();
    let is_cell = |v: &Variable| v.display == Display::Hidden && v.elements.is_some() && v.name.starts_with(channel);
    let cells = variables[len + 1..].iter().take_while(|v| is_cell(v)).count();
    let fields: Vec<Vec<i64>> = (len + 1..=len + cells).map(|n| numbers(explorer, state, n)).collect();
    let message = |i: usize| format!("[{}]", fields.iter().map(|field| field[i].to_string()).collect::<String>());
    format!("len {messages}:{}", (0..messages as usize).map(message).collect::<String>())
}

/// SPIN prints names for the values of an mtype: then only the number of messages is compared.
fn is_same(ours: &str, theirs: &str) -> bool {
    let Some((len, contents)) = theirs.split_once(':') else { return ours == theirs };
    if !ours.starts_with("len ") {
        return true; // a variable that holds a channel
    }
    if contents.chars().any(char::is_alphabetic) {
        return ours.starts_with(&format!("{len}:"));
    }
    let contents: String = contents.chars().filter(|c| *c != ',' && !c.is_whitespace()).collect();
    ours == format!("{len}:{contents}")
}
