//! Reads LLVM files and says how fast: `cargo run --release -p kulan-llvm --example read_llvm -- FILE...`
//! With `--print`, prints what was read.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use kulan_diagnostics::render::Renderer;
use kulan_diagnostics::{Diagnostics, SourceMap};

fn main() -> ExitCode {
    let (mut bytes, mut time, mut failed, mut files) = (0, Duration::ZERO, 0, 0);
    let print = std::env::args().any(|a| a == "--print");
    for path in std::env::args().skip(1).filter(|a| a != "--print") {
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{path}: {error}");
                failed += 1;
                continue;
            }
        };
        bytes += text.len();
        files += 1;
        let (mut sources, mut diags) = (SourceMap::new(), Diagnostics::new());
        let file = sources.add(path, text);
        let start = Instant::now();
        let module = kulan_llvm::read(file, &sources, &mut diags);
        time += start.elapsed();
        match module {
            Some(module) if print => print!("{}", module.print()),
            Some(_) => {}
            None => {
                failed += 1;
                eprint!("{}", Renderer::new(&sources).render_all(&diags));
            }
        }
    }
    let speed = bytes as f64 / 1e6 / time.as_secs_f64();
    eprintln!("{files} files, {failed} failed, {:.1} MB, {speed:.0} MB/s", bytes as f64 / 1e6);
    if failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
