//! Every operation at the borders of its operands, on the emulator.

mod common;

use common::{TINY, difference};
use kulan_gpu::emulate::Emulated;
use kulan_ir::text;

/// Operators of the text form.
const OPERATORS: [&str; 17] =
    ["+", "-", "*", "/s", "%s", "/u", "%u", "&", "|", "^", "<<", ">>u", ">>s", "==", "<u", "<s", "<=s"];

/// Values near which operations change.
fn borders(width: u32) -> Vec<u64> {
    let all = if width == 64 { u64::MAX } else { (1 << width) - 1 };
    let half = all / 2;
    let mut list = vec![0, 1, 2, 3, half, half + 1, all - 1, all, u64::from(width) - 1, u64::from(width), 64, 65];
    list.iter_mut().for_each(|v| *v &= all);
    list.sort_unstable();
    list.dedup();
    list
}

#[test]
fn operations_agree_at_borders() {
    for width in [1, 2, 7, 31, 32, 33, 40, 63, 64] {
        for operator in OPERATORS {
            let is_truth = operator.starts_with('<') && operator != "<<" || operator == "==";
            let to = if is_truth { 1 } else { width };
            // The operands are read from the state, so that nothing is known about them.
            let values = borders(width);
            let list = values.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
            let count = values.len();
            let model = format!(
                "system s process p thread t in p var a : u{width}[{count}] = [{list}] var i : u8 var j : u8 var r : u{to}
                 transition t {{ when i <u {count} set i = i + 1 set r = a[i] {operator} a[j] }}
                 transition t {{ when i == {count} when j <u {count} set i = 0 set j = j + 1 }}"
            );
            let system = text::parse(&model).unwrap_or_else(|e| panic!("{model}: {e:?}"));
            let mut device = Emulated::new(8, 1 << 24, 3);
            let (_, what) = difference(&system, &mut device, TINY, 5000).expect("few states");
            assert_eq!(what, None, "u{width} {operator}");
            // Counts alone do not tell whether the values are right: an observer that knows them does.
            wrong_values(&model, operator, width, &values);
        }
    }
}

/// Has observers say what each result must be.
fn wrong_values(model: &str, operator: &str, width: u32, values: &[u64]) {
    use kulan_ir::BinaryOp::*;
    let operations = [
        Add,
        Sub,
        Mul,
        SignedDiv,
        SignedRem,
        UnsignedDiv,
        UnsignedRem,
        And,
        Or,
        Xor,
        ShiftLeft,
        LogicalShiftRight,
        ArithmeticShiftRight,
        Equal,
        UnsignedLess,
        SignedLess,
        SignedLessEqual,
    ];
    let number = OPERATORS.iter().position(|o| *o == operator).expect("one of them");
    let mut text = model.to_string();
    for (i, &x) in values.iter().enumerate() {
        for (j, &y) in values.iter().enumerate() {
            let right = kulan_ir::expr::evaluate_binary(operations[number], width as u8, x, y);
            let next = i + 1;
            text += &format!(
                " transition t observer {{ when i == {next} when j == {j} check assert r == {right} says \"value\" }}"
            );
        }
    }
    let system = text::parse(&text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    let found = common::run(&system, &mut Emulated::new(8, 1 << 26, 3), TINY, &common::everything());
    assert!(found.outcome.failures.is_empty(), "u{width} {operator}: {:?}", found.outcome.failures);
    assert_eq!(found.by_host, 0);
}
