//! The front-end from the outside: programs, what they are lowered to, and what is said about wrong ones.

mod garbage;
mod interface;
mod messages;
mod programs;
mod support;
