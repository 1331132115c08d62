//! How a model was read: all that shapes its system besides its text. Traces and certificates keep it, so that they can
//! be replayed and checked with no more options.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// How a model was read. What the command line did not say is absent.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Reading {
    /// Its parameters, as in `N=3`.
    pub defines: Vec<String>,
    /// Its language, where the file name does not imply it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Formulas of the command line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ltl: Vec<String>,
    /// The file of a never claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub never: Option<PathBuf>,
    /// The file of an automaton.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hoa: Option<PathBuf>,
    /// Conditions that the user wants to hold in all states.
    #[serde(rename = "invariant", skip_serializing_if = "Vec::is_empty")]
    pub invariants: Vec<String>,
    /// Whether values out of range wrap around, in a language that leaves this open.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub overflow_wraps: bool,
    /// What a program in C is made of, and how far it is followed.
    #[serde(skip_serializing_if = "ProgramOptions::is_empty")]
    pub program: ProgramOptions,
    /// What is looked for in a program in C by transitions of their own: `race`, `lock`, `overflow`, `leak`, `unread`.
    /// Older traces do not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sought: Option<Vec<String>>,
}

/// What a program in C is made of, besides its first file. What the command line did not say is absent.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ProgramOptions {
    /// Its other files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<PathBuf>,
    /// Options for clang.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clang: Vec<String>,
    /// `--max-threads`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_threads: Option<u32>,
    /// `--max-frames`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_frames: Option<u32>,
    /// `--max-objects`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_objects: Option<u32>,
    /// `--no-spurious-wakeups`
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_spurious_wakeups: bool,
    /// `--no-reuse`
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_reuse: bool,
    /// `--pure`
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pure: Vec<String>,
    /// `--malloc-fails`
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub malloc_fails: bool,
    /// `--processes`
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub processes: bool,
    /// `--connect-waits`
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub connect_waits: bool,
    /// `--full-buffers-block`
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub full_buffers_block: bool,
    /// `--udp`
    #[serde(skip_serializing_if = "Udp::is_empty")]
    pub udp: Udp,
    /// `--faults`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faults: Option<u32>,
}

/// What could happen to messages.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Udp {
    /// They are lost.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub lose: bool,
    /// They arrive twice.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub duplicate: bool,
    /// They arrive before others that were sent earlier.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reorder: bool,
}

impl Udp {
    fn is_empty(&self) -> bool {
        *self == Udp::default()
    }
}

impl ProgramOptions {
    fn is_empty(&self) -> bool {
        *self == ProgramOptions::default()
    }
}
