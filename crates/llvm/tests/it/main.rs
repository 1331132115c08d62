//! The reader from the outside: texts, what is read, printed, and said about wrong ones.

mod bench;
mod clang;
mod debug_info;
mod garbage;
mod interface;
mod layout;
mod link;
mod messages;
mod rustc;
mod samples;
mod support;
