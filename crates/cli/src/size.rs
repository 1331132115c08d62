//! Sizes of memory, as users write them.

/// Reads `512M`, `4G`, `4GiB`, `1000000`.
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
    if bytes >= 1.0 && bytes < u64::MAX as f64 { Ok(bytes as u64) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn sizes() {
        assert_eq!(parse("4G"), Ok(4 << 30));
        assert_eq!(parse("1.5m"), Ok(3 << 19));
        assert_eq!(parse("2KiB"), Ok(2048));
        assert_eq!(parse("77"), Ok(77));
        assert!(parse("G").is_err() && parse("4X").is_err() && parse("0").is_err() && parse("-1").is_err());
    }
}
