//! Arbitrary bytes as a PROMELA model: whatever they are, there is an answer and no panic.
//!
//! `tools/fuzz SECONDS promela` builds and runs it on stable Rust without cargo-fuzz: the flags that cargo-fuzz passes for
//! coverage are stable ones, and no sanitizer is needed where there is no unsafe code. The layout is that of cargo-fuzz.
#![no_main]

use kulan_frontend::Language;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| kulan_fuzz::try_model(Language::Promela, data));
