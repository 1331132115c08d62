//! Walking by hand.

use std::io::BufRead;

use kulan_run::Workshop;

use crate::simulate::{Missing, Random, Session};
use crate::stepper::state_text;
use crate::terminal;

/// What can be typed.
pub const HELP: &str =
    "type a statement's number, u to undo, r for a random one, s to see the state, q to quit, ? for help";

/// What came of a line.
enum Done {
    /// The walk stands elsewhere.
    Moved,
    /// It stands where it stood.
    Stayed,
    /// Enough.
    Quit,
}

/// Asks until the user has enough. Works with piped input too.
pub fn walk(session: &mut Session, workshop: &Workshop, random: &mut Random) -> Result<u8, Missing> {
    let mut lines = std::io::stdin().lock().lines();
    loop {
        pass_jumps(session)?;
        menu(session, workshop);
        loop {
            terminal::print("which? ");
            let Some(Ok(line)) = lines.next() else {
                terminal::print("\n");
                return Ok(0);
            };
            match answer(session, random, line.trim())? {
                Done::Moved => break,
                Done::Stayed => {}
                Done::Quit => return Ok(0),
            }
        }
    }
}

/// Nobody needs to be asked about a jump that is the only way on.
fn pass_jumps(session: &mut Session) -> Result<(), Missing> {
    while let [only] = &session.enabled()[..] {
        if !session.preview(only).text.is_empty() {
            break;
        }
        session.take(0)?;
    }
    Ok(())
}

fn menu(session: &Session, workshop: &Workshop) {
    let enabled = session.enabled();
    if enabled.is_empty() {
        return terminal::print(&session.ending(workshop).0);
    }
    for (number, t) in enabled.iter().enumerate() {
        let mut step = session.preview(t);
        if step.text.is_empty() {
            step.text = "(goes on)".to_string();
        }
        terminal::print(&session.line(&format!("{})", number + 1), &step));
    }
}

fn answer(session: &mut Session, random: &mut Random, line: &str) -> Result<Done, Missing> {
    let enabled = session.enabled().len();
    match line {
        "q" => return Ok(Done::Quit),
        "u" if session.steps() > 0 => session.undo(),
        "r" if enabled > 0 => session.take(random.below(enabled))?,
        "s" => {
            terminal::print(&state_text(session.explorer, &session.position().state));
            return Ok(Done::Stayed);
        }
        _ => match line.parse::<usize>() {
            Ok(number) if (1..=enabled).contains(&number) => session.take(number - 1)?,
            Ok(_) => return Ok(say("there is no such statement")),
            Err(_) => return Ok(say(HELP)),
        },
    }
    Ok(Done::Moved)
}

fn say(text: &str) -> Done {
    terminal::print(&format!("{text}\n"));
    Done::Stayed
}
