//! Builds that visitors without an account share by a short link.

use serde::{Deserialize, Serialize};
use sqlx::{PgExecutor, types::Json};

use crate::model::{BuildName, Category, ProductId, ShortCode};

/// A part of a guest's build, as stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuestPart {
    pub slot: Category,
    pub id: ProductId,
    pub quantity: u32,
}

/// A guest's build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuestBuild {
    pub name: Option<String>,
    /// In the order of the builder's rows.
    pub parts: Vec<GuestPart>,
}

/// Returns the code of the build with this digest, and marks the build as read.
pub async fn find_code(db: impl PgExecutor<'_>, digest: &[u8; 32]) -> sqlx::Result<Option<ShortCode>> {
    let code = sqlx::query_scalar!(
        "update guest_build set read_at = now() where digest = $1 returning code",
        digest
    )
    .fetch_optional(db)
    .await?;
    Ok(code.and_then(|code| ShortCode::read(&code)))
}

/// Inserts a build. Returns `false` when the code or the digest is taken.
pub async fn insert(
    db: impl PgExecutor<'_>,
    code: &ShortCode,
    digest: &[u8; 32],
    name: Option<&BuildName>,
    parts: &[GuestPart],
) -> sqlx::Result<bool> {
    let inserted = sqlx::query!(
        "insert into guest_build (code, digest, name, parts) values ($1, $2, $3, $4) on conflict do nothing",
        code.as_str(),
        digest.as_slice(),
        name.map(BuildName::as_str),
        Json(parts) as _,
    )
    .execute(db)
    .await?;
    Ok(inserted.rows_affected() > 0)
}

/// Returns the build with this code, and marks it as read, at most once a day.
pub async fn find(db: impl PgExecutor<'_>, code: &ShortCode) -> sqlx::Result<Option<GuestBuild>> {
    let row = sqlx::query!(
        r#"with marked as (
               update guest_build set read_at = now() where code = $1 and read_at < now() - interval '1 day')
           select name, parts as "parts: Json<Vec<GuestPart>>" from guest_build where code = $1"#,
        code.as_str(),
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| GuestBuild { name: row.name, parts: row.parts.0 }))
}
