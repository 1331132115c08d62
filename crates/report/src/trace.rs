//! A counterexample for the terminal.

use kulan_trace::Step;

use crate::lanes::Plan;
use crate::list::{Columns, step_line};
use crate::origin::origins;
use crate::{Style, lanes};

/// Whether to draw one column per process.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Lanes {
    /// Where they fit.
    #[default]
    Auto,
    /// Even where they are narrow.
    Always,
    /// No.
    Never,
}

/// The output device.
#[derive(Copy, Clone, Debug)]
pub struct Canvas {
    /// Columns.
    pub width: usize,
    /// Colors.
    pub style: Style,
    /// Whether to draw lanes.
    pub lanes: Lanes,
    /// The longest trace that is shown in full.
    pub longest: usize,
}

impl Canvas {
    /// The longest trace that is shown in full on a terminal.
    pub const ON_TERMINAL: usize = 60;
    /// The same where the output goes to a file or another program.
    pub const ELSEWHERE: usize = 10_000;
}

/// What is shown of the beginning of a longer one.
const HEAD: usize = 10;
/// And of its end.
const TAIL: usize = 40;

/// The statements of a counterexample, numbered; those from `cycle` on repeat forever.
pub fn render_trace(steps: &[Step], cycle: Option<usize>, canvas: &Canvas) -> String {
    let hidden = if steps.len() <= canvas.longest.max(HEAD + TAIL) { 0..0 } else { HEAD..steps.len() - TAIL };
    let shown: Vec<usize> = (0..steps.len()).filter(|i| !hidden.contains(i)).collect();
    let origins = origins(steps);
    let plan = match canvas.lanes {
        Lanes::Never => None,
        Lanes::Auto => Plan::new(steps, &shown, canvas.width, false),
        Lanes::Always => Plan::new(steps, &shown, canvas.width, true),
    };
    let columns = Columns::fitting(steps, &shown, canvas.width);
    let mut out = plan.as_ref().map_or(String::new(), |plan| lanes::header(plan, canvas.style));
    for i in shown {
        if i == hidden.end && !hidden.is_empty() {
            let gap = format!("     … {} more steps, shown by --full …\n", hidden.len());
            out.push_str(&canvas.style.dim(&gap));
        }
        if cycle == Some(i) {
            out.push_str(&canvas.style.bold("     ┌─ from here on forever\n"));
        }
        out.push_str(&match &plan {
            Some(plan) => lanes::row(plan, i + 1, &steps[i], origins[i].map(|o| (o, &steps[o])), canvas.style),
            None => step_line(&(i + 1).to_string(), &steps[i], origins[i], &columns, canvas.style),
        });
    }
    match cycle {
        Some(start) if start < steps.len() => {
            out.push_str(&canvas.style.bold(&format!("     └─ back to step {}\n", start + 1)));
        }
        Some(_) => out.push_str(&canvas.style.bold("     the run stays here forever\n")),
        None => {}
    }
    out
}
