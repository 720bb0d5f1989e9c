//! Why something that was asked for is not done.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use thiserror::Error;

use crate::protocol::Refusal;

/// A request that is not obeyed. The message is for the person who asked.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refused {
    /// The request makes no sense.
    #[error("{0}")]
    Bad(String),
    /// What it names is not there.
    #[error("there is no {0}")]
    Missing(String),
    /// It may be asked, but not now.
    #[error("{0}; try again later")]
    Busy(String),
    /// Whoever asks may not.
    #[error("{0}")]
    Forbidden(String),
    /// The machine has trouble.
    #[error("{0}")]
    Trouble(String),
}

impl Refused {
    /// Text that was not understood.
    #[expect(clippy::needless_pass_by_value, reason = "errors are handed over by map_err")]
    pub fn bad(error: impl ToString) -> Self {
        Self::Bad(error.to_string())
    }

    /// Trouble with files, databases or memory.
    #[expect(clippy::needless_pass_by_value, reason = "errors are handed over by map_err")]
    pub fn trouble(error: impl ToString) -> Self {
        Self::Trouble(error.to_string())
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::Bad(_) => StatusCode::BAD_REQUEST,
            Self::Missing(_) => StatusCode::NOT_FOUND,
            Self::Busy(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Forbidden(_) => StatusCode::FORBIDDEN,
            Self::Trouble(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl From<&Refused> for Refusal {
    fn from(refused: &Refused) -> Self {
        Self { reason: refused.to_string() }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.status(), Json(Refusal::from(&self))).into_response()
    }
}
