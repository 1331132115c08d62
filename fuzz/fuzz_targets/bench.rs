//! Arbitrary bytes as figures of others or as saved results of a suite: refused, or shown as tables and charts.
#![no_main]

use kulan_bench::{References, Results};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let _ = References::parse(&text);
    let Ok(results) = Results::parse(&text) else { return };
    let _ = (results.markdown(), kulan_bench::draw(&results));
    for row in &results.rows {
        row.render(&results.columns, results.baseline);
    }
    let saved = serde_json::to_string(&results).expect("results can be written");
    let again = Results::parse(&saved).unwrap_or_else(|e| panic!("{e}\n{saved}"));
    assert_eq!(serde_json::to_string(&again).expect("results can be written"), saved);
});
