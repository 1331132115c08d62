//! What metadata says about the source.
