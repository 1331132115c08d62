//! Sizes of memory and times, as users write them.

/// Nothing can be done with less memory than that: whoever writes a smaller number means another unit.
const LEAST: u64 = 1 << 20;

/// Reads `512M`, `4G`, `4GiB`, `1000000000`.
pub fn parse(text: &str) -> Result<u64, String> {
    let wrong = || "not a size: write 512M, 4G or a number of bytes".to_string();
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 = text[..split].parse().map_err(|_| wrong())?;
    let unit = text[split..].trim().to_ascii_uppercase();
    let power = match unit.trim_end_matches('B').trim_end_matches('I') {
        "" => 0,
        "K" => 1,
        "M" => 2,
        "G" => 3,
        "T" => 4,
        _ => return Err(wrong()),
    };
    let bytes = number * 1024f64.powi(power);
    match bytes as u64 {
        _ if bytes >= u64::MAX as f64 => Err(wrong()),
        small if small < LEAST && power == 0 => {
            Err(format!("{text} bytes are too few: a number without a unit is one of bytes; did you mean {text}M?"))
        }
        small if small < LEAST => Err("less than 1M is too little".to_string()),
        bytes => Ok(bytes),
    }
}

/// Reads a number of seconds, or `90s`, `10m`, `1.5h`.
pub fn seconds(text: &str) -> Result<f64, String> {
    let wrong = || "not a time: write 90, 90s, 10m or 2h".to_string();
    let split = text.find(|c: char| c.is_ascii_alphabetic() && c != 'e').unwrap_or(text.len());
    let number: f64 = text[..split].parse().map_err(|_| wrong())?;
    let unit = match &text[split..] {
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let seconds = number * unit;
    if (0.0..1e9).contains(&seconds) { Ok(seconds) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests {
    use super::{parse, seconds};

    #[test]
    fn sizes() {
        assert_eq!(parse("4G"), Ok(4 << 30));
        assert_eq!(parse("1.5m"), Ok(3 << 19));
        assert_eq!(parse("2048KiB"), Ok(2 << 20));
        assert_eq!(parse("77000000"), Ok(77_000_000));
        assert!(parse("G").is_err() && parse("4X").is_err() && parse("0").is_err() && parse("-1").is_err());
    }

    #[test]
    fn a_number_of_bytes_that_nobody_means() {
        let refused = parse("2000").expect_err("2,000 bytes");
        assert!(refused.contains("did you mean 2000M?"), "{refused}");
        assert!(parse("100K").is_err() && parse("1M").is_ok());
    }

    #[test]
    fn times() {
        let all = [("90", 90.0), ("0.5", 0.5), ("90s", 90.0), ("10m", 600.0), ("2h", 7200.0), ("1e3", 1000.0)];
        for (text, expected) in all {
            assert_eq!(seconds(text), Ok(expected), "{text}");
        }
        for text in ["", "m", "-1", "10x", "1e12", "nan", "inf", "10 m"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
