//! Why a request is refused.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use thiserror::Error;

use crate::protocol::Refusal;

/// A refused request. The message is shown to the person at the page.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refused {
    /// The request is malformed or not allowed here.
    #[error("{0}")]
    Bad(String),
    /// There is nothing by this name.
    #[error("there is no {0}")]
    Missing(String),
    /// A limit is reached for the moment.
    #[error("{0}; try again later")]
    Busy(String),
    /// The request comes from another site or lacks the token.
    #[error("{0}")]
    Forbidden(String),
    /// A file, the database or memory failed.
    #[error("{0}")]
    Internal(String),
}

impl Refused {
    #[expect(clippy::needless_pass_by_value, reason = "for map_err")]
    pub fn bad(error: impl ToString) -> Self {
        Self::Bad(error.to_string())
    }

    #[expect(clippy::needless_pass_by_value, reason = "for map_err")]
    pub fn internal(error: impl ToString) -> Self {
        Self::Internal(error.to_string())
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::Bad(_) => StatusCode::BAD_REQUEST,
            Self::Missing(_) => StatusCode::NOT_FOUND,
            Self::Busy(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Forbidden(_) => StatusCode::FORBIDDEN,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl From<getrandom::Error> for Refused {
    fn from(error: getrandom::Error) -> Self {
        Self::internal(error)
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
