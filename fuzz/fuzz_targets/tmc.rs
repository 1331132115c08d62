//! Arbitrary bytes as a TMC model: whatever they are, there is an answer and no panic.
#![no_main]

use kulan_frontend::Language;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| kulan_fuzz::try_model(Language::Tmc, data));
