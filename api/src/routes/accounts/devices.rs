//! The browsers in which a user is signed in.

use std::net::{IpAddr, Ipv6Addr};

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use domain::{
    model::SessionId,
    store::sessions::{self, SessionSummary},
};
use ipnet::IpNet;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use utoipa::ToSchema;

use super::{AccountState, identity::verify_password};
use crate::http::{
    cache::CachePolicy,
    error::{ApiError, ApiResult},
    extract::{Json, Path},
    limit::ClientAddress,
    security_log::SecurityEvent,
    session::{SignedIn, cookie},
};

/// Every session of a user, the most recently used first.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionList {
    pub sessions: Vec<SignedInDevice>,
}

/// A session: one browser in which the user is signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedInDevice {
    #[schema(value_type = uuid::Uuid)]
    pub id: SessionId,
    /// `User-Agent` header of the browser at sign-in, at most 200 characters; null when the browser sent none.
    pub user_agent: Option<String>,
    /// The place at which the browser signed in; null where that is not known.
    pub place: Option<DevicePlace>,
    /// The network of the sign-in in CIDR notation, an IPv4 /24 or an IPv6 /48; null where it is not known.
    #[schema(example = "203.0.113.0/24")]
    pub network: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: String,
    #[schema(value_type = String, format = DateTime)]
    pub last_seen_at: String,
    /// Whether this session makes the request.
    pub current: bool,
}

/// Place of a device, as far as its network tells without asking anybody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DevicePlace {
    /// The machine that this server runs on.
    ServerMachine,
    /// The network from which the request comes that asks.
    ThisNetwork,
    /// A private network: the server's own home or office.
    PrivateNetwork,
    OtherNetwork,
}

/// Password confirmation for ending sessions: a stranger at an open browser signs nobody out elsewhere.
#[derive(Deserialize, ToSchema)]
pub struct EndSessionsRequest {
    pub password: String,
}

/// `GET /api/user/sessions`: lists the sessions of the signed-in user.
#[utoipa::path(
    get,
    path = "/api/user/sessions",
    tag = "accounts",
    responses((status = 200, body = SessionList))
)]
pub async fn list_sessions(
    State(db): State<PgPool>,
    client: ClientAddress,
    SignedIn(session): SignedIn,
) -> ApiResult<impl IntoResponse> {
    let here = client.network().to_string();
    let summaries = sessions::list(&db, session.user_id).await?;
    let sessions =
        summaries.into_iter().map(|summary| SignedInDevice::from_summary(summary, session.id, &here));
    Ok((CachePolicy::Never, Json(SessionList { sessions: sessions.collect() })))
}

/// `DELETE /api/user/sessions/{id}`: ends one session of the signed-in user.
#[utoipa::path(
    delete,
    path = "/api/user/sessions/{id}",
    tag = "accounts",
    params(("id" = uuid::Uuid, Path)),
    request_body = EndSessionsRequest,
    responses(
        (status = 204, description = "The session has ended"),
        (status = 404, description = "The user has no such session"),
        (status = 422, description = "The password is wrong"),
    )
)]
pub async fn end_session(
    State(app): State<AccountState>,
    client: ClientAddress,
    SignedIn(session): SignedIn,
    Path(id): Path<String>,
    Json(typed): Json<EndSessionsRequest>,
) -> ApiResult<impl IntoResponse> {
    let id: SessionId = id.parse().map_err(|_| ApiError::NoRoute)?;
    verify_password(&app, client, &session, "password", typed.password).await?;
    if !sessions::delete_of(&app.db, session.user_id, id).await? {
        return Err(ApiError::NoRoute);
    }
    SecurityEvent::SessionsEnded.log(client, Some(session.user_id));
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, ()))
}

/// `DELETE /api/user/sessions`: ends every session of the signed-in user, this one included.
#[utoipa::path(
    delete,
    path = "/api/user/sessions",
    tag = "accounts",
    request_body = EndSessionsRequest,
    responses(
        (status = 204, description = "All sessions of the account have ended"),
        (status = 422, description = "The password is wrong"),
    )
)]
pub async fn end_all_sessions(
    State(app): State<AccountState>,
    client: ClientAddress,
    SignedIn(session): SignedIn,
    Json(typed): Json<EndSessionsRequest>,
) -> ApiResult<impl IntoResponse> {
    verify_password(&app, client, &session, "password", typed.password).await?;
    sessions::delete_all(&app.db, session.user_id).await?;
    SecurityEvent::SessionsEnded.log(client, Some(session.user_id));
    Ok((StatusCode::NO_CONTENT, CachePolicy::Never, cookie::clear_session(&app.public_url)))
}

impl SignedInDevice {
    fn from_summary(summary: SessionSummary, current: SessionId, here: &str) -> Self {
        Self {
            id: summary.id,
            user_agent: summary.user_agent,
            place: summary.network.as_deref().and_then(|network| place(network, here)),
            network: summary.network,
            created_at: text(summary.created_at),
            last_seen_at: text(summary.last_seen_at),
            current: summary.id == current,
        }
    }
}

/// Returns the place of a network in CIDR notation, seen from the network `here`.
fn place(network: &str, here: &str) -> Option<DevicePlace> {
    let address = network.parse::<IpNet>().ok()?;
    let is_private = match address.addr() {
        IpAddr::V4(first) => first.is_private() || first.is_link_local(),
        IpAddr::V6(first) => first.is_unique_local() || first.is_unicast_link_local(),
    };
    // The network of `::1` begins with the unspecified address.
    Some(if address.contains(&IpAddr::V6(Ipv6Addr::LOCALHOST)) || address.addr().is_loopback() {
        DevicePlace::ServerMachine
    } else if network == here {
        DevicePlace::ThisNetwork
    } else if is_private {
        DevicePlace::PrivateNetwork
    } else {
        DevicePlace::OtherNetwork
    })
}

fn text(moment: OffsetDateTime) -> String {
    // Formatting fails only for years outside four digits, which the database does not hold.
    moment.format(&Rfc3339).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn place_is_told_by_the_network_alone() {
        for (network, expected) in [
            ("127.0.0.0/24", DevicePlace::ServerMachine),
            ("::/48", DevicePlace::ServerMachine),
            ("203.0.113.0/24", DevicePlace::ThisNetwork),
            ("192.168.1.0/24", DevicePlace::PrivateNetwork),
            ("10.1.2.0/24", DevicePlace::PrivateNetwork),
            ("fd00:1:2::/48", DevicePlace::PrivateNetwork),
            ("198.51.100.0/24", DevicePlace::OtherNetwork),
            ("2001:db8:1::/48", DevicePlace::OtherNetwork),
        ] {
            assert_eq!(place(network, "203.0.113.0/24"), Some(expected), "{network}");
        }
        assert_eq!(place("unreadable", "203.0.113.0/24"), None);
    }
}
