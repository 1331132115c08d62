//! Floating-point constants: from text to bits and back.
//!
//! LLVM writes `half` to `double` in decimal where that is exact, or as the bits of a `double` (`0x` and 16 digits),
//! and the other formats as their own bits behind a letter.

use crate::words::FloatKind;

/// Width of the exponent and of the fraction.
fn format(kind: FloatKind) -> Option<(u32, u32)> {
    Some(match kind {
        FloatKind::Half => (5, 10),
        FloatKind::BFloat => (8, 7),
        FloatKind::Float => (8, 23),
        FloatKind::Double => (11, 52),
        _ => return None,
    })
}

/// The bits of a constant of this format; none if the text does not fit it.
pub(crate) fn parse(kind: FloatKind, text: &str) -> Option<u128> {
    if let Some(digits) = text.strip_prefix("0x") {
        return parse_hexadecimal(kind, digits);
    }
    let value: f64 = text.parse().ok()?;
    match kind {
        // As LLVM does, a decimal `float` is rounded only if it is one.
        FloatKind::Float => Some(u128::from((value as f32).to_bits())),
        _ => narrow(value.to_bits(), kind),
    }
}

fn parse_hexadecimal(kind: FloatKind, digits: &str) -> Option<u128> {
    let letter = digits.chars().next()?;
    let own = match kind {
        FloatKind::Half => Some('H'),
        FloatKind::BFloat => Some('R'),
        FloatKind::X86Fp80 => Some('K'),
        FloatKind::Fp128 => Some('L'),
        FloatKind::PpcFp128 => Some('M'),
        FloatKind::Float | FloatKind::Double => None,
    };
    if own == Some(letter) {
        let bits = u128::from_str_radix(&digits[1..], 16).ok()?;
        return match kind {
            FloatKind::Half | FloatKind::BFloat => (bits >> 16 == 0).then_some(bits),
            FloatKind::X86Fp80 => (bits >> 80 == 0).then_some(bits),
            // The low half is written first.
            _ => Some(bits.rotate_left(64)),
        };
    }
    format(kind)?;
    narrow(u64::from_str_radix(digits, 16).ok()?, kind)
}

/// A `double` in another format, if nothing is lost.
fn narrow(bits: u64, kind: FloatKind) -> Option<u128> {
    let (exponent_bits, fraction_bits) = format(kind)?;
    if kind == FloatKind::Double {
        return Some(u128::from(bits));
    }
    let sign = bits >> 63 << (exponent_bits + fraction_bits);
    let (exponent, fraction) = (bits >> 52 & 0x7ff, bits & ((1 << 52) - 1));
    let (top, lost) = ((1u64 << exponent_bits) - 1, 52 - fraction_bits);
    if exponent == 0x7ff {
        let exact = fraction.trailing_zeros() >= lost || fraction == 0;
        return exact.then_some(u128::from(sign | top << fraction_bits | fraction >> lost));
    }
    if exponent == 0 {
        return (fraction == 0).then_some(u128::from(sign));
    }
    let own = exponent as i64 - 1023 + (top as i64 >> 1);
    if own >= top as i64 {
        return None;
    }
    let full = fraction | 1 << 52;
    // Below the least exponent, the leading 1 is written out and more bits are lost.
    let shift = if own > 0 { lost } else { lost + 1 + (-own).min(64) as u32 };
    if full.trailing_zeros() < shift {
        return None;
    }
    let kept = if shift < 64 { full >> shift } else { 0 };
    let body = if own > 0 { (own as u64) << fraction_bits | kept & ((1 << fraction_bits) - 1) } else { kept };
    Some(u128::from(sign | body))
}

/// A number in the format as a `double`; exact.
fn widen(bits: u128, kind: FloatKind) -> Option<u64> {
    let (exponent_bits, fraction_bits) = format(kind)?;
    let bits = bits as u64;
    if kind == FloatKind::Double {
        return Some(bits);
    }
    let sign = bits >> (exponent_bits + fraction_bits) << 63;
    let top = (1u64 << exponent_bits) - 1;
    let (exponent, fraction) = (bits >> fraction_bits & top, bits & ((1 << fraction_bits) - 1));
    let shift = 52 - fraction_bits;
    let body = if exponent == top {
        0x7ff << 52 | fraction << shift
    } else if exponent > 0 {
        (exponent + 1023 - (top >> 1)) << 52 | fraction << shift
    } else if fraction == 0 {
        0
    } else {
        let leading = 63 - fraction.leading_zeros();
        let value = u64::from(leading) + 1024 - (top >> 1) - u64::from(fraction_bits);
        value << 52 | (fraction << (52 - leading)) & ((1 << 52) - 1)
    };
    Some(sign | body)
}

/// The text of a constant of this format: always in hexadecimal.
pub(crate) fn print(kind: FloatKind, bits: u128) -> String {
    match kind {
        FloatKind::Half => format!("0xH{bits:04X}"),
        FloatKind::BFloat => format!("0xR{bits:04X}"),
        FloatKind::X86Fp80 => format!("0xK{bits:020X}"),
        FloatKind::Fp128 => format!("0xL{:032X}", bits.rotate_left(64)),
        FloatKind::PpcFp128 => format!("0xM{:032X}", bits.rotate_left(64)),
        FloatKind::Float | FloatKind::Double => format!("0x{:016X}", widen(bits, kind).unwrap_or(0)),
    }
}

/// The value as a `double`, for formats that fit into one.
pub fn to_f64(kind: FloatKind, bits: u128) -> Option<f64> {
    widen(bits, kind).map(f64::from_bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_halves_survive() {
        for bits in 0..=0xffffu128 {
            for kind in [FloatKind::Half, FloatKind::BFloat] {
                let wide = widen(bits, kind).unwrap();
                assert_eq!(narrow(wide, kind), Some(bits), "{kind:?} {bits:x}");
            }
        }
    }

    #[test]
    fn floats_as_the_processor_has_them() {
        let some = [0u32, 1, 0x8000_0001, 0x007f_ffff, 0x0080_0000, 0x3f80_0000, 0x4048_f5c3, 0x7f7f_ffff, 0xff80_0000];
        for bits in some {
            let wide = f64::from(f32::from_bits(bits)).to_bits();
            assert_eq!(widen(u128::from(bits), FloatKind::Float), Some(wide));
            assert_eq!(narrow(wide, FloatKind::Float), Some(u128::from(bits)));
        }
        assert_eq!(narrow(0.1f64.to_bits(), FloatKind::Float), None);
        assert_eq!(narrow(1e300f64.to_bits(), FloatKind::Float), None);
        assert_eq!(narrow(1e-300f64.to_bits(), FloatKind::Float), None);
    }

    #[test]
    fn texts() {
        assert_eq!(parse(FloatKind::Double, "1.000000e+00"), Some(0x3ff0_0000_0000_0000));
        assert_eq!(parse(FloatKind::Float, "0x3FB99999A0000000"), Some(0x3dcc_cccd));
        assert_eq!(parse(FloatKind::Half, "0xH3C00"), Some(0x3c00));
        assert_eq!(parse(FloatKind::Half, "1.5"), Some(0x3e00));
        assert_eq!(parse(FloatKind::Half, "0.1"), None);
        assert_eq!(parse(FloatKind::X86Fp80, "0xK3FFF8000000000000000"), Some(0x3fff_8000_0000_0000_0000));
        assert_eq!(parse(FloatKind::Fp128, "0xL00000000000000003FFF000000000000"), Some(0x3fff << 112));
        assert_eq!(parse(FloatKind::Double, "0xH3C00"), None);
        assert_eq!(parse(FloatKind::X86Fp80, "1.0"), None);
        assert_eq!(print(FloatKind::Fp128, 0x3fff << 112), "0xL00000000000000003FFF000000000000");
        assert_eq!(print(FloatKind::Float, 0x3dcc_cccd), "0x3FB99999A0000000");
    }
}
