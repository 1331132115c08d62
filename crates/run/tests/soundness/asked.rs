//! The same question, asked in many ways: random models and random legal options, against the plainest way to ask.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

use kulan_relations::Method;
use kulan_report::{Answer, Error, Reason, Report, Verdict};
use kulan_run::{Engine, Execution, Passes, Reduction, Request, StoreKind, Transactions, Watching, check};
use kulan_search::Order;
use kulan_stubborn::{Algorithm, Condition, Options, Strength};
use kulan_testing::Random;
use kulan_testing::promela::{language::language_program, local_program, program};
use kulan_transactions::Mode;

/// States of the largest models that are asked about.
const LIMIT: u64 = 1_500;
/// Ways to ask about each model.
const WAYS: usize = 8;
/// Models on every day.
const MODELS: u64 = 150;
const PROGRAMS_IN_C: u64 = 8;

/// An option with its values: what each does to a request.
type Choice = (&'static str, &'static [fn(&mut Request)]);

fn reduce(request: &mut Request, algorithm: Algorithm, strength: Strength) {
    let options = Options { algorithm, strength, ..Options::default() };
    request.setup.reduction = Some(Reduction { options, auto: None, ..Reduction::default() });
}

fn reduction(request: &mut Request) -> &mut Reduction {
    request.setup.reduction.get_or_insert_with(|| Reduction { auto: None, ..Reduction::default() })
}

/// The options, each of which may be given or not. Later ones may need earlier ones.
const CHOICES: &[Choice] = &[
    (
        "--por",
        &[
            |r| r.setup.reduction = None,
            |r| r.setup.reduction = Some(Reduction::default()),
            |r| r.setup.reduction = Some(Reduction { auto: Some(2), ..Reduction::default() }),
            |r| r.setup.reduction = Some(Reduction { auto: None, ..Reduction::default() }),
            |r| r.setup.reduction = Some(Reduction::best()),
            |r| reduce(r, Algorithm::Closure, Strength::Strong),
            |r| reduce(r, Algorithm::Beam, Strength::Weak),
            |r| reduce(r, Algorithm::Deletion, Strength::Strong),
        ],
    ),
    (
        "--relations",
        &[|r| {
            let (algorithm, strength) = (Algorithm::Beam, Strength::Strong);
            *reduction(r) = Reduction { auto: None, ..Reduction::default() };
            reduce(r, algorithm, strength);
            reduction(r).method = Method::Syntactic;
        }],
    ),
    (
        "--visibility",
        &[
            |r| r.setup.temporal.watching = Some(Watching::INVISIBLE),
            |r| r.setup.temporal.watching = Some(Watching::TRANSPARENT),
            |r| {
                r.setup.temporal.watching = Some(Watching { condition: Condition::Ample, ..Watching::INVISIBLE });
            },
        ],
    ),
    ("--split", &[|r| r.setup.passes.split = true]),
    ("--merge", &[|r| r.setup.passes.merge = true]),
    ("--reset-dead", &[|r| r.setup.passes.reset_dead = true]),
    ("narrow", &[|r| r.setup.passes.narrow = Some(4)]),
    ("--store", &[|r| r.setup.store = StoreKind::Plain]),
    ("--search", &[|r| r.setup.search.order = Order::BreadthFirst]),
    ("--threads", &[|r| r.setup.search.threads = 2]),
    ("--execution", &[|r| r.setup.execution = Execution::Compiled]),
    ("--all-errors", &[|r| r.setup.search.all_errors = false]),
    (
        "--transactions",
        &[
            |r| r.setup.transactions = Transactions::Of(Mode::Static),
            |r| r.setup.transactions = Transactions::Of(Mode::Phase),
            |r| r.setup.transactions = Transactions::Of(Mode::Dynamic),
            |r| {
                r.setup.reduction = Some(Reduction::best());
                reduction(r).movers = true;
                r.setup.transactions = Transactions::Stubborn;
            },
        ],
    ),
    ("--engine", &[|r| r.setup.engine = Engine::Auto]),
    ("--no-errors", &[|r| r.asked.errors = false]),
    ("--no-deadlock", &[|r| r.asked.deadlocks = false]),
    ("--no-assert", &[|r| r.asked.assertions = false]),
];

/// A model, with questions about it.
fn model(seed: u64) -> Request {
    let random = &mut Random::new(seed ^ 0x6173_6b65);
    let text = match seed % 6 {
        0 => program(seed).to_string(),
        1 => local_program(seed).to_string(),
        2 => language_program(seed).to_string(),
        3 => return Request::text("m.dve", dve(random)),
        _ => super::fair::program(seed),
    };
    let mut request = Request::text("m.pml", text);
    if seed % 6 > 3 {
        let further = ["[] (x == 1 -> <> (g == 0))", "<> timeout", "[] (g < 2)", "[] <> (x == 0) && <> (g == 1)"];
        request.model.ltl = vec![(*random.pick(&further)).to_string()];
        request.model.invariants =
            vec![(*random.pick(&["g < 2", "x == 0 || g == 0", "!timeout", "g < 3"])).to_string()];
    }
    request
}

/// A small model in DVE, with an index that may be out of range.
fn dve(random: &mut Random) -> String {
    let mut text = String::from("byte a[2]; byte g; byte h; channel c;\n");
    let count = random.between(2, 3);
    for p in 0..count {
        text += &format!("process P{p} {{ byte k; state s0, s1, s2; init s0;\n");
        if random.percent(30) {
            text += "assert s1: g != 2;\n";
        }
        let steps = random.between(2, 5);
        let mut list = Vec::new();
        for _ in 0..steps {
            let (from, to) = (random.below(3), random.below(3));
            let guards = ["g == 0", "g < 2", "h != 1", "k == 0", "a[1] == 0 or g == 1"];
            let effects = ["g = 1", "g = 0", "h = 1 - h", "k = 1", "a[g] = 1", "a[h] = g", "g = g + 1"];
            let guard = if random.percent(60) { format!("guard {}; ", random.pick(&guards)) } else { String::new() };
            let sync = match random.below(6) {
                0 => "sync c!; ",
                1 => "sync c?; ",
                _ => "",
            };
            list.push(format!("s{from} -> s{to} {{ {guard}{sync}effect {}; }}", random.pick(&effects)));
        }
        text += &format!("trans {};\n}}\n", list.join(",\n"));
    }
    text + "system async;\n"
}

/// The plainest way to ask.
fn plain(mut request: Request) -> Request {
    let setup = &mut request.setup;
    (setup.engine, setup.transactions, setup.reduction) = (Engine::Explicit, Transactions::Off, None);
    (setup.passes, setup.execution) = (Passes::NONE, Execution::Interpret);
    setup.search.threads = 1;
    setup.search.all_errors = true;
    setup.search.max_states = Some(LIMIT);
    setup.shorten = Default::default();
    request
}

/// The same question with some options, whose names are given back.
fn otherwise(plain: &Request, names: &[String], random: &mut Random) -> (Request, Vec<&'static str>) {
    let (mut request, mut given) = (plain.clone(), Vec::new());
    request.setup.search.max_states = Some(100 * LIMIT);
    for (name, values) in CHOICES {
        if random.percent(if *name == "--engine" { 5 } else { 30 }) {
            random.pick(values)(&mut request);
            given.push(*name);
        }
    }
    if random.percent(25) && !names.is_empty() {
        request.asked.properties = (0..random.between(1, 2)).map(|_| random.pick(names).clone()).collect();
        request.asked.properties.dedup();
        given.push("--property");
    }
    if request.setup.temporal.fair {
        request.setup.reduction = None;
        request.setup.temporal.watching = None;
        let transactions = &mut request.setup.transactions;
        *transactions = if *transactions == Transactions::Stubborn { Transactions::Off } else { *transactions };
    }
    (request, given)
}

type Verdicts = BTreeMap<String, Verdict>;

/// The answers; `None` if the call is refused, or too much was met.
fn verdicts(report: &Report) -> Result<Option<Verdicts>, String> {
    match &report.error {
        Some(Error::Internal(what)) => return Err(format!("internal error: {what}")),
        Some(_) => return Ok(None),
        None => {}
    }
    let met_limit = |a: &Answer| matches!(a, Answer::Unknown(Reason::Limit(..) | Reason::Automaton));
    if report.limit.is_some() || report.properties.iter().any(|p| met_limit(&p.answer)) {
        return Ok(None);
    }
    Ok(Some(report.properties.iter().map(|p| (p.name.clone(), p.answer.verdict())).collect()))
}

/// What two reports say that cannot both be.
fn contradiction(expected: &Verdicts, found: &Verdicts) -> Option<String> {
    let is_clash = |a: Verdict, b: Verdict| {
        matches!((a, b), (Verdict::Holds, Verdict::Violated) | (Verdict::Violated, Verdict::Holds))
    };
    for (name, &verdict) in found {
        if let Some(&known) = expected.get(name)
            && is_clash(known, verdict)
        {
            return Some(format!("{name}: {} instead of {}", verdict.word(), known.word()));
        }
        // Of errors that cannot happen there need be no word.
        if verdict == Verdict::Violated && !expected.contains_key(name) {
            return Some(format!("{name} is violated, and nobody else asks for it"));
        }
    }
    let asked = |verdicts: &Verdicts, wanted: Verdict| {
        found.keys().any(|name| verdicts.get(name).is_some_and(|&verdict| verdict == wanted))
    };
    let missed = asked(expected, Verdict::Violated) && !asked(found, Verdict::Violated);
    missed.then(|| "a violation is missed".to_string())
}

/// A program in C with threads, as LLVM IR; `None` if it cannot be compiled.
fn program_in_c(seed: u64) -> Option<Request> {
    let text = kulan_testing::c::Program::new(seed).text(&[3, 3, 3, 3]);
    let mut command = Command::new(kulan_testing::needs::clang_name()?);
    command.args(["-S", "-emit-llvm", "-g", "-O0", "-w", "-fno-discard-value-names", "-x", "c", "-", "-o", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    Some(Request::text("m.ll", String::from_utf8(output.stdout).ok()?))
}

/// Asks about a model; gives how many questions were compared.
fn ask(seed: u64, mut request: Request) -> Result<usize, String> {
    let mut random = Random::new(seed ^ 0x7761_7973);
    request.setup.temporal.fair = random.percent(15);
    let plain = plain(request);
    let words = |what: String| format!("seed {seed}: {what}\n{}", plain.model.text.clone().unwrap_or_default());
    let Some(expected) = verdicts(&check(&plain)).map_err(|what| words(format!("plainly: {what}")))? else {
        return Ok(0);
    };
    let names: Vec<String> = expected.keys().cloned().collect();
    let mut count = 0;
    for _ in 0..WAYS {
        let (request, given) = otherwise(&plain, &names, &mut random);
        let about = |what: String| words(format!("{what}\n{given:?} {:?} {:?}", request.asked, request.setup));
        let Some(found) = verdicts(&check(&request)).map_err(about)? else { continue };
        if let Some(what) = contradiction(&expected, &found) {
            return Err(about(format!("{what}; plainly {expected:?}, now {found:?}")));
        }
        count += 1;
    }
    Ok(count)
}

#[test]
fn however_a_question_is_asked_the_answer_is_the_same() {
    ask_all(super::seeds(MODELS).map(|seed| (seed, model(seed))).collect());
}

#[test]
fn however_a_question_about_a_program_is_asked_the_answer_is_the_same() {
    if kulan_testing::needs::clang() {
        let seeds = super::seeds(PROGRAMS_IN_C);
        ask_all(seeds.filter_map(|seed| Some((seed, program_in_c(seed)?))).collect());
    }
}

fn ask_all(models: Vec<(u64, Request)>) {
    let (mut questions, mut wrong) = (0, Vec::new());
    let asked = models.len();
    for (seed, request) in models {
        match ask(seed, request) {
            Ok(count) => questions += count,
            Err(what) => wrong.push(what),
        }
    }
    println!("{questions} questions about {asked} models; {} wrong", wrong.len());
    wrong.iter().skip(1).take(20).for_each(|what| println!("{what}\n"));
    assert!(wrong.is_empty(), "{} models get two answers, such as {}", wrong.len(), wrong[0]);
    assert!(asked < 50 || questions > 2 * asked, "most models are too large: {questions} of {asked}");
}
