//! What there is to print on.

use std::io::{IsTerminal, Write};
use std::path::Path;

use kulan_report::{Canvas, Lanes, Style};

use crate::args::{Color, LanesArg, ViewArgs};
use crate::failure::Failure;

/// Columns where there is no terminal to ask.
const COLUMNS: usize = 100;

/// Whether a stream wants colors.
fn wants_color(color: Color, is_terminal: bool) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => is_terminal && std::env::var_os("NO_COLOR").is_none(),
    }
}

/// The style of standard output.
pub fn stdout_style(color: Color) -> Style {
    Style::new(wants_color(color, std::io::stdout().is_terminal()))
}

/// Whether standard error wants colors.
pub fn stderr_color(color: Color) -> bool {
    wants_color(color, std::io::stderr().is_terminal())
}

/// Columns of standard output.
pub fn width() -> usize {
    let told = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
    let asked = || std::io::stdout().is_terminal().then(crossterm::terminal::size)?.ok().map(|(w, _)| w as usize);
    asked().or(told).filter(|&w| w > 0).unwrap_or(COLUMNS).max(40)
}

/// Standard output as a canvas. Long traces are only cut on a terminal.
pub fn canvas(color: Color, view: &ViewArgs) -> Canvas {
    let lanes = match view.lanes {
        LanesArg::Auto => Lanes::Auto,
        LanesArg::Always => Lanes::Always,
        LanesArg::Never => Lanes::Never,
    };
    let longest = match std::io::stdout().is_terminal() {
        _ if view.full => usize::MAX,
        true => Canvas::ON_TERMINAL,
        false => Canvas::ELSEWHERE,
    };
    Canvas { width: width(), style: stdout_style(color), lanes, longest }
}

/// Prints to standard output. A reader that went away is no error of ours.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Writes a file whole or not at all; `-` is standard output.
pub fn write(file: &Path, text: impl AsRef<[u8]>) -> Result<(), Failure> {
    let bytes = text.as_ref();
    if file == Path::new("-") {
        let mut out = std::io::stdout().lock();
        return match out.write_all(bytes).and_then(|()| out.flush()) {
            Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
                Err(Failure::Input(format!("cannot write to standard output: {e}")))
            }
            _ => Ok(()),
        };
    }
    let wrong = |e| Failure::Input(format!("cannot write {}: {e}", file.display()));
    kulan_trace::write_whole(file, bytes).map_err(wrong)
}
