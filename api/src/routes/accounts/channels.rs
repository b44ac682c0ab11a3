//! Channels of alerts beside mails: the browsers, webhooks and ntfy topics of the signed-in user.

use std::sync::Arc;

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::{
    model::is_invisible,
    store::{
        notification_channels::{self, ChannelKind, NotificationChannel},
        users::Language,
    },
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::PgPool;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use super::LanguageName;
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::{Json, Path},
        limit::RateLimits,
        session::SignedIn,
        token::Token,
    },
    services::{
        channels::{ChannelSender, PushAddress, PushKeyProblem, WebhookAddress},
        telegram::Telegram,
    },
};

/// Maximum number of channels of a user.
const MAX_CHANNELS: i64 = 10;
/// Maximum length of a browser's name, in characters.
const MAX_DEVICE: usize = 60;

/// The kinds of channels, for the OpenAPI document: the names are those of `notification_channels::ChannelKind`.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "UPPERCASE")]
pub enum ChannelKindName {
    /// A browser.
    Push,
    /// An address that gets JSON with a signature.
    Webhook,
    /// A topic of an ntfy server.
    Ntfy,
    /// A chat with this installation's bot.
    Telegram,
}

/// The channels of a user.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChannelList {
    /// The oldest first.
    pub channels: Vec<Channel>,
    /// The key with which a browser subscribes (`applicationServerKey`), in base64url.
    pub push_key: String,
    /// How many channels a user may have.
    pub max: i64,
    /// Whether this installation has a Telegram bot, so that a chat can be connected.
    pub telegram: bool,
}

/// A channel of a user.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Channel {
    pub id: Uuid,
    #[schema(value_type = ChannelKindName)]
    pub kind: ChannelKind,
    /// The address that gets the messages; for a browser the end point of its push service, for Telegram the chat's number.
    pub address: String,
    /// The name of a browser; null for other kinds.
    pub device: Option<String>,
    /// The language of the messages.
    #[schema(value_type = LanguageName)]
    pub language: Language,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    pub last_sent_at: Option<OffsetDateTime>,
    /// The number of attempts that failed since the last one that succeeded.
    pub failures: i32,
    /// Why the last attempt failed: `TIMEOUT`, `UNREACHABLE`, `PRIVATE_ADDRESS`, `STATUS_` with the status of the response,
    /// `BAD_ADDRESS` or `NOT_CONFIGURED`.
    #[schema(example = "STATUS_500")]
    pub problem: Option<String>,
    /// Whether nothing is sent, because ten attempts in a row failed. A test that arrives ends that.
    pub paused: bool,
}

/// A channel to add.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewChannel {
    /// `PUSH`, `WEBHOOK` or `NTFY`. Chats of Telegram are added by writing to the bot.
    #[schema(value_type = ChannelKindName)]
    pub kind: ChannelKind,
    /// An https address of at most 1,024 bytes, not in a private network: the webhook, the ntfy topic, or the subscription's
    /// `endpoint`.
    #[schema(example = "https://ntfy.sh/my-alerts")]
    pub address: String,
    /// The keys of a browser's subscription, for `PUSH`.
    pub keys: Option<PushKeys>,
    /// The name of the browser, for `PUSH`: at most 60 characters.
    pub device: Option<String>,
    /// The language of the messages.
    #[schema(value_type = LanguageName)]
    pub language: Language,
}

/// The keys of a browser's subscription, in base64url.
#[derive(Deserialize, ToSchema)]
pub struct PushKeys {
    pub p256dh: String,
    pub auth: String,
}

/// The channel that was added.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddedChannel {
    pub channel: Channel,
    /// The secret that signs what a webhook gets, which is shown this one time; null for other kinds.
    pub secret: Option<String>,
}

/// Whether a test message arrived.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChannelTest {
    pub sent: bool,
    /// Why it did not, as in `Channel`; or `GONE`: the browser has unsubscribed, and the channel is removed.
    pub problem: Option<String>,
}

/// `GET /api/user/channels`: lists the channels of the signed-in user.
#[utoipa::path(
    get,
    path = "/api/user/channels",
    tag = "alerts",
    responses((status = 200, body = ChannelList))
)]
pub async fn list_channels(
    State(db): State<PgPool>,
    State(sender): State<ChannelSender>,
    State(telegram): State<Telegram>,
    SignedIn(session): SignedIn,
) -> ApiResult<impl IntoResponse> {
    let channels = notification_channels::list(&db, session.user_id).await?;
    let push_key = sender.push_key().await.map_err(ApiError::Unavailable)?;
    let channels = channels.into_iter().map(Channel::from).collect();
    let telegram = telegram.is_configured();
    Ok((CachePolicy::Never, Json(ChannelList { channels, push_key, max: MAX_CHANNELS, telegram })))
}

/// `POST /api/user/channels`: adds a channel. One of the user with the same address is replaced.
#[utoipa::path(
    post,
    path = "/api/user/channels",
    tag = "alerts",
    request_body = NewChannel,
    responses(
        (status = 201, body = AddedChannel),
        (status = 422, description = "A field is wrong, or the user has ten channels already"),
    )
)]
pub async fn add_channel(
    State(db): State<PgPool>,
    State(sender): State<ChannelSender>,
    SignedIn(session): SignedIn,
    Json(new): Json<NewChannel>,
) -> ApiResult<impl IntoResponse> {
    let kind = new.kind;
    let language = new.language;
    let address = sender.read_address(&new.address).map_err(|problem| refuse_address(problem.to_string()))?;
    let stored = stored_address(new, &address)?;
    let secret = stored["secret"].as_str().map(str::to_owned);
    let mut tx = db.begin().await?;
    if kind == ChannelKind::Push {
        notification_channels::remove_of_others(&mut *tx, session.user_id, kind, &address).await?;
    }
    let (id, is_new) =
        notification_channels::insert(&mut *tx, session.user_id, kind, stored, language).await?;
    // One that replaces another one is no more than before. A chat of Telegram comes beside the limit.
    if is_new && notification_channels::count_locked(&mut tx, session.user_id).await? > MAX_CHANNELS {
        return Err(ApiError::TooManyChannels);
    }
    let channel = notification_channels::find(&mut *tx, session.user_id, id).await?;
    tx.commit().await?;
    let channel = channel.map(Channel::from).ok_or(ApiError::ChannelNotFound)?;
    Ok((StatusCode::CREATED, CachePolicy::Never, Json(AddedChannel { channel, secret })))
}

/// `DELETE /api/user/channels/{id}`: removes a channel. What it has not told yet is told there no more.
#[utoipa::path(
    delete,
    path = "/api/user/channels/{id}",
    tag = "alerts",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 204, description = "The channel is removed"),
        (status = 404, description = "The user has no such channel"),
    )
)]
pub async fn remove_channel(
    State(db): State<PgPool>,
    SignedIn(session): SignedIn,
    Path(id): Path<String>,
) -> ApiResult<impl IntoResponse> {
    let id = read_id(&id)?;
    if !notification_channels::remove(&db, session.user_id, id).await? {
        return Err(ApiError::ChannelNotFound);
    }
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, ()))
}

/// `POST /api/user/channels/{id}/test`: sends a test message, which takes up to three seconds. A channel that was paused goes
/// on when the message arrives.
#[utoipa::path(
    post,
    path = "/api/user/channels/{id}/test",
    tag = "alerts",
    params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, description = "The message was sent, or not", body = ChannelTest),
        (status = 404, description = "The user has no such channel"),
    )
)]
pub async fn test_channel(
    State(db): State<PgPool>,
    State(sender): State<ChannelSender>,
    State(limits): State<Arc<RateLimits>>,
    SignedIn(session): SignedIn,
    Path(id): Path<String>,
) -> ApiResult<impl IntoResponse> {
    let id = read_id(&id)?;
    let channel = notification_channels::find(&db, session.user_id, id).await?;
    let channel = channel.ok_or(ApiError::ChannelNotFound)?;
    limits.channel_tests.check(&db, session.user_id).await?;
    let problem = sender.send_test(&channel).await?.err().map(|error| error.to_string());
    Ok((CachePolicy::Never, Json(ChannelTest { sent: problem.is_none(), problem })))
}

fn read_id(text: &str) -> ApiResult<Uuid> {
    text.parse().map_err(|_| ApiError::ChannelNotFound)
}

fn refuse_address(problem: String) -> ApiError {
    ApiError::field("address", problem)
}

/// Returns the address of a new channel as it is stored. A webhook gets a secret.
fn stored_address(new: NewChannel, address: &str) -> ApiResult<Value> {
    let url = address.to_owned();
    match new.kind {
        ChannelKind::Push => {
            let keys = new.keys.ok_or_else(|| ApiError::field("keys", "must be there for PUSH"))?;
            let device = read_device(new.device.as_deref().unwrap_or_default())?;
            let address = PushAddress { endpoint: url, p256dh: keys.p256dh, auth: keys.auth, device };
            address.check_keys().map_err(|PushKeyProblem(key)| {
                ApiError::field("keys", format!("must hold a {key} in base64url, as the browser gave it"))
            })?;
            Ok(json!(address))
        }
        ChannelKind::Webhook => Ok(json!(WebhookAddress { url, secret: Token::random().text() })),
        ChannelKind::Ntfy => Ok(json!({ "url": url })),
        ChannelKind::Telegram => Err(ApiError::field("kind", "must be PUSH, WEBHOOK or NTFY")),
    }
}

/// Reads the name of a browser: one line without invisible characters.
fn read_device(typed: &str) -> ApiResult<String> {
    let device = typed.trim();
    let is_hidden = |letter: char| letter.is_control() || is_invisible(letter);
    if device.chars().count() > MAX_DEVICE || device.chars().any(is_hidden) {
        return Err(ApiError::field("device", "must be one line of at most 60 visible characters"));
    }
    Ok(device.to_owned())
}

impl From<NotificationChannel> for Channel {
    fn from(channel: NotificationChannel) -> Self {
        let text = |key: &str| channel.address[key].as_str().map(str::to_owned);
        let address = match channel.kind {
            ChannelKind::Push => text("endpoint"),
            ChannelKind::Webhook | ChannelKind::Ntfy => text("url"),
            ChannelKind::Telegram => Some(channel.address["chatId"].to_string()),
        };
        Self {
            id: channel.id,
            kind: channel.kind,
            address: address.unwrap_or_default(),
            device: text("device"),
            language: channel.language,
            created_at: channel.created_at,
            last_sent_at: channel.last_sent_at,
            failures: channel.failures,
            problem: channel.last_error,
            paused: channel.paused_at.is_some(),
        }
    }
}
