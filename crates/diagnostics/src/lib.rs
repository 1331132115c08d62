//! Source files, spans and diagnostics, shared by all front-ends.
