//! The PROMELA front-end.
