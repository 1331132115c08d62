//! The guarded-transition IR and its reference interpreter.
