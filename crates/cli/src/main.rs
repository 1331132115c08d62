//! The command line.

use kulan_check::{Engine, Setup, StoreKind};
use kulan_diagnostics::*;

struct Disk;
impl FileLoader for Disk {
    fn load(&self, r: LoadRequest<'_>) -> Result<LoadedFile, LoadError> {
        let dir = std::path::Path::new(r.from).parent().unwrap_or(std::path::Path::new("."));
        let p = dir.join(r.path);
        let text = std::fs::read(&p).map_err(|e| LoadError(e.to_string()))?;
        Ok(LoadedFile { name: p.display().to_string(), text: String::from_utf8_lossy(&text).into_owned() })
    }
}
struct Quiet;
impl kulan_search::Observer for Quiet {
    fn pulse(&self, p: &kulan_search::Progress) -> Option<kulan_search::Limit> {
        if std::env::var("V").is_ok() {
            eprintln!("{p:?}");
        }
        None
    }
}
fn main() {
    let begin = std::time::Instant::now();
    let args: Vec<String> = std::env::args().collect();
    let mut sources = SourceMap::new();
    let text = String::from_utf8_lossy(&std::fs::read(&args[1]).expect("file")).into_owned();
    let main = sources.add(args[1].clone(), text);
    let mut diags = Diagnostics::new();
    let defines: Vec<_> = args[2..]
        .iter()
        .filter(|d| d.starts_with("-D"))
        .map(|d| {
            let d = d.trim_start_matches("-D");
            match d.split_once('=') {
                Some((a, b)) => (a.to_string(), Some(b.to_string())),
                None => (d.to_string(), None),
            }
        })
        .collect();
    let source =
        kulan_frontend::read(kulan_frontend::Language::Promela, main, &Disk, &defines, &mut sources, &mut diags);
    eprint!("{}", render::Renderer::new(&sources).render_all(&diags));
    let Some(source) = source else { std::process::exit(2) };
    let has = |s: &str| args.iter().any(|a| a == s);
    let threads = args.iter().find_map(|a| a.strip_prefix("-t")).map_or(1, |n| n.parse().expect("n"));
    let front = begin.elapsed();
    let setup = Setup {
        passes: kulan_check::Passes { merge: has("merge"), reset_dead: has("reset") },
        search: kulan_search::Options {
            all_errors: true,
            threads,
            order: if has("bfs") { kulan_search::Order::BreadthFirst } else { Default::default() },
            pulse: std::time::Duration::from_millis(1000),
            ..Default::default()
        },
        store: if has("plain") { StoreKind::Plain } else { StoreKind::Tree },
        engine: if has("interpret") { Engine::Interpret } else { Engine::Compiled },
        memory: 16 << 30,
    };
    let checked = kulan_check::check(&source, &sources, &setup, &Quiet).expect("runs");
    let o = &checked.outcome;
    println!(
        "{} {} depth {} deadlocks {} failures {:?} limit {:?} [words {} trans {}/{}] front {:?} prepare {:?} compile {:?} search {:?} bytes/state {:.1}",
        o.states,
        o.transitions,
        o.depth,
        o.deadlocks,
        o.failures,
        o.limit,
        kulan_ir::Layout::new(&checked.system).words(),
        checked.base.transitions.len(),
        checked.system.transitions.len(),
        front,
        checked.prepare,
        checked.compile,
        checked.search,
        checked.store_bytes as f64 / o.states as f64
    );
    for v in &o.violations {
        println!(
            "  {:?} after {} states {:?}",
            v.kind,
            v.states.len(),
            v.failure.map(|f| (
                checked.system.transition(f.transition).checks[f.check as usize].clone(),
                checked.system.transition(f.transition).steps.iter().map(|s| s.text.clone()).collect::<Vec<_>>()
            ))
        );
    }
}
