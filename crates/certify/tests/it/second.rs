//! The second judge agrees with the first.

use kulan_certify::{Certificate, Judge, Method, Opinion, Refused, check};
use kulan_ir::ExprId;
use kulan_sat::Limits;
use kulan_testing::{Random, expr};

use crate::random::{asked, small};
use crate::support::{assertions, certificate, system};

#[test]
fn a_solver_that_is_installed_says_the_same() {
    let Some(judge) = Judge::installed() else {
        eprintln!("skipped: none of z3, cvc5 and bitwuzla is on the PATH");
        return;
    };
    let mut seen = [0; 2];
    for seed in 0..60 {
        let Some((mut system, _)) = small(seed) else { continue };
        let mut random = Random::new(seed);
        let asked = asked(&system, &mut random);
        let count = random.below(3);
        let mut clauses: Vec<ExprId> = (0..count).map(|_| expr::expr(&mut random, &mut system, 1, 2)).collect();
        clauses.retain(|&c| !system.exprs.has_input(c) && !system.exprs.has_position(c));
        let method = if random.percent(50) { Method::Ic3 } else { Method::KInduction(random.between(1, 3) as u32) };
        let certificate = Certificate::new(&system, asked, method, &clauses);
        let first = match check(&system, &certificate, &Limits::default()) {
            Ok(_) => Opinion::Agrees,
            Err(Refused::Breach(_)) => Opinion::Differs,
            Err(other) => panic!("{other}"),
        };
        seen[usize::from(first == Opinion::Agrees)] += 1;
        let second = judge.ask(&system, &certificate, &|| false);
        assert_eq!(second, first, "seed {seed}\n{}\n{}", kulan_ir::text::print(&system), certificate.write());
    }
    assert!(seen.iter().all(|&n| n > 5), "{seen:?}");
}

#[test]
fn a_judge_that_takes_long_is_ended() {
    let Some(judge) = Judge::installed() else {
        eprintln!("skipped: none of z3, cvc5 and bitwuzla is on the PATH");
        return;
    };
    // Factors of a large prime.
    let system = system(
        "system s process p thread t in p var x : u64 var y : u64
        transition t { input a : u32 in 2..4294967295 input b : u32 in 2..4294967295
            set x = zext(64, input(0, 32)) set y = zext(64, input(1, 32)) step \"choose\" }
        transition t { check assert x * y != 18446744073709551557 step \"look\" }",
    );
    let clauses = ["x <u 4294967296", "y <u 4294967296", "x != 1", "y != 1"];
    let proof = certificate(&system, assertions(), Method::Ic3, &clauses);
    let begin = std::time::Instant::now();
    let opinion = judge.ask(&system, &proof, &|| begin.elapsed().as_millis() > 300);
    assert!(matches!(opinion, Opinion::Open(_) | Opinion::Agrees), "{opinion:?}");
    assert!(begin.elapsed().as_secs() < 20);
}
