//! Prints the random PROMELA program of a seed.

fn main() {
    let seed = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
    print!("{}", kulan_testing::promela::program(seed));
}
