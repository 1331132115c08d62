//! SPIN's verifier as a guide: the automata it makes of the process types, and what it does with a trail.
//!
//! A trail is a list of process numbers and transition ids. `pan -r` looks an id up among the transitions of the state
//! in which the process stands, executes it if it can be, and prints all variables.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{Refused, build, refuse, run};

/// What SPIN says when a trail ends, before it prints where it stands.
const END: &str = "spin: trail ends after";
/// What it says when it cannot print a variable.
const UNPRINTABLE: &str = "ref to uninitialized chan name (len)";

/// A transition of a process type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Where it leads.
    pub target: u32,
    /// Its id in trails.
    pub id: u32,
    /// SPIN's text of the statement.
    pub text: String,
}

/// A process type.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Automaton {
    /// Where a process starts.
    pub start: u32,
    /// The transitions of each state, in order.
    pub edges: BTreeMap<u32, Vec<Edge>>,
}

/// The variables at some time, with their values as SPIN prints them: by process, or none for the global ones. A name that
/// is printed more than once is left out.
pub type Shown = BTreeMap<(Option<usize>, String), Option<String>>;

/// Where a process stands at the end.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Stand {
    /// The state of its automaton.
    pub state: u32,
    /// Whether it may end there.
    pub valid_end: bool,
}

/// What came of a trail.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Followed {
    /// The variables after each line that was executed, up to the one that fails or at which SPIN is lost; they are empty
    /// where SPIN cannot print them.
    pub shown: Vec<Shown>,
    /// The error that SPIN reports, in its words.
    pub error: Option<String>,
    /// Why SPIN could not follow, in its words.
    pub lost: Option<String>,
    /// The processes at the end.
    pub stands: Vec<Stand>,
    /// The variables at the end.
    pub last: Shown,
}

/// A verifier that follows trails.
#[derive(Debug)]
pub struct Guided {
    folder: PathBuf,
}

impl Guided {
    /// Makes the verifier of a model in a folder, without the model's never claims.
    pub fn new(model: &Path, defines: &[&str], folder: &Path) -> Result<Guided, Refused> {
        std::fs::create_dir_all(folder).map_err(|e| Refused::Other(e.to_string()))?;
        let model = model.display().to_string();
        build(folder, "cc", &[defines, &[&model]].concat(), &["-DSAFETY", "-DNOCLAIM"])?;
        Ok(Guided { folder: folder.into() })
    }

    /// The process types by name.
    pub fn automata(&self) -> Result<BTreeMap<String, Automaton>, Refused> {
        let output = run(&self.folder, "./pan", &["-d"])?;
        let text = String::from_utf8_lossy(&output.stdout);
        let header = std::fs::read_to_string(self.folder.join("pan.h")).map_err(|e| Refused::Other(e.to_string()))?;
        let mut automata = read_automata(&text);
        for (name, start) in starts(&header, &self.names()?) {
            automata.entry(name).or_default().start = start;
        }
        Ok(automata)
    }

    /// The names of the process types by number.
    fn names(&self) -> Result<Vec<String>, Refused> {
        let code = std::fs::read_to_string(self.folder.join("pan.c")).map_err(|e| Refused::Other(e.to_string()))?;
        let list = code.split("char *procname[] = {").nth(1).and_then(|rest| rest.split("};").next());
        let list = list.ok_or_else(|| Refused::Other("pan.c has no list of process types".into()))?;
        Ok(list.split('"').skip(1).step_by(2).map(str::to_string).collect())
    }

    /// Lets the verifier follow a trail of process numbers and transition ids.
    pub fn follow(&self, trail: &[(usize, u32)]) -> Result<Followed, Refused> {
        let lines: String = trail.iter().enumerate().map(|(i, (pid, id))| format!("{}:{pid}:{id}\n", i + 1)).collect();
        std::fs::write(self.folder.join("it.trail"), lines).map_err(|e| Refused::Other(e.to_string()))?;
        let mut text = self.replay(&["-v"])?;
        // It asks for the length of every channel it prints, and stumbles over a variable that names none yet.
        if text.contains(UNPRINTABLE) {
            text = self.replay(&[])?;
        }
        Ok(read_followed(&text))
    }

    fn replay(&self, options: &[&str]) -> Result<String, Refused> {
        let output = run(&self.folder, "./pan", &[options, &["-r", "it.trail"]].concat())?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        refuse(&text)?;
        if text.contains(END) { Ok(text) } else { Err(Refused::Other(format!("{}: {text}", output.status))) }
    }
}

/// `#define _start1 7`, with a tab.
fn starts(header: &str, names: &[String]) -> Vec<(String, u32)> {
    let numbers = header.lines().filter_map(|line| {
        let mut words = line.strip_prefix("#define _start")?.split_whitespace();
        Some((words.next()?.parse::<usize>().ok()?, words.next()?.parse().ok()?))
    });
    numbers.filter_map(|(number, start)| Some((names.get(number)?.clone(), start))).collect()
}

/// `proctype P`, then lines as `state 6 -(tr 16)-> state 3  [id 1 tp 2] [----L] m.pml:9 => ((x>3))`.
fn read_automata(text: &str) -> BTreeMap<String, Automaton> {
    let mut automata = BTreeMap::<String, Automaton>::new();
    let mut current = String::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("proctype ") {
            current = name.to_string();
        } else if line == "init" {
            current = ":init:".to_string();
        } else if line.starts_with("claim ") {
            current = String::new();
        } else if let Some((state, edge)) = read_edge(line).filter(|_| !current.is_empty()) {
            automata.entry(current.clone()).or_default().edges.entry(state).or_default().push(edge);
        }
    }
    automata
}

fn read_edge(line: &str) -> Option<(u32, Edge)> {
    let rest = line.strip_prefix("\tstate ")?;
    let (state, rest) = rest.split_once(" -(tr ")?;
    let (target, rest) = rest.split_once(")-> state ")?.1.split_once("[id ")?;
    let id = rest.split_whitespace().next()?;
    let text = rest.split_once(" => ").map_or("", |(_, text)| text);
    let edge = Edge { target: target.trim().parse().ok()?, id: id.parse().ok()?, text: text.to_string() };
    Some((state.trim().parse().ok()?, edge))
}

fn read_followed(text: &str) -> Followed {
    let mut followed = Followed::default();
    let mut shown = Shown::new();
    let mut owner = None;
    let mut first = true;
    for line in text.lines() {
        if is_step(line) || line.starts_with(END) {
            if !first {
                followed.shown.push(std::mem::take(&mut shown));
            }
            first = false;
        } else if let Some(error) = line.strip_prefix("pan:1: ").filter(|e| !e.starts_with(UNPRINTABLE)) {
            followed.error = Some(error.to_string());
        } else if line.starts_with("pan: ") || line.starts_with("\tRecovered") {
            followed.shown.extend((!first).then_some(shown));
            followed.lost = Some(line.to_string());
            return followed;
        } else if let Some(stand) = read_stand(line) {
            followed.stands.push(stand);
        } else if line == "global vars:" {
            owner = None;
        } else if let Some(rest) = line.strip_prefix("local vars proc ") {
            owner = rest.split(' ').next().and_then(|pid| pid.parse().ok());
        } else if let Some((name, value)) = read_value(line) {
            shown.entry((owner, name)).and_modify(|v| *v = None).or_insert(Some(value));
        }
    }
    followed.last = shown;
    followed
}

/// `1: proc  0 (P)  m.pml:2 (state 1) trans {0,3} [x = 1]` or, without values, `1: proc  0 (P) m.pml:2 (state 1) [x = 1]`.
fn is_step(line: &str) -> bool {
    line.contains(": proc ") && line.contains(" trans {") || line.contains(":\tproc ") && line.contains(")\t[")
}

/// ` 28: proc 0 (:init:)  m.pml:31 (state 18) (invalid end state)`.
fn read_stand(line: &str) -> Option<Stand> {
    let rest = line.split_once(":\tproc ")?.1;
    let state = rest.split_once("(state ")?.1.split_once(')')?.0.trim().parse().ok()?;
    Some(Stand { state, valid_end: !rest.ends_with("(invalid end state)") })
}

/// `byte   x: 2` or `chan d (=2): len 1:  [3,],`, with tabs in front and behind the colon.
fn read_value(line: &str) -> Option<(String, String)> {
    let (left, value) = line.strip_prefix('\t')?.split_once(":\t")?;
    let left = left.split_once(" (=").map_or(left, |(name, _)| name);
    Some((left.split_whitespace().next_back()?.to_string(), value.trim().to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_pan_prints_is_read() {
        let table = "proctype Q\n\tstate   6 -(tr  16)-> state   3  [id   1 tp   2] [----L] m.pml:9 => ((loc>3))\ninit\n\
                     \tstate  13 -(tr  11)-> state  17  [id  37 tp   2 org  14] [----G] m.pml:29 => ((x==2))\n";
        let automata = read_automata(table);
        assert_eq!(automata["Q"].edges[&6], [Edge { target: 3, id: 1, text: "((loc>3))".into() }]);
        assert_eq!(automata[":init:"].edges[&13], [Edge { target: 17, id: 37, text: "((x==2))".into() }]);
        let text = "  1: proc  0 (:init:)  m.pml:25 (state 1) trans {24,3} [loc!3]\nglobal vars:\n\
                    \tchan d (=2):\tlen 1:\t [3,],\n\tbyte   x:\t2\nlocal vars proc 0 (:init:):\n\tbyte   k:\t0\n\
                    pan:1: assertion violated (x==3) (at depth 28)\nspin: trail ends after 28 steps\n#processes 1:\n\
                    \x20 2:\tproc 0 (:init:)  m.pml:31 (state 18) (invalid end state)\n\t\tassert((x==3))\n\
                    global vars:\n\tbyte   x:\t3\n";
        let followed = read_followed(text);
        let shown = |step: usize, owner, name: &str| followed.shown[step].get(&(owner, name.to_string())).cloned();
        assert_eq!(followed.shown.len(), 1);
        assert_eq!(shown(0, None, "d"), Some(Some("len 1:\t [3,],".into())));
        assert_eq!(shown(0, Some(0), "k"), Some(Some("0".into())));
        assert_eq!(followed.error.as_deref(), Some("assertion violated (x==3) (at depth 28)"));
        assert_eq!(followed.stands, [Stand { state: 18, valid_end: false }]);
        assert_eq!(followed.last[&(None, "x".to_string())], Some("3".into()));
    }
}
