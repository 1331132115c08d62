//! Checks a model by a library call: `cargo run --release -p kulan-run --example library -- MODEL`.

use std::time::Duration;

use kulan_run::{Request, check};

/// What there is to say about a model, and the exit status.
pub fn tell(mut request: Request) -> (String, u8) {
    request.timeout = Some(Duration::from_secs(60));
    let report = check(&request);
    let mut text = report.error.as_ref().map_or(String::new(), |error| format!("{}\n", error.message()));
    for property in &report.properties {
        text += &format!("{}: {}\n", property.name, property.answer.verdict().word());
        for step in property.answer.counterexample().into_iter().flat_map(|found| &found.steps) {
            text += &format!("  {}: {} (line {})\n", step.process, step.text, step.line);
        }
    }
    (text, report.status())
}

#[allow(dead_code, reason = "the test of this program calls tell")]
fn main() {
    let model = std::env::args().nth(1).expect("a model's file");
    let (text, status) = tell(Request::file(model));
    print!("{text}");
    std::process::exit(status.into());
}
