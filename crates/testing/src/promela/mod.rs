//! Random PROMELA programs.
