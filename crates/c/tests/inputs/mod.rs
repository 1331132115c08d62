//! Conditions on two inputs of a few bits, compared with trying all values: which pairs of values the program can store behind
//! them, and no others.

use std::fmt::Write;

use kulan_testing::Random;

/// Programs; `KULAN_PROGRAMS=n` takes that many, from seed `KULAN_SEED` on.
const PROGRAMS: u64 = 400;

/// A number made of the inputs.
#[derive(Clone, Debug)]
enum Number {
    X,
    Y,
    Constant(u64),
    Binary(&'static str, Box<Number>, Box<Number>),
}

/// `icmp` of two numbers.
#[derive(Clone, Debug)]
struct Condition(&'static str, Number, Number);

impl Number {
    fn random(random: &mut Random, depth: usize, mask: u64) -> Number {
        if depth == 0 || random.percent(40) {
            return match random.below(3) {
                0 => Number::X,
                1 => Number::Y,
                _ => Number::Constant(random.bits() & mask),
            };
        }
        let op = ["add", "sub", "mul", "and", "or", "urem", "srem", "lshr"][random.below(8)];
        let a = Number::random(random, depth - 1, mask);
        // Divisors are constants, and not zero; shifts are small.
        let b = match op {
            "urem" | "srem" => Number::Constant(1 + random.bits() % (mask >> 1)),
            "lshr" => Number::Constant(random.bits() % 3),
            _ => Number::random(random, depth - 1, mask),
        };
        Number::Binary(op, Box::new(a), Box::new(b))
    }

    fn value(&self, x: u64, y: u64, bits: u32) -> u64 {
        let mask = (1 << bits) - 1;
        let value = match self {
            Number::X => x,
            Number::Y => y,
            Number::Constant(value) => *value,
            Number::Binary(op, a, b) => {
                let (a, b) = (a.value(x, y, bits), b.value(x, y, bits));
                match *op {
                    "add" => a.wrapping_add(b),
                    "sub" => a.wrapping_sub(b),
                    "mul" => a.wrapping_mul(b),
                    "and" => a & b,
                    "or" => a | b,
                    "urem" => a % b,
                    "srem" => (signed(a, bits) % signed(b, bits)) as u64,
                    _ => a >> b,
                }
            }
        };
        value & mask
    }

    /// Writes what computes it; gives its operand.
    fn write(&self, text: &mut String, next: &mut usize, bits: u32) -> String {
        match self {
            Number::X => "%x".into(),
            Number::Y => "%y".into(),
            Number::Constant(value) => signed(*value, bits).to_string(),
            Number::Binary(op, a, b) => {
                let (a, b) = (a.write(text, next, bits), b.write(text, next, bits));
                *next += 1;
                let _ = writeln!(text, "  %v{next} = {op} i{bits} {a}, {b}");
                format!("%v{next}")
            }
        }
    }
}

fn signed(value: u64, bits: u32) -> i64 {
    (value as i64) << (64 - bits) >> (64 - bits)
}

impl Condition {
    fn random(random: &mut Random, mask: u64) -> Condition {
        let op = ["eq", "ne", "ult", "ule", "ugt", "slt", "sge"][random.below(7)];
        Condition(op, Number::random(random, 2, mask), Number::random(random, 1, mask))
    }

    fn holds(&self, x: u64, y: u64, bits: u32) -> bool {
        let (a, b) = (self.1.value(x, y, bits), self.2.value(x, y, bits));
        match self.0 {
            "eq" => a == b,
            "ne" => a != b,
            "ult" => a < b,
            "ule" => a <= b,
            "ugt" => a > b,
            "slt" => signed(a, bits) < signed(b, bits),
            _ => signed(a, bits) >= signed(b, bits),
        }
    }
}

/// A program that stores two inputs behind conditions, and fails if they are a certain pair. Another thread looks at what is
/// stored, so that the values must be kept.
fn program(conditions: &[Condition], (c, d): (u64, u64), bits: u32) -> String {
    let mut text = format!(
        "declare i{bits} @__VERIFIER_nondet_input()
declare void @reach_error()
declare i32 @pthread_create(i64*, i8*, i8* (i8*)*, i8*)
@gx = global i32 0
@gy = global i32 0
define i8* @look(i8* %p) {{
  %a = load atomic i32, i32* @gx seq_cst, align 4
  %b = load atomic i32, i32* @gy seq_cst, align 4
  ret i8* null
}}
define i32 @main() {{
  %t = alloca i64
  %r = call i32 @pthread_create(i64* %t, i8* null, i8* (i8*)* @look, i8* null)
  %x = call i{bits} @__VERIFIER_nondet_input()
  %y = call i{bits} @__VERIFIER_nondet_input()
"
    );
    let mut next = 0;
    for (i, condition) in conditions.iter().enumerate() {
        let a = condition.1.write(&mut text, &mut next, bits);
        let b = condition.2.write(&mut text, &mut next, bits);
        let _ = writeln!(
            text,
            "  %c{i} = icmp {} i{bits} {a}, {b}\n  br i1 %c{i}, label %n{i}, label %end\nn{i}:",
            condition.0
        );
    }
    let _ = write!(
        text,
        "  %wx = zext i{bits} %x to i32
  %wy = zext i{bits} %y to i32
  store atomic i32 %wx, i32* @gx seq_cst, align 4
  store atomic i32 %wy, i32* @gy seq_cst, align 4
  %sx = load atomic i32, i32* @gx seq_cst, align 4
  %sy = load atomic i32, i32* @gy seq_cst, align 4
  %ex = icmp eq i32 %sx, {c}
  %ey = icmp eq i32 %sy, {d}
  %both = and i1 %ex, %ey
  br i1 %both, label %bad, label %end
bad:
  call void @reach_error()
  unreachable
end:
  ret i32 0
}}
"
    );
    text
}

#[test]
fn conditions_leave_inputs_the_values_that_satisfy_them() {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse().expect("a number"));
    let first: u64 = number("KULAN_SEED").unwrap_or(0);
    let (mut fails, mut fine, mut open) = (0, 0, 0);
    for seed in first..first + number("KULAN_PROGRAMS").unwrap_or(PROGRAMS) {
        let mut random = Random::new(seed);
        let bits = random.between(3, 4) as u32;
        let mask = (1 << bits) - 1;
        let conditions: Vec<Condition> =
            (0..random.between(1, 3)).map(|_| Condition::random(&mut random, mask)).collect();
        let all = (0..=mask).flat_map(|x| (0..=mask).map(move |y| (x, y)));
        let possible: Vec<(u64, u64)> = all.filter(|&(x, y)| conditions.iter().all(|c| c.holds(x, y, bits))).collect();
        let pair = match possible.get(random.below(possible.len().max(1))) {
            Some(&pair) if random.percent(50) => pair,
            _ => (random.bits() & mask, random.bits() & mask),
        };
        let text = program(&conditions, pair, bits);
        let read = super::program("inputs.ll", text.clone(), &kulan_c::Options::default()).expect("a program");
        let found = super::found(&read);
        let expected = possible.contains(&pair);
        // What needs a solver is left open.
        if found.contains("unsupported") {
            open += 1;
            continue;
        }
        assert_eq!(found.contains("assert"), expected, "seed {seed}: {found}\n{text}");
        *if expected { &mut fails } else { &mut fine } += 1;
    }
    assert!(fails > 20 && fine > 20 && open * 5 < fails + fine, "{fails} fail, {fine} are fine, {open} are open");
}
