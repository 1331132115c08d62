//! The front-end from the outside: models, what they are lowered to, and what is said about wrong ones.

mod bench;
mod documents;
mod garbage;
mod interface;
mod language;
mod messages;
mod support;
