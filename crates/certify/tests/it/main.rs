//! Tests of certificates and their checker.

mod files;
mod questions;
mod random;
mod second;
mod support;
