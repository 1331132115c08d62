//! Integer constants of any width: from text to words and back.
//!
//! Wide integers are kept as short as possible, so that `i8388608 1` does not take a megabyte.

use crate::constant::ConstantKind;

/// The constant of a text such as `-5`, `u0xff` or `s0xff` in so many bits; none if it does not fit.
pub(crate) fn parse(text: &str, bits: u32) -> Option<ConstantKind> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if bits <= 128
        && let Ok(value) = digits.parse::<u128>()
    {
        let fits = if negative { value <= 1 << (bits - 1) } else { value <= mask(bits) };
        let value = if negative { value.wrapping_neg() & mask(bits) } else { value };
        return fits.then_some(ConstantKind::Integer(value));
    }
    let mut words = match digits.get(..3) {
        Some("u0x") => hexadecimal(&digits[3..], false),
        Some("s0x") => hexadecimal(&digits[3..], true),
        _ => decimal(digits),
    };
    if negative {
        negate(&mut words);
    }
    fit(words, bits)
}

fn mask(bits: u32) -> u128 {
    if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
}

/// Words in two's complement, the lowest first; the last one has the sign.
fn decimal(digits: &str) -> Vec<u64> {
    let mut words: Vec<u64> = Vec::new();
    for digit in digits.bytes().filter(u8::is_ascii_digit) {
        let mut carry = u128::from(digit - b'0');
        for word in &mut words {
            let value = u128::from(*word) * 10 + carry;
            *word = value as u64;
            carry = value >> 64;
        }
        if carry > 0 {
            words.push(carry as u64);
        }
    }
    words.push(0);
    words
}

/// The same for hexadecimal digits, whose highest bit may be the sign.
fn hexadecimal(digits: &str, signed: bool) -> Vec<u64> {
    let negative = signed && digits.as_bytes().first().is_some_and(|&d| d >= b'8');
    let fill = if negative { u64::MAX } else { 0 };
    let chunks = digits.as_bytes().rchunks(16);
    let mut words: Vec<u64> = chunks
        .map(|chunk| {
            let start = if chunk.len() < 16 { fill << (4 * chunk.len()) } else { 0 };
            start | chunk.iter().fold(0, |word, &d| word << 4 | u64::from((d as char).to_digit(16).unwrap_or(0)))
        })
        .collect();
    words.push(fill);
    words
}

fn negate(words: &mut [u64]) {
    let mut carry = true;
    for word in words {
        (*word, carry) = (!*word).overflowing_add(u64::from(carry));
    }
}

/// Leaves out words that only repeat the sign.
fn trim(words: &mut Vec<u64>) {
    while let [.., before, last] = words[..]
        && last == (before as i64 >> 63) as u64
    {
        words.pop();
    }
}

/// A number in so many bits, if it fits with or without sign.
fn fit(mut words: Vec<u64>, bits: u32) -> Option<ConstantKind> {
    trim(&mut words);
    let last = *words.last()? as i64;
    // Bits without those that repeat the sign.
    let used = words.len() as u64 * 64 - u64::from(if last < 0 { last.leading_ones() } else { last.leading_zeros() });
    let most = u64::from(bits) - u64::from(last < 0);
    if used > most {
        return None;
    }
    if bits <= 128 {
        let fill = (last >> 63) as u64;
        let word = |at: usize| u128::from(words.get(at).copied().unwrap_or(fill));
        return Some(ConstantKind::Integer((word(1) << 64 | word(0)) & mask(bits)));
    }
    if last >= 0 && used == u64::from(bits) {
        // The highest bit of the type is set, so the number is negative when it is seen with sign.
        words.truncate(bits.div_ceil(64) as usize);
        let unused = words.len() as u32 * 64 - bits;
        let last = words.last_mut()?;
        *last = ((*last << unused) as i64 >> unused) as u64;
        trim(&mut words);
    }
    Some(ConstantKind::WideInteger(words.into()))
}

/// The text of a wide integer, in hexadecimal.
pub(crate) fn print(words: &[u64]) -> String {
    let mut digits: String = words.iter().rev().map(|word| format!("{word:016X}")).collect();
    let repeated = if digits.starts_with('F') { 'F' } else { '0' };
    let keep = digits.find(|c| c != repeated).unwrap_or(digits.len());
    // One digit has to show the sign.
    digits.drain(..keep.saturating_sub(1));
    format!("s0x{digits}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small(text: &str, bits: u32) -> Option<u128> {
        match parse(text, bits)? {
            ConstantKind::Integer(value) => Some(value),
            other => panic!("{other:?}"),
        }
    }

    fn wide(text: &str, bits: u32) -> Option<Vec<u64>> {
        match parse(text, bits)? {
            ConstantKind::WideInteger(words) => Some(words.into()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn small_numbers() {
        assert_eq!(small("255", 8), Some(255));
        assert_eq!(small("256", 8), None);
        assert_eq!(small("-128", 8), Some(128));
        assert_eq!(small("-129", 8), None);
        assert_eq!(small("-1", 128), Some(u128::MAX));
        assert_eq!(small("u0xff", 8), Some(255));
        assert_eq!(small("u0x100", 8), None);
        assert_eq!(small("s0xff", 16), Some(0xffff));
        assert_eq!(small("s0x7f", 16), Some(0x7f));
        assert_eq!(small("s0xff7f", 8), None);
        assert_eq!(small("340282366920938463463374607431768211456", 128), None);
        assert_eq!(small("-170141183460469231731687303715884105728", 128), Some(1 << 127));
        assert_eq!(small("-1", 1), Some(1));
        assert_eq!(small("1", 1), Some(1));
    }

    #[test]
    fn wide_numbers() {
        assert_eq!(wide("1", 1 << 23), Some(vec![1]));
        assert_eq!(wide("-1", 1 << 23), Some(vec![u64::MAX]));
        assert_eq!(wide("18446744073709551616", 129), Some(vec![0, 1]));
        assert_eq!(wide("-18446744073709551616", 129), Some(vec![0, u64::MAX]));
        // 2^129 - 1 is -1 in 129 bits; 2^129 does not fit.
        assert_eq!(wide("680564733841876926926749214863536422911", 129), Some(vec![u64::MAX]));
        assert_eq!(wide("680564733841876926926749214863536422912", 129), None);
        assert_eq!(wide("u0x1ffffffffffffffffffffffffffffffff", 129), Some(vec![u64::MAX]));
        assert_eq!(wide("s0x80", 200), Some(vec![0x80u64.wrapping_sub(0x100)]));
    }

    #[test]
    fn texts_are_read_again() {
        for text in
            ["0", "-1", "7", "8", "-8", "-9", "18446744073709551615", "-9223372036854775809", "9223372036854775808"]
        {
            let words = wide(text, 200).unwrap();
            assert_eq!(wide(&print(&words), 200), Some(words), "{text}");
        }
    }
}
