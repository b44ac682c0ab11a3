//! Receives a list before its handler runs: the token is checked before the body is read, and the body may be larger and
//! take longer than that of any other request. Nobody without a token makes this process hold a list in memory.

use std::{sync::Arc, time::Duration};

use axum::{
    body::Bytes,
    extract::{DefaultBodyLimit, FromRequestParts, Request, State},
    http::{HeaderMap, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use domain::{
    model::{RetailerId, RetailerToken, RetailerTokenId, Slug},
    store::{
        handed_lists::ListFormat,
        retailer_tokens::{self, TokenHolder},
    },
};
use sqlx::PgPool;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use super::turns::{Turn, Turns};
use crate::http::{
    admission::{Admission, LoadClass},
    error::{ApiError, ApiResult, HandInError},
    extract::buffer_body,
    limit::RateLimits,
    list_address::retailer_of_list,
};

/// Maximum size of a list as it is sent, in megabytes.
pub const MAX_MEGABYTES: usize = 8;
/// Maximum number of lists in memory at a time.
const MAX_BODIES: usize = 4;

/// Time for which a list waits for room in memory.
const MAX_ROOM_WAIT: Duration = Duration::from_secs(2);
/// Time after which a token may try again while another list of its own arrives, in seconds.
const BUSY_TOKEN_SECONDS: u64 = 5;

/// Room for lists in memory, one for each token at a time, and who waits for an answer.
#[derive(Clone)]
pub struct ListBodies {
    room: Arc<Semaphore>,
    tokens: Turns<RetailerTokenId>,
    /// Retailers of which an answer waits for a result.
    pub(super) answers: Turns<RetailerId>,
}

impl Default for ListBodies {
    fn default() -> Self {
        Self {
            room: Arc::new(Semaphore::new(MAX_BODIES)),
            tokens: Turns::default(),
            answers: Turns::default(),
        }
    }
}

/// Room for one list.
struct Room {
    _permit: OwnedSemaphorePermit,
    _turn: Turn<RetailerTokenId>,
}

impl ListBodies {
    /// Takes room for a list.
    ///
    /// # Errors
    /// 429 while another list of the token arrives, and 503 where no room gets free in time.
    async fn take(&self, token: RetailerTokenId) -> ApiResult<Room> {
        let turn = self.tokens.take(token).ok_or(ApiError::TooOften { seconds: BUSY_TOKEN_SECONDS })?;
        let permit = timeout(MAX_ROOM_WAIT, self.room.clone().acquire_owned()).await;
        let permit = permit.ok().and_then(Result::ok).ok_or(ApiError::Overloaded)?;
        Ok(Room { _permit: permit, _turn: turn })
    }
}

/// Parts of the server's state that receiving a list needs.
#[derive(Clone)]
pub struct ReceiveState {
    pub db: PgPool,
    pub limits: Arc<RateLimits>,
    pub admission: Arc<Admission>,
    pub bodies: ListBodies,
}

/// A list that was received from a retailer with a token.
#[derive(Clone)]
pub struct ReceivedList {
    pub slug: Slug,
    pub holder: TokenHolder,
    /// `None`: the first bytes of the list tell.
    pub format: Option<ListFormat>,
    pub charset: Option<String>,
    /// Plain or gzipped.
    pub body: Bytes,
    /// Room for the body, until the last copy is dropped.
    _room: Arc<Room>,
}

/// Receives a list, and passes every other request on.
pub async fn receive(State(state): State<ReceiveState>, request: Request, next: Next) -> Response {
    let slug = retailer_of_list(request.method(), request.uri().path()).map(str::to_owned);
    let Some(slug) = slug else { return next.run(request).await };
    match receive_list(&state, &slug, request).await {
        Ok(request) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

async fn receive_list(state: &ReceiveState, slug: &str, request: Request) -> ApiResult<Request> {
    let slot = state.admission.acquire_slot(LoadClass::Writes).await.ok_or(ApiError::Overloaded)?;
    let (slug, holder) = authorise(&state.db, slug, request.headers()).await?;
    if !holder.enabled {
        return Err(HandInError::RetailerOff.into());
    }
    state.limits.handed_lists.check(&state.db, holder.token_id).await?;
    retailer_tokens::mark_used(&state.db, holder.token_id).await?;
    drop(slot);
    let (format, charset) = read_type(request.headers())?;
    let room = state.bodies.take(holder.token_id).await?;
    let (mut parts, body) = buffer_list(request).await?;
    let list = ReceivedList { slug, holder, format, charset, body, _room: Arc::new(room) };
    parts.extensions.insert(list);
    Ok(Request::from_parts(parts, axum::body::Body::empty()))
}

async fn buffer_list(mut request: Request) -> ApiResult<(Parts, Bytes)> {
    DefaultBodyLimit::max(MAX_MEGABYTES * 1024 * 1024).apply(&mut request);
    let too_large = HandInError::TooLarge { megabytes: MAX_MEGABYTES };
    let request = match buffer_body(request).await {
        Err(ApiError::TooLarge) => return Err(too_large.into()),
        read => read?,
    };
    let (parts, body) = request.into_parts();
    // All of it is here: nothing more can fail.
    let body =
        axum::body::to_bytes(body, usize::MAX).await.map_err(|error| ApiError::Internal(error.into()))?;
    if body.is_empty() {
        return Err(HandInError::Empty.into());
    }
    Ok((parts, body))
}

/// Returns the retailer whose token the request states.
///
/// # Errors
/// 401 for every other token, and for a retailer that does not exist.
pub async fn authorise(db: &PgPool, slug: &str, headers: &HeaderMap) -> ApiResult<(Slug, TokenHolder)> {
    let wrong = || ApiError::from(HandInError::WrongToken);
    let stated = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let (scheme, token) = stated.and_then(|stated| stated.split_once(' ')).ok_or_else(wrong)?;
    let token = RetailerToken::read(token.trim()).filter(|_| scheme.eq_ignore_ascii_case("bearer"));
    let (token, slug) = (token.ok_or_else(wrong)?, slug.parse::<Slug>().map_err(|_| wrong())?);
    let holder = retailer_tokens::find_holder(db, &slug, &token).await?;
    Ok((slug, holder.ok_or_else(wrong)?))
}

/// Returns the format and the charset that the request names.
fn read_type(headers: &HeaderMap) -> Result<(Option<ListFormat>, Option<String>), HandInError> {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?").to_ascii_lowercase());
    // Gzip is recognised by its first bytes, named or not.
    if text(header::CONTENT_ENCODING)
        .is_some_and(|coding| !matches!(coding.trim(), "gzip" | "x-gzip" | "identity"))
    {
        return Err(HandInError::UnknownType);
    }
    let Some(stated) = text(header::CONTENT_TYPE) else { return Ok((None, None)) };
    let (name, parameters) = stated.split_once(';').unwrap_or((&stated, ""));
    let format = match name.trim() {
        "text/csv" | "application/csv" => Some(ListFormat::Csv),
        "text/tab-separated-values" => Some(ListFormat::Tsv),
        "application/json" | "application/jsonl" | "application/ndjson" | "application/x-ndjson" => {
            Some(ListFormat::Json)
        }
        "application/xml" | "text/xml" | "application/rss+xml" | "application/atom+xml" => {
            Some(ListFormat::Xml)
        }
        // Types sent by programs that know none: curl names the last one where it is told none.
        ""
        | "text/plain"
        | "application/octet-stream"
        | "application/gzip"
        | "application/x-gzip"
        | "application/x-www-form-urlencoded" => None,
        _ => return Err(HandInError::UnknownType),
    };
    let charset = parameters.split(';').find_map(|parameter| parameter.trim().strip_prefix("charset="));
    let charset = charset.map(|label| label.trim_matches(['"', ' ']).to_owned());
    if charset
        .as_ref()
        .is_some_and(|label| label.len() > 40 || !label.bytes().all(|byte| byte.is_ascii_graphic()))
    {
        return Err(HandInError::UnknownType);
    }
    Ok((format, charset))
}

impl<S: Send + Sync> FromRequestParts<S> for ReceivedList {
    type Rejection = ApiError;

    /// Takes the list that [`receive`] has put there.
    async fn from_request_parts(parts: &mut Parts, _: &S) -> ApiResult<Self> {
        parts.extensions.remove().ok_or(HandInError::WrongToken.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn token_has_one_list_in_memory_and_others_wait_a_moment() {
        let bodies = ListBodies::default();
        let tokens: Vec<_> = (0..=MAX_BODIES).map(|_| RetailerTokenId::random()).collect();
        let mut rooms = Vec::new();
        for token in &tokens[..MAX_BODIES] {
            rooms.push(bodies.take(*token).await.unwrap());
        }
        assert!(matches!(bodies.take(tokens[0]).await.err(), Some(ApiError::TooOften { .. })));
        assert!(matches!(bodies.take(tokens[MAX_BODIES]).await.err(), Some(ApiError::Overloaded)));
        let (room, ()) = tokio::join!(bodies.take(tokens[MAX_BODIES]), async {
            tokio::time::sleep(MAX_ROOM_WAIT / 2).await;
            rooms.clear();
        });
        assert!(room.is_ok() && bodies.take(tokens[0]).await.is_ok());
    }

    fn typed(headers: &[(&'static str, &str)]) -> Result<(Option<ListFormat>, Option<String>), HandInError> {
        let headers = headers
            .iter()
            .map(|(name, value)| (header::HeaderName::from_static(name), value.parse().unwrap()));
        read_type(&headers.collect())
    }

    #[test]
    fn type_names_format_and_charset() {
        let named = |value: &str| typed(&[("content-type", value)]);
        assert_eq!(named("Text/CSV"), Ok((Some(ListFormat::Csv), None)));
        assert_eq!(
            named("text/tab-separated-values; header=present; charset=\"Windows-1256\""),
            Ok((Some(ListFormat::Tsv), Some("windows-1256".to_owned())))
        );
        assert_eq!(
            named("application/rss+xml;charset=utf-8"),
            Ok((Some(ListFormat::Xml), Some("utf-8".to_owned())))
        );
        for unnamed in ["text/plain", "application/octet-stream", "application/x-www-form-urlencoded"] {
            assert_eq!(named(unnamed), Ok((None, None)), "{unnamed}");
        }
        assert_eq!(typed(&[]), Ok((None, None)));
        assert_eq!(typed(&[("content-encoding", "gzip")]), Ok((None, None)));
        for refused in ["multipart/form-data; boundary=x", "image/png", "text/csv; charset=a b"] {
            assert_eq!(named(refused), Err(HandInError::UnknownType), "{refused}");
        }
        assert_eq!(typed(&[("content-encoding", "br")]), Err(HandInError::UnknownType));
    }
}
