//! Whatever the text is, there is an answer and no panic.
