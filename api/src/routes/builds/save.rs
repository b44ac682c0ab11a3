use std::collections::HashSet;

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use domain::{
    model::{BuildDescription, BuildId, BuildName, MAX_SAVED_BUILDS, ProductId, ShareToken, UserId},
    store::{
        builds::{self, BuildChange, LockedBuild, NewBuild, NewPart, SavedPart},
        interest::{self, Interest},
        users,
    },
};
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use super::request::{BuildTexts, refuse_empty};
use crate::http::error::{ApiError, ApiResult};

/// A build to save for the first time, parsed from a `NewBuildRequest`. [`NewBuild`] is the row that the database
/// stores of it.
pub(super) struct BuildDraft<'a> {
    pub(super) name: &'a BuildName,
    pub(super) description: Option<&'a BuildDescription>,
    pub(super) is_public: bool,
    pub(super) key: Option<Uuid>,
    pub(super) parts: &'a [NewPart],
}

/// Changes to a saved build, parsed from a `BuildPatch`. [`BuildChange`] is what the database changes of it.
pub(super) struct BuildUpdate<'a> {
    pub(super) texts: BuildTexts,
    pub(super) is_public: Option<bool>,
    /// The version that the change is based on.
    pub(super) version: Option<i32>,
    pub(super) parts: Option<Vec<NewPart>>,
    /// Requested products that are no longer in the catalogue.
    pub(super) gone: &'a [ProductId],
}

/// Saves a new build. For a repeated request key it returns the build created before, and `false`.
pub(super) async fn create(db: &PgPool, owner: UserId, draft: &BuildDraft<'_>) -> ApiResult<(BuildId, bool)> {
    let mut tx = db.begin().await?;
    // Locks the owner: without it two concurrent requests could exceed the limit or create the same build twice.
    builds::lock_owner(&mut *tx, owner).await?;
    if let Some(key) = draft.key
        && let Some(id) = builds::find_by_request(&mut *tx, owner, key).await?
    {
        return Ok((id, false));
    }
    if builds::count(&mut *tx, owner).await? >= MAX_SAVED_BUILDS {
        return Err(ApiError::TooManyBuilds { max: MAX_SAVED_BUILDS });
    }
    if draft.is_public && !allows_sharing(&mut tx, owner).await? {
        return Err(ApiError::SharingOff);
    }
    let new = NewBuild {
        user_id: owner,
        name: draft.name,
        description: draft.description,
        is_public: draft.is_public,
        share_token: &new_token()?,
        request_key: draft.key,
    };
    let id = builds::insert(&mut *tx, &new).await?;
    builds::replace_parts(&mut tx, id, draft.parts).await?;
    count_uses(&mut tx, draft.parts, &[]).await?;
    tx.commit().await?;
    Ok((id, true))
}

/// Updates a saved build. A change that is based on another version than the saved one is refused with 409, unless it
/// leaves name, description and parts as they are. Returns the products gone from the catalogue that the build keeps as
/// they were saved.
pub(super) async fn update(
    db: &PgPool,
    owner: UserId,
    id: BuildId,
    changes: BuildUpdate<'_>,
) -> ApiResult<Vec<ProductId>> {
    let mut tx = db.begin().await?;
    let before = builds::lock(&mut *tx, owner, id).await?.ok_or(ApiError::BuildNotFound)?;
    let saved_parts = builds::list_parts(&mut *tx, &[id]).await?;
    let kept_gone_parts: Vec<&SavedPart> = saved_parts
        .iter()
        .filter(|part| part.product_id.is_some_and(|id| changes.gone.contains(&id)))
        .collect();
    let parts = changes.parts.map(|parts| {
        parts.into_iter().chain(kept_gone_parts.iter().map(|part| unchanged_part(part))).collect()
    });
    let parts: Option<Vec<NewPart>> = parts;
    if let Some(parts) = &parts {
        refuse_empty(parts)?;
    }
    if changes.is_public == Some(true) && !before.is_public && !before.sharing_allowed {
        return Err(ApiError::SharingOff);
    }
    let mut change = BuildChange {
        name: changes.texts.name.as_ref(),
        description: changes.texts.description.as_ref().map(Option::as_ref),
        is_public: changes.is_public,
        parts: parts.is_some(),
    };
    let outdated = changes.version.is_some_and(|version| version != before.version);
    if outdated && change.is_version() {
        if !changes_nothing(&change, parts.as_deref(), &before, &saved_parts) {
            return Err(ApiError::BuildChanged);
        }
        // The same content was saved twice: nothing is left to change but `is_public`.
        change = BuildChange { is_public: changes.is_public, ..BuildChange::default() };
    }
    builds::update(&mut *tx, id, &change).await?;
    if change.parts
        && let Some(parts) = &parts
    {
        builds::replace_parts(&mut tx, id, parts).await?;
        count_uses(&mut tx, parts, &saved_parts).await?;
    }
    let kept_gone_parts = kept_gone_parts.iter().filter_map(|part| part.product_id).collect();
    tx.commit().await?;
    Ok(kept_gone_parts)
}

/// Returns a new random token of 128 bits.
pub(super) fn new_token() -> ApiResult<ShareToken> {
    let text = BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 16]>());
    ShareToken::read(&text)
        .ok_or_else(|| ApiError::Internal(anyhow::anyhow!("cannot encode 128 bits as a share token")))
}

/// Copies a part without changes.
pub(super) fn unchanged_part(part: &SavedPart) -> NewPart {
    NewPart {
        slot: part.slot,
        product_id: part.product_id,
        name: part.name.clone(),
        quantity: part.quantity,
        price: part.price,
    }
}

async fn allows_sharing(db: &mut PgConnection, owner: UserId) -> ApiResult<bool> {
    let settings = users::find_settings(db, owner).await?.ok_or(ApiError::NotSignedIn)?;
    Ok(settings.allow_build_sharing)
}

/// Counts the products that are new in the build as today's interest in them.
async fn count_uses(db: &mut PgConnection, parts: &[NewPart], before: &[SavedPart]) -> ApiResult<()> {
    let ids_before: HashSet<ProductId> = before.iter().filter_map(|part| part.product_id).collect();
    let ids = parts.iter().filter_map(|part| part.product_id).filter(|id| !ids_before.contains(id));
    let uses: Vec<(ProductId, i64)> = ids.map(|id| (id, 1)).collect();
    interest::count(db, Interest::Build, OffsetDateTime::now_utc().date(), &uses).await?;
    Ok(())
}

/// Returns whether the change leaves name, description and parts as they are.
fn changes_nothing(
    change: &BuildChange<'_>,
    parts: Option<&[NewPart]>,
    before: &LockedBuild,
    saved_parts: &[SavedPart],
) -> bool {
    let name = change.name.is_none_or(|name| name.as_str() == before.name);
    let description = change
        .description
        .is_none_or(|given| given.map(BuildDescription::as_str) == before.description.as_deref());
    let parts = parts.is_none_or(|parts| {
        let mut new: Vec<_> = parts.iter().map(|part| (part.slot, part.product_id, part.quantity)).collect();
        let mut old: Vec<_> =
            saved_parts.iter().map(|part| (part.slot, part.product_id, part.quantity)).collect();
        new.sort_unstable();
        old.sort_unstable();
        new == old
    });
    name && description && parts
}
