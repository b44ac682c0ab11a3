//! Settings of a user, password change, data export, and deletion of the account.

use axum::{
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::IntoResponse,
};
use domain::{
    model::is_reserved_name,
    store::{
        export,
        mails::{self, MailKind},
        notification_deliveries, notifications, sessions, tokens,
        users::{self, Role, SettingsChange},
    },
    transactions::{account_deletion, user_roles},
};
use heck::ToLowerCamelCase;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::PgPool;
use utoipa::ToSchema;

use super::{
    AccountState, AlertMailsName, LanguageName, SuccessResponse,
    identity::{CheckedUser, IdentityProof, log_use, verify_password},
    read_name,
    time_of_day::{read_time, write_time},
};
use crate::http::{
    cache::CachePolicy,
    error::{ApiError, ApiResult},
    extract::Json,
    limit::ClientAddress,
    security_log::SecurityEvent,
    session::{SignedIn, cookie, device},
    token::Token,
};

/// A user's settings.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    pub username: String,
    pub price_drop_alerts: bool,
    pub public_profile: bool,
    pub allow_build_sharing: bool,
    /// How mails tell of alerts that fired.
    #[schema(value_type = AlertMailsName)]
    pub alert_mails: users::AlertMails,
    /// Whether mails about alerts wait for the end of the quiet hours.
    pub quiet_hours: bool,
    /// The time of day in Kuwait at which the quiet hours begin.
    #[schema(example = "22:00")]
    pub quiet_from: String,
    /// The time of day in Kuwait at which they end: on the next day, where it is earlier than `quietFrom`.
    #[schema(example = "08:00")]
    pub quiet_until: String,
}

/// Changes to a user's settings; absent fields stay as they are.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SettingsPatch {
    pub username: Option<String>,
    pub price_drop_alerts: Option<bool>,
    pub public_profile: Option<bool>,
    pub allow_build_sharing: Option<bool>,
    /// How mails tell of alerts that fire from now on. What waits for a digest comes at once.
    #[schema(value_type = Option<AlertMailsName>)]
    pub alert_mails: Option<users::AlertMails>,
    pub quiet_hours: Option<bool>,
    /// A time of day in Kuwait, such as `22:00`.
    pub quiet_from: Option<String>,
    /// A time of day in Kuwait, such as `08:00`, other than `quietFrom`.
    pub quiet_until: Option<String>,
    /// Language of mails.
    #[schema(value_type = Option<LanguageName>)]
    pub language: Option<users::Language>,
}

/// The current password, the new one and, where the user has a second factor, a proof of it.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordChange {
    pub current_password: String,
    pub new_password: String,
    /// A code of the authenticator app, or a recovery code.
    pub code: Option<String>,
    /// As in `IdentityProof`.
    #[schema(value_type = Option<Object>)]
    pub passkey: Option<Value>,
}

/// `GET /api/user/settings`: returns the settings of the signed-in user.
#[utoipa::path(
    get,
    path = "/api/user/settings",
    tag = "accounts",
    responses((status = 200, body = Settings))
)]
pub async fn get_settings(
    State(db): State<PgPool>,
    SignedIn(session): SignedIn,
) -> ApiResult<impl IntoResponse> {
    let settings = users::find_settings(&db, session.user_id).await?.ok_or(ApiError::NotSignedIn)?;
    Ok((CachePolicy::Never, Json(Settings::from(settings))))
}

/// `PUT /api/user/settings`: changes the given settings and returns all of them.
#[utoipa::path(
    put,
    path = "/api/user/settings",
    tag = "accounts",
    request_body = SettingsPatch,
    responses((status = 200, body = Settings), (status = 422, description = "A field is invalid"))
)]
pub async fn change_settings(
    State(db): State<PgPool>,
    SignedIn(session): SignedIn,
    Json(patch): Json<SettingsPatch>,
) -> ApiResult<impl IntoResponse> {
    let name = match &patch.username {
        Some(typed) => Some(read_name(typed)?),
        None => None,
    };
    if session.role != Role::Admin && name.as_deref().is_some_and(is_reserved_name) {
        return Err(ApiError::NameReserved);
    }
    let read =
        |field: &'static str, typed: Option<&str>| typed.map(|time| read_time(field, time)).transpose();
    let change = SettingsChange {
        name,
        price_drop_alerts: patch.price_drop_alerts,
        public_profile: patch.public_profile,
        allow_build_sharing: patch.allow_build_sharing,
        language: patch.language,
        alert_mails: patch.alert_mails,
        quiet_hours: patch.quiet_hours,
        quiet_from: read("quietFrom", patch.quiet_from.as_deref())?,
        quiet_until: read("quietUntil", patch.quiet_until.as_deref())?,
    };
    let mut tx = db.begin().await?;
    let changed = users::change_settings(&mut *tx, session.user_id, &change).await.map_err(refuse_change)?;
    let settings = changed.ok_or(ApiError::NotSignedIn)?;
    if change.quiet_hours.is_some() || change.quiet_from.is_some() || change.quiet_until.is_some() {
        mails::release_from_quiet_hours(&mut *tx, session.user_id).await?;
        notification_deliveries::release_from_quiet_hours(&mut *tx, session.user_id).await?;
    }
    if change.alert_mails.is_some() {
        notifications::release_digest(&mut *tx, session.user_id).await?;
    }
    tx.commit().await?;
    Ok((CachePolicy::Never, Json(Settings::from(settings))))
}

fn refuse_change(error: sqlx::Error) -> ApiError {
    match error.as_database_error().and_then(|error| error.constraint()) {
        Some("app_user_name_key") => ApiError::NameTaken,
        Some("app_user_quiet_hours_check") => ApiError::field("quietUntil", "must differ from quietFrom"),
        _ => error.into(),
    }
}

/// `POST /api/user/password`: changes the password. This browser gets a new session token; all other sessions end.
#[utoipa::path(
    post,
    path = "/api/user/password",
    tag = "accounts",
    request_body = PasswordChange,
    responses(
        (status = 200, body = SuccessResponse),
        (status = 422, description = "The current password or the second factor is wrong or missing, or the new password is refused"),
    )
)]
pub async fn change_password(
    State(app): State<AccountState>,
    client: ClientAddress,
    SignedIn(session): SignedIn,
    headers: HeaderMap,
    Json(typed): Json<PasswordChange>,
) -> ApiResult<impl IntoResponse> {
    let account = verify_password(&app, client, &session, "currentPassword", typed.current_password).await?;
    let forbidden_words = vec![account.name.clone(), account.email.clone()];
    // Before the proof is read: a refused password uses up no passkey challenge.
    let hash = app.hasher.hash_new("newPassword", typed.new_password, forbidden_words).await?;
    let user = CheckedUser::read_proof(&app, client, &session, account, typed.code, typed.passkey).await?;
    let account = &user.account;
    let token = Token::random();
    let mut tx = app.db.begin().await?;
    let used = user.verify(&app, &mut tx).await?;
    users::set_password(&mut *tx, account.id, &hash).await?;
    tokens::delete_resets(&mut *tx, account.id).await?;
    sessions::delete_others(&mut *tx, account.id, session.id).await?;
    sessions::replace_token(&mut *tx, session.id, &token.hash()).await?;
    mails::insert_for(&mut *tx, MailKind::PasswordChanged, account.id, &json!({})).await?;
    tx.commit().await?;
    log_use(used, client, &session);
    SecurityEvent::PasswordChanged.log(client, Some(account.id));
    let remembered = device::remember(&app.public_url, &headers, account.id, &hash);
    Ok((
        CachePolicy::Never,
        cookie::set_session(&app.public_url, &token),
        remembered,
        Json(SuccessResponse { success: true }),
    ))
}

/// `GET /api/user/export`: returns all data stored about the signed-in user as a JSON download.
#[utoipa::path(
    get,
    path = "/api/user/export",
    tag = "accounts",
    responses((status = 200, description = "One JSON object with a key for each kind of data", body = Object))
)]
pub async fn export_data(
    State(db): State<PgPool>,
    SignedIn(session): SignedIn,
) -> ApiResult<impl IntoResponse> {
    let data = camel_case_keys(export::export_user(&db, session.user_id).await?);
    let name = HeaderValue::from_static("attachment; filename=\"tajmeea.json\"");
    Ok((CachePolicy::Never, [(header::CONTENT_DISPOSITION, name)], Json(data)))
}

/// Renames the keys of all objects, which Postgres names by its columns, as every other response spells them.
fn camel_case_keys(value: Value) -> Value {
    match value {
        Value::Object(entries) => entries
            .into_iter()
            .map(|(key, value)| (key.to_lower_camel_case(), camel_case_keys(value)))
            .collect(),
        Value::Array(items) => items.into_iter().map(camel_case_keys).collect(),
        other => other,
    }
}

/// `POST /api/user/delete`: deletes the account and all its data. The last administrator cannot delete theirs.
#[utoipa::path(
    post,
    path = "/api/user/delete",
    tag = "accounts",
    request_body = IdentityProof,
    responses(
        (status = 204, description = "The account is deleted"),
        (status = 409, description = "The account is the last administrator's"),
        (status = 422, description = "The password or the second factor is wrong or missing"),
    )
)]
pub async fn delete_account(
    State(app): State<AccountState>,
    client: ClientAddress,
    SignedIn(session): SignedIn,
    Json(typed): Json<IdentityProof>,
) -> ApiResult<impl IntoResponse> {
    let account = verify_password(&app, client, &session, "password", typed.password).await?;
    // Before the proof is read: a refused deletion uses up no passkey challenge.
    let mut check = app.db.begin().await?;
    user_roles::check_may_delete(&mut check, account.id).await?;
    check.rollback().await?;
    let user = CheckedUser::read_proof(&app, client, &session, account, typed.code, typed.passkey).await?;
    let mut tx = app.db.begin().await?;
    // Locks all administrators in one order, and so before `verify` locks the user, who may be one of them.
    user_roles::check_may_delete(&mut tx, user.account.id).await?;
    let used = user.verify(&app, &mut tx).await?;
    account_deletion::delete(&mut tx, user.account.id).await?;
    tx.commit().await?;
    log_use(used, client, &session);
    SecurityEvent::AccountDeleted.log(client, Some(user.account.id));
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, cookie::clear_session(&app.public_url)))
}

impl From<users::Settings> for Settings {
    fn from(settings: users::Settings) -> Self {
        Self {
            username: settings.name,
            price_drop_alerts: settings.price_drop_alerts,
            public_profile: settings.public_profile,
            allow_build_sharing: settings.allow_build_sharing,
            alert_mails: settings.alert_mails,
            quiet_hours: settings.quiet_hours,
            quiet_from: write_time(settings.quiet_from),
            quiet_until: write_time(settings.quiet_until),
        }
    }
}
