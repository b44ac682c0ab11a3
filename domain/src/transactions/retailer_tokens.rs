//! Tokens by which retailers hand their offers in: each change is in the audit log.

use serde_json::json;
use sqlx::PgTransaction;

use crate::{
    model::{RetailerId, RetailerToken, RetailerTokenId, Slug},
    store::{
        audit::{self, Actor, AuditEvent},
        retailer_tokens,
    },
};

/// Stores a new token of a retailer. Returns `None` where it has [`retailer_tokens::MAX_TOKENS`] already.
pub async fn create(
    tx: &mut PgTransaction<'_>,
    (retailer_id, slug): (RetailerId, &Slug),
    token: &RetailerToken,
) -> sqlx::Result<Option<RetailerTokenId>> {
    let created = retailer_tokens::insert(tx, retailer_id, token).await?;
    if let Some(id) = created {
        record(tx, "CREATE_RETAILER_TOKEN", slug, id).await?;
    }
    Ok(created)
}

/// Revokes a token of a retailer, which ends its use at once, and refuses the lists that came with it and wait. Returns
/// whether there was one.
pub async fn revoke(
    tx: &mut PgTransaction<'_>,
    (retailer_id, slug): (RetailerId, &Slug),
    id: RetailerTokenId,
) -> sqlx::Result<bool> {
    let revoked = retailer_tokens::revoke(tx, retailer_id, id).await?;
    if revoked {
        record(tx, "REVOKE_RETAILER_TOKEN", slug, id).await?;
    }
    Ok(revoked)
}

async fn record(
    tx: &mut PgTransaction<'_>,
    action_type: &'static str,
    slug: &Slug,
    id: RetailerTokenId,
) -> sqlx::Result<()> {
    let event = AuditEvent {
        action_type,
        target_type: "RETAILER",
        target_id: slug.to_string(),
        before: None,
        after: Some(json!({ "tokenId": id })),
    };
    audit::record(tx, Actor::System, &[event]).await
}
