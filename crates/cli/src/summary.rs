//! What `kulan check` prints.

use std::fmt::Write;

use kulan_run::{Setup, Workshop};
use kulan_report::{
    Canvas, PropertyResult, Verdict, bytes, clean, count, limit_option, overall, plural, render_trace, standings,
    standings_text,
};
use kulan_search::{Kind, Limit};
use kulan_trace::Explorer;

use crate::args::CheckArgs;
use crate::check::{Searched, Times};
use crate::traces::Counterexample;

/// All that is needed to speak.
pub struct Summary<'a> {
    /// The call.
    pub args: &'a CheckArgs,
    /// What it came to.
    pub setup: &'a Setup,
    /// The model.
    pub workshop: &'a Workshop,
    /// What was found, search by search: the one for safety first, if there was one.
    pub searches: &'a [Searched<'a>],
    /// Where to draw.
    pub canvas: Canvas,
    /// Where the time went.
    pub times: &'a Times,
}

impl Summary<'_> {
    /// The whole text.
    pub fn text(&self, results: &[PropertyResult], found: &[Counterexample], unchecked: &[String]) -> String {
        let mut out = String::new();
        if found.is_empty() {
            out += &self.verdict(overall(results));
        }
        for one in found {
            out += &headline(one, &self.canvas);
            if !self.args.quiet {
                out += &self.counterexample(one);
            }
        }
        if self.args.quiet {
            return out;
        }
        out += &self.table(results);
        let is_violated = found.iter().any(|one| one.kind != Kind::Cycle);
        out += &self.notes(unchecked, is_violated);
        out += &self.figures();
        for file in found.iter().filter_map(|c| c.file.as_ref()) {
            let (model, file) =
                (quote(&self.args.model.model.display().to_string()), quote(&file.display().to_string()));
            let _ =
                writeln!(out, "replay it with:  {}", self.canvas.style.bold(&format!("kulan replay {model} {file}")));
        }
        out
    }

    fn verdict(&self, verdict: Verdict) -> String {
        let style = self.canvas.style;
        let model = clean(&self.args.model.model.display().to_string());
        match (verdict, self.limit_reached()) {
            (Verdict::Holds, _) => format!("{}: {model}\n", style.good("holds")),
            (_, Some(limit)) => format!("{}: {model}: {}\n", style.open("unknown"), self.limit(limit)),
            (_, None) => format!("{}: {model}\n", style.open(verdict.word())),
        }
    }

    fn limit(&self, limit: Limit) -> String {
        let reached = match limit {
            Limit::Memory => format!("the memory limit of {} was reached", bytes(self.setup.memory)),
            Limit::States => {
                format!("the limit of {} was reached", plural(self.args.max_states.unwrap_or_default(), "state"))
            }
            Limit::Time => format!("the time limit of {} s was reached", self.args.timeout.unwrap_or_default()),
            Limit::Interrupt => "interrupted".to_string(),
        };
        limit_option(limit).map_or(reached.clone(), |option| format!("{reached} ({option} raises it)"))
    }

    fn counterexample(&self, one: &Counterexample) -> String {
        let steps = one.steps.len();
        let mut out = format!("counterexample: {}, {}\n\n", plural(steps as u64, "step"), one.length.words());
        out += &render_trace(&one.steps, one.cycle_start, &self.canvas);
        if steps > 0 {
            out.push('\n');
        }
        if one.kind == Kind::Deadlock {
            out += &standings_of(self.workshop, &Explorer::new(self.searches[0].base), &one.last, &self.canvas);
            out.push('\n');
        }
        out
    }

    fn table(&self, results: &[PropertyResult]) -> String {
        let style = self.canvas.style;
        let widest = results.iter().map(|r| r.name.len()).max().unwrap_or(0);
        let mut out = String::new();
        for r in results {
            let verdict = match r.verdict {
                Verdict::Holds => style.good("holds"),
                Verdict::Violated if self.setup.search.all_errors => {
                    format!("{} {}", style.bad("violated"), plural(r.errors, "time"))
                }
                Verdict::Violated => style.bad("violated"),
                Verdict::Unknown => format!("{}: not all states were searched", style.open("unknown")),
            };
            let _ = writeln!(out, "  {:widest$}  {verdict}", r.name);
        }
        out
    }

    fn notes(&self, unchecked: &[String], is_violated: bool) -> String {
        let mut out = String::new();
        if is_violated {
            match self.limit_reached() {
                Some(limit) => out += &format!("the search ended early: {}\n", self.limit(limit)),
                None if !self.setup.search.all_errors => {
                    out += "the search ended at the first violation (--all-errors goes on)\n";
                }
                None => {}
            }
        }
        if !unchecked.is_empty() {
            let list = clean(&unchecked.join(", "));
            let _ = writeln!(out, "not checked: {list}");
        }
        out
    }

    fn limit_reached(&self) -> Option<Limit> {
        self.searches.iter().find_map(|s| s.outcome.limit)
    }

    fn figures(&self) -> String {
        let mut out = String::new();
        for searched in self.searches {
            let o = searched.outcome;
            let name = searched.property.as_ref().map_or(String::new(), |p| format!("{}: ", clean(p)));
            let _ = writeln!(
                out,
                "{name}{}, {}, depth {}{}",
                plural(o.states, "state"),
                plural(o.transitions, "transition"),
                count(o.depth),
                if searched.relating.is_some() { " (reduced)" } else { "" },
            );
            if let Some(p) = &searched.program {
                let _ = writeln!(
                    out,
                    "{name}the reduced program alone: {}, {}; {} to break cycles",
                    plural(p.states, "state"),
                    plural(p.transitions, "transition"),
                    plural(p.breakers, "state"),
                );
            }
            if let Some(why) = searched.unreduced {
                let _ = writeln!(out, "{name}not reduced: {why}");
            }
        }
        let search: std::time::Duration = self.searches.iter().map(|s| s.search).sum();
        let _ = writeln!(
            out,
            "{:.2} s (search {:.2} s) on {}; states take {}",
            self.times.all.as_secs_f64(),
            search.as_secs_f64(),
            plural(self.setup.search.threads as u64, "thread"),
            bytes(self.searches.iter().map(|s| s.store_bytes).max().unwrap_or(0)),
        );
        out
    }
}

/// `violated: assert — assertion violated: x == 1 (m.pml:17)`.
pub fn headline(one: &Counterexample, canvas: &Canvas) -> String {
    let name = clean(&one.name);
    let place = one.place.as_ref().map_or(String::new(), |p| format!(" ({p})"));
    format!("{}: {name} — {}\n", canvas.style.bad("violated"), clean(&format!("{}{place}", one.message)))
}

/// Where everyone stands in a state.
pub fn standings_of(workshop: &Workshop, explorer: &Explorer, state: &kulan_ir::Valuation, canvas: &Canvas) -> String {
    let lines = |file: &str, line: u32| {
        let (_, source) = workshop.sources().files().find(|(_, f)| f.name() == file)?;
        let known = (1..=source.line_count()).contains(&(line as usize));
        known.then(|| source.text()[source.line_range(line as usize)].to_string())
    };
    standings_text(&standings(explorer, state, &lines), canvas)
}

/// A word for the shell.
fn quote(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./+,:@%=".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
