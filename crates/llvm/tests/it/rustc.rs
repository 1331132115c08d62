//! What rustc writes, whose LLVM is newer than clang's often is: opaque pointers, records for debuggers, exceptions.

use std::process::Command;

use kulan_testing::needs::skip;

use crate::support::round_trip;

const SOURCE: &str = r#"
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

static COUNT: AtomicUsize = AtomicUsize::new(0);

pub enum Shape { Square(u32), Named { sign: i8, name: String }, Nothing }

pub fn area(shape: Shape) -> u32 {
    match shape {
        Shape::Square(side) => side * side,
        Shape::Named { sign, name } => sign as u32 + name.len() as u32,
        Shape::Nothing => 7,
    }
}

fn main() {
    let map = Arc::new(Mutex::new(HashMap::new()));
    let start = |i: usize| {
        let map = map.clone();
        std::thread::spawn(move || {
            COUNT.fetch_add(i, Ordering::SeqCst);
            map.lock().unwrap().insert(i, i as f64 * 0.5);
        })
    };
    let threads: Vec<_> = (0..3).map(start).collect();
    threads.into_iter().for_each(|t| t.join().unwrap());
    println!("{}", area(Shape::Named { sign: 3, name: "a".into() }) + area(Shape::Square(1)) + area(Shape::Nothing));
}
"#;

#[test]
fn a_program_in_rust() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (source, out) = (folder.path().join("program.rs"), folder.path().join("program.ll"));
    std::fs::write(&source, SOURCE).expect("a writable folder");
    for options in [&["-g"][..], &["-O", "-g"], &["-Copt-level=3", "-Cpanic=abort"]] {
        let compiler = std::env::var_os("RUSTC").unwrap_or("rustc".into());
        let mut command = Command::new(compiler);
        command.args(["--edition=2021", "--emit=llvm-ir"]).args(options).arg(&source).arg("-o").arg(&out);
        if !command.output().is_ok_and(|output| output.status.success()) {
            return skip("it needs `rustc`");
        }
        let text = std::fs::read_to_string(&out).expect("rustc wrote a file");
        let module = round_trip(&text);
        let records = module.functions().map(|(_, f)| f.records.len()).sum::<usize>();
        assert_eq!(records > 0, options.contains(&"-g"));
    }
}
