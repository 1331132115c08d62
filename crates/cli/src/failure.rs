//! Why a command could not do its work.

/// Ends a command with a message.
#[derive(Debug)]
pub enum Failure {
    /// The input or the call is wrong.
    Input(String),
    /// The input is wrong, and messages about it were printed already.
    Reported,
    /// This program is wrong.
    Internal(String),
}

impl From<kulan_run::Error> for Failure {
    fn from(error: kulan_run::Error) -> Failure {
        match error {
            kulan_run::Error::Call(message) => Failure::Input(message),
            // The sink of the run was told.
            kulan_run::Error::Model(_) => Failure::Reported,
            kulan_run::Error::Internal(message) => Failure::Internal(message),
        }
    }
}

impl Failure {
    /// The exit status.
    pub fn status(&self) -> u8 {
        match self {
            Failure::Input(_) | Failure::Reported => 2,
            Failure::Internal(_) => 4,
        }
    }

    /// Says it on standard error.
    pub fn report(&self) {
        match self {
            Failure::Input(message) => eprintln!("error: {message}"),
            Failure::Reported => {}
            Failure::Internal(message) => eprintln!("internal error: {message}; please report"),
        }
    }
}
