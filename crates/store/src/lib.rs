//! State stores.
