use std::collections::BTreeMap;

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::password::PasswordError;
use indexer::SearchError;
use serde::Serialize;
use utoipa::ToSchema;

pub use super::{
    admin_error::AdminError,
    hand_in_error::HandInError,
    second_factor_error::{MAX_PASSKEYS, SecondFactorChoices, SecondFactorError},
};
use super::{cache::CachePolicy, json::Json};

/// Result of a handler.
pub type ApiResult<T> = Result<T, ApiError>;

/// Problems by the field's name on the wire.
pub type FieldProblems = BTreeMap<String, String>;

/// Seconds after which a caller may retry: when a dependency is unavailable, or the api is starting, overloaded or out of
/// time.
pub(crate) const RETRY_AFTER_SECONDS: u64 = 2;

/// Reason why a request failed. Internal details go to the log, never to the caller.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    #[error("There is nothing at this address.")]
    NoRoute,
    #[error("This address does not support that method.")]
    MethodNotAllowed,
    #[error("The request cannot be read: {0}.")]
    Malformed(String),
    #[error("The request is too large.")]
    TooLarge,
    #[error("The request took too long to arrive. Please try again.")]
    SlowBody,
    #[error("The request must be JSON, with the content type application/json.")]
    NotJson,
    #[error("{}", first_problem(.0))]
    Invalid(FieldProblems),
    #[error("Invalid component category")]
    InvalidCategory,
    #[error("The email or password is wrong, or the address is not verified yet.")]
    WrongCredentials,
    #[error("This account is suspended. Please write to us.")]
    AccountSuspended,
    #[error("The current password is wrong.")]
    WrongPassword { field: &'static str },
    #[error(transparent)]
    SecondFactor(SecondFactorError),
    #[error("This account has two-step login: enter a code, or use your passkey.")]
    SecondFactorRequired(Box<SecondFactorChoices>),
    #[error("{problem}")]
    RefusedPassword { field: &'static str, problem: PasswordError },
    #[error("Please enter a valid email address.")]
    NotAnEmail,
    #[error("Please enter a name of 1 to 50 characters, without a web address.")]
    NotAName,
    #[error("Somebody else has this name, or one that looks like it. Please choose another one.")]
    NameTaken,
    #[error("This name is reserved. Please choose another one.")]
    NameReserved,
    #[error("The robot check failed. Please try again.")]
    BotCheckFailed,
    #[error("Invalid reset link")]
    InvalidReset,
    #[error("Invalid or missing verification token")]
    InvalidVerification,
    #[error("Please log in first.")]
    NotSignedIn,
    #[error("You are not allowed to do this.")]
    NotAllowed,
    #[error("Please enter your password again.")]
    PasswordRequired,
    #[error("This request came from another site.")]
    ForeignOrigin,
    /// The session is another user's than the page expects (`http/session/mod.rs:USER_HEADER`).
    #[error("Another account is logged in to this browser now. Nothing was changed.")]
    OtherUser,
    #[error("Too many attempts. Please try again in {seconds} seconds.")]
    TooOften { seconds: u64 },
    #[error("Product not found.")]
    ProductNotFound,
    #[error("No shop here sells a product at this address.")]
    OfferAddressNotFound,
    #[error("This product has been deleted.")]
    ProductDeleted,
    #[error("Review not found.")]
    ReviewNotFound,
    #[error("Build not found")]
    BuildNotFound,
    #[error("Price alert not found.")]
    AlertNotFound,
    #[error("There is no such channel.")]
    ChannelNotFound,
    #[error(transparent)]
    Admin(#[from] AdminError),
    #[error(transparent)]
    HandIn(#[from] HandInError),
    #[error("Please enter a valid target price")]
    InvalidTargetPrice,
    #[error("Target price must be lower than current price")]
    TargetPriceNotLower,
    #[error("No retailer sells this product now, so there is no price to watch.")]
    NoPrice,
    #[error("No retailer sells any part of this build now, so there is no price to watch.")]
    NoPartSold,
    #[error("An account can have at most {max} price alerts. Please delete one first.")]
    TooManyAlerts { max: i64 },
    #[error("An account can have at most 10 channels. Please remove one first.")]
    TooManyChannels,
    #[error("This build has been changed in another tab or on another device.")]
    BuildChanged,
    #[error("An account can have at most {max} builds. Please delete one first.")]
    TooManyBuilds { max: i64 },
    #[error("Build sharing is turned off in your settings.")]
    SharingOff,
    #[error("No price history available for this product yet.")]
    NoPriceHistory,
    /// `fields` names the constraints (`wishes` on the wire) that cannot be met together.
    #[error("{sentence}")]
    ConstraintsContradict { sentence: String, sentence_ar: String, fields: Vec<String> },
    /// A dependency is unavailable for now.
    #[error("This is not available right now. Please try again in a moment.")]
    Unavailable(#[source] anyhow::Error),
    #[error("The catalogue is being prepared. Please try again in a moment.")]
    Starting,
    /// Too many requests of the same class are being answered.
    #[error("Too many people are using this right now. Please try again in a moment.")]
    Overloaded,
    #[error("The request took too long. Please try again.")]
    Timeout,
    /// A fault of the server.
    #[error("Something went wrong on our side.")]
    Internal(#[from] anyhow::Error),
}

/// Body of every error.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// Message for users, in English.
    pub error: String,
    /// The same in Arabic, where the message names values.
    #[serde(rename = "errorAr", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub error_ar: Option<String>,
    /// Stable code for programs.
    #[schema(example = "INVALID_FIELDS")]
    pub code: &'static str,
    /// Problem of each wrong field, when fields are wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<BTreeMap<String, String>>)]
    pub fields: Option<FieldProblems>,
    /// The second factors by which a sign-in goes on, with the code `SECOND_FACTOR_REQUIRED`.
    #[serde(rename = "secondFactor", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub second_factor: Option<Box<SecondFactorChoices>>,
}

const UNPROCESSABLE: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;
const UNAVAILABLE: StatusCode = StatusCode::SERVICE_UNAVAILABLE;

impl ApiError {
    /// Creates an error about one field.
    pub fn field(name: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::Invalid(FieldProblems::from([(name.into(), problem.into())]))
    }

    /// Returns status and code. [`SecondFactorError`], [`AdminError`] and [`HandInError`] have tables of their own, which this
    /// one calls.
    /// The 503 of the health checks (`routes/health.rs`), successes and the pages of `site/` state their own status.
    pub fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            Self::Malformed(_) => (StatusCode::BAD_REQUEST, "MALFORMED"),
            Self::WrongCredentials => (StatusCode::UNAUTHORIZED, "WRONG_CREDENTIALS"),
            Self::AccountSuspended => (StatusCode::FORBIDDEN, "ACCOUNT_SUSPENDED"),
            Self::WrongPassword { .. } => (UNPROCESSABLE, "WRONG_PASSWORD"),
            Self::SecondFactor(error) => error.status_and_code(),
            Self::SecondFactorRequired(_) => (StatusCode::UNAUTHORIZED, "SECOND_FACTOR_REQUIRED"),
            Self::RefusedPassword { problem, .. } => (UNPROCESSABLE, password_code(*problem)),
            Self::NotAnEmail => (UNPROCESSABLE, "NOT_AN_EMAIL"),
            Self::NotAName => (UNPROCESSABLE, "NOT_A_NAME"),
            Self::NameTaken => (UNPROCESSABLE, "NAME_TAKEN"),
            Self::NameReserved => (UNPROCESSABLE, "NAME_RESERVED"),
            Self::BotCheckFailed => (UNPROCESSABLE, "BOT_CHECK_FAILED"),
            Self::InvalidReset => (UNPROCESSABLE, "INVALID_RESET"),
            Self::InvalidVerification => (UNPROCESSABLE, "INVALID_VERIFICATION"),
            Self::NotSignedIn => (StatusCode::UNAUTHORIZED, "NOT_SIGNED_IN"),
            Self::NotAllowed => (StatusCode::FORBIDDEN, "NOT_ALLOWED"),
            Self::PasswordRequired => (StatusCode::FORBIDDEN, "PASSWORD_REQUIRED"),
            Self::OtherUser => (StatusCode::CONFLICT, "OTHER_USER"),
            Self::ForeignOrigin => (StatusCode::FORBIDDEN, "FOREIGN_ORIGIN"),
            Self::TooOften { .. } => (StatusCode::TOO_MANY_REQUESTS, "TOO_OFTEN"),
            Self::NoRoute => (StatusCode::NOT_FOUND, "NOT_FOUND"),
            Self::ProductNotFound => (StatusCode::NOT_FOUND, "PRODUCT_NOT_FOUND"),
            Self::OfferAddressNotFound => (StatusCode::NOT_FOUND, "OFFER_ADDRESS_NOT_FOUND"),
            Self::ProductDeleted => (StatusCode::GONE, "PRODUCT_DELETED"),
            Self::ReviewNotFound => (StatusCode::NOT_FOUND, "REVIEW_NOT_FOUND"),
            Self::BuildNotFound => (StatusCode::NOT_FOUND, "BUILD_NOT_FOUND"),
            Self::AlertNotFound => (StatusCode::NOT_FOUND, "ALERT_NOT_FOUND"),
            Self::ChannelNotFound => (StatusCode::NOT_FOUND, "CHANNEL_NOT_FOUND"),
            Self::Admin(error) => error.status_and_code(),
            Self::HandIn(error) => error.status_and_code(),
            Self::InvalidTargetPrice => (UNPROCESSABLE, "INVALID_TARGET"),
            Self::TargetPriceNotLower => (UNPROCESSABLE, "TARGET_NOT_LOWER"),
            Self::NoPrice | Self::NoPartSold => (UNPROCESSABLE, "NO_PRICE"),
            Self::TooManyAlerts { .. } => (UNPROCESSABLE, "TOO_MANY_ALERTS"),
            Self::TooManyChannels => (UNPROCESSABLE, "TOO_MANY_CHANNELS"),
            Self::BuildChanged => (StatusCode::CONFLICT, "BUILD_CHANGED"),
            Self::TooManyBuilds { .. } => (UNPROCESSABLE, "TOO_MANY_BUILDS"),
            Self::SharingOff => (UNPROCESSABLE, "SHARING_OFF"),
            Self::NoPriceHistory => (StatusCode::NOT_FOUND, "NO_PRICE_HISTORY"),
            Self::ConstraintsContradict { .. } => (UNPROCESSABLE, "WISHES_CONTRADICT"),
            Self::MethodNotAllowed => (StatusCode::METHOD_NOT_ALLOWED, "METHOD_NOT_ALLOWED"),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "TOO_LARGE"),
            Self::SlowBody => (StatusCode::REQUEST_TIMEOUT, "REQUEST_TIMEOUT"),
            Self::NotJson => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "NOT_JSON"),
            Self::Invalid(_) => (UNPROCESSABLE, "INVALID_FIELDS"),
            Self::InvalidCategory => (UNPROCESSABLE, "INVALID_CATEGORY"),
            Self::Internal(_) => (StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL"),
            Self::Unavailable(_) => (UNAVAILABLE, "UNAVAILABLE"),
            Self::Starting => (UNAVAILABLE, "STARTING"),
            Self::Overloaded => (UNAVAILABLE, "OVERLOADED"),
            Self::Timeout => (UNAVAILABLE, "TIMEOUT"),
        }
    }

    /// Returns the seconds after which a retry may succeed.
    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooOften { seconds } => Some(*seconds),
            Self::Unavailable(_) | Self::Starting | Self::Overloaded | Self::Timeout => {
                Some(RETRY_AFTER_SECONDS)
            }
            _ => None,
        }
    }

    fn fields(&self) -> Option<FieldProblems> {
        let field = match self {
            Self::Invalid(problems) => return Some(problems.clone()),
            Self::ConstraintsContradict { sentence, fields, .. } => {
                let problem = |field: &String| (field.clone(), sentence.clone());
                return Some(fields.iter().map(problem).collect());
            }
            Self::InvalidCategory => "category",
            Self::NotAnEmail => "email",
            Self::NotAName | Self::NameTaken | Self::NameReserved => "username",
            Self::SecondFactorRequired(_) => "code",
            Self::SecondFactor(error) => error.field()?,
            Self::BotCheckFailed => "turnstileToken",
            Self::SharingOff => "isPublic",
            Self::InvalidReset | Self::InvalidVerification => "token",
            Self::InvalidTargetPrice | Self::TargetPriceNotLower => "targetPrice",
            Self::NoPrice => "productId",
            Self::NoPartSold => "buildId",
            Self::Admin(error) => error.field()?,
            Self::WrongPassword { field } | Self::RefusedPassword { field, .. } => field,
            _ => return None,
        };
        Some(FieldProblems::from([(field.to_owned(), self.to_string())]))
    }

    /// Logs a failure once, where it is answered. The span of the log line names the request.
    fn log(&self) {
        match self {
            Self::Internal(error) => {
                tracing::error!(error = format!("{error:#}"), "Failed to answer: {error:#}")
            }
            Self::Unavailable(error) => {
                tracing::warn!(error = format!("{error:#}"), "Temporarily unable to answer: {error:#}");
            }
            Self::Timeout => tracing::warn!("The request timed out"),
            _ => {}
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        self.log();
        let (status, code) = self.status_and_code();
        let fields = self.fields();
        let error = self.to_string();
        let retry_after = self.retry_after();
        let wants_token = matches!(self, Self::HandIn(HandInError::WrongToken));
        let (error_ar, second_factor) = match self {
            Self::ConstraintsContradict { sentence_ar, .. } => (Some(sentence_ar), None),
            Self::HandIn(error) => (Some(error.arabic()), None),
            Self::AccountSuspended => (Some("هالحساب موقّف. راسلنا لو سمحت.".to_owned()), None),
            Self::TooManyAlerts { max } => {
                (Some(format!("الحساب ياخذ {max} تنبيه سعر كحد أقصى. احذف واحد منها أول.")), None)
            }
            Self::SecondFactorRequired(choices) => (None, Some(choices)),
            _ => (None, None),
        };
        let body = ErrorBody { error, error_ar, code, fields, second_factor };
        let mut response = (status, CachePolicy::Never, Json(body)).into_response();
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if wants_token {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

impl From<sqlx::Error> for ApiError {
    fn from(error: sqlx::Error) -> Self {
        if is_outage(&error) { Self::Unavailable(error.into()) } else { Self::Internal(error.into()) }
    }
}

impl From<SearchError> for ApiError {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::Invalid { field, problem } => Self::field(field, problem.to_string()),
            SearchError::Unreadable(source) => Self::Unavailable(anyhow::anyhow!(source)),
        }
    }
}

/// Returns whether the database is unavailable or a retry may succeed, rather than the query being wrong.
pub fn is_outage(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed => {
            true
        }
        // SQLSTATE classes: 08 connection lost, 40 transaction rolled back (for instance by a deadlock), 53 out of
        // connections or disk, 57 shutting down or starting up.
        sqlx::Error::Database(error) => error
            .code()
            .is_some_and(|code| ["08", "40", "53", "57"].iter().any(|class| code.starts_with(class))),
        _ => false,
    }
}

/// Returns a code for each problem, because the web app has its own text for each.
fn password_code(problem: PasswordError) -> &'static str {
    match problem {
        PasswordError::TooShort => "PASSWORD_TOO_SHORT",
        PasswordError::TooLong => "PASSWORD_TOO_LONG",
        PasswordError::TooCommon => "PASSWORD_TOO_COMMON",
        PasswordError::OwnName => "PASSWORD_OWN_NAME",
        PasswordError::Breached => "PASSWORD_BREACHED",
    }
}

fn first_problem(problems: &FieldProblems) -> String {
    match problems.iter().next() {
        Some((field, problem)) => format!("{field}: {problem}"),
        None => "A field is wrong.".to_owned(),
    }
}
