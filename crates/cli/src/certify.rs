//! `kulan certify`.

use std::time::Duration;

use kulan_certify::{Certificate, Judge, Opinion, Origin, Refused};
use kulan_report::plural;
use kulan_run::{Certified, Control, ModelFile};
use kulan_trace::Reading;

use crate::args::{CertifyArgs, Color, ModelArgs};
use crate::failure::Failure;
use crate::limited::{self, limited, reached};
use crate::load;
use crate::terminal;

/// How long another solver may take that nobody asked for.
const ON_THE_SIDE: Duration = Duration::from_secs(30);

/// Runs the command; gives the exit status.
pub fn run(args: &CertifyArgs, color: Color) -> Result<u8, Failure> {
    let mut model = args.model.clone();
    let Some(file) = model.others.pop() else {
        return Err(Failure::Input("the certificate is missing; write kulan certify MODEL FILE".into()));
    };
    let done = limited(&args.limits, |control| {
        let text = kulan_run::read(&file)?;
        let certificate = Certificate::read(&text).map_err(|e| Failure::Input(format!("{}:{e}", file.display())))?;
        let model = recorded(&mut model, &certificate.origin);
        let judge = judge(args)?;
        let time = if args.second { Duration::MAX } else { ON_THE_SIDE };
        let second = judge.as_ref().map(|judge| (judge, time));
        let certified = kulan_run::certify(&model, &certificate, second, &load::Printer(color), control)?;
        certified.map_or_else(
            |refused| refuse(&refused, args, &file.display().to_string(), &certificate, control),
            |certified| accept(args, &certified, judge.as_ref().map_or("", |judge| judge.name), control),
        )
    });
    done.map(|done| done.unwrap_or_else(|words| unknown(&words)))
}

/// The other solver to ask.
fn judge(args: &CertifyArgs) -> Result<Option<Judge>, Failure> {
    match Judge::installed().filter(|_| !args.no_second) {
        None if args.second => Err(Failure::Input("--second needs z3, cvc5 or bitwuzla on the PATH".into())),
        judge => Ok(judge),
    }
}

/// The model, read as it was when the certificate was written. A certificate says all that was looked for.
fn recorded(model: &mut ModelArgs, origin: &Origin) -> ModelFile {
    let sought = origin.reading.sought.clone().unwrap_or_default();
    load::recorded(model, &Reading { sought: Some(sought), ..origin.reading.clone() })
}

fn accept(args: &CertifyArgs, certified: &Certified, judge: &str, control: &Control) -> Result<u8, Failure> {
    let model = args.model.model.display();
    let claimed = &certified.claimed;
    let bounds: Vec<String> = claimed.within.iter().map(|(name, most)| format!("{most} {name}")).collect();
    let word = if bounds.is_empty() { "holds".to_string() } else { format!("holds within {}", bounds.join(", ")) };
    let assumed = claimed.assumed.as_ref().map_or(String::new(), |what| format!(", if {what}"));
    let (second, status) = match &certified.second {
        None => (String::new(), 0),
        Some(Opinion::Agrees) => (format!("{judge} agrees\n"), 0),
        Some(Opinion::Open(why)) => {
            // Our own check was finished before.
            let why = limited::words(control).unwrap_or_else(|| why.clone());
            (format!("{judge} has no opinion: {why}\n"), if args.second { 3 } else { 0 })
        }
        Some(Opinion::Differs) => {
            return Err(Failure::Internal(format!("{judge} says that the certificate does not prove it of {model}")));
        }
    };
    let accepted = &certified.accepted;
    terminal::print(&format!(
        "accepted: {model}\n{word}{assumed}: {}\ninitial, inductive and safe: {}, {}, {}\n{second}",
        claimed.properties.join(", "),
        plural(accepted.clauses as u64, "clause"),
        plural(accepted.transitions as u64, "transition"),
        plural(accepted.questions, "question"),
    ));
    Ok(status)
}

/// Says why a certificate is not accepted; gives the exit status.
fn refuse(
    refused: &Refused,
    args: &CertifyArgs,
    file: &str,
    certificate: &Certificate,
    control: &Control,
) -> Result<u8, Failure> {
    let model = args.model.model.display();
    match refused {
        Refused::Breach(breach) => {
            terminal::print(&format!("refused: {file} does not prove it of {model}\nnot {breach}"));
            Ok(1)
        }
        Refused::OtherSystem => Err(Failure::Input(format!(
            "{file} does not fit {model}: {refused}\n  note: it was written for {}",
            certificate.origin.model
        ))),
        Refused::Clause(error) => Err(Failure::Input(format!("{file}:{error}"))),
        Refused::System(why) | Refused::Internal(why) => Err(Failure::Internal(why.clone())),
        Refused::Stopped => Ok(unknown(&reached(control))),
    }
}

/// Says that a limit was reached; gives the exit status.
fn unknown(words: &str) -> u8 {
    terminal::print(words);
    3
}
