//! Panics of a part of a run: an error of this program in one place must not take away what is known from others.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::Error;

/// Does something of which a panic is an error like others. A stop unwinds further.
pub fn caught<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    let control = kulan_control::current();
    match catch_unwind(AssertUnwindSafe(|| control.attach(work))) {
        Ok(Ok(done)) => done,
        Ok(Err(_)) => {
            kulan_control::checkpoint();
            Err(Error::Internal("some work was stopped, but nobody knows why".into()))
        }
        Err(panic) => Err(Error::Internal(panic_words(panic.as_ref()))),
    }
}

/// What a panic says.
pub fn panic_words(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".into())
}

#[cfg(test)]
mod tests {
    use kulan_control::{Control, Limit};

    use super::*;

    #[test]
    fn a_panic_is_an_error_and_a_stop_is_none() {
        assert_eq!(caught(|| Ok(1)), Ok(1));
        let failed = caught::<()>(|| std::panic::resume_unwind(Box::new("no")));
        assert_eq!(failed, Err(Error::Internal("no".into())));
        let control = Control::default();
        control.stop(Limit::Time);
        let stopped = control.attach(|| {
            caught(|| {
                kulan_control::checkpoint();
                Ok(())
            })
        });
        assert_eq!(stopped, Err(Limit::Time));
    }
}
