//! Saving and changing of builds in an account.

use std::collections::HashSet;

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

use crate::{
    model::{BuildDescription, BuildId, BuildName, MAX_SAVED_BUILDS, ProductId, UserId},
    store::{
        builds::{self, BuildRowChange, LockedBuild, NewBuild, NewPart, SavedPart},
        interest::{self, Interest},
        users,
    },
};

/// Changes to a saved build; `None` leaves a field as it is. [`BuildRowChange`] is what the database changes of it.
#[derive(Debug)]
pub struct BuildUpdate<'a> {
    pub name: Option<&'a BuildName>,
    /// `Some(None)` removes the description.
    pub description: Option<Option<&'a BuildDescription>>,
    pub is_public: Option<bool>,
    /// The version that the change is based on.
    pub version: Option<i32>,
    pub parts: Option<Vec<NewPart>>,
    /// Requested products that the catalogue does not have. The build keeps those that it already has.
    pub missing_products: &'a [ProductId],
}

/// Why a build was not saved.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    #[error("the user has no such build")]
    NoBuild,
    #[error("there is no such user")]
    NoUser,
    #[error("an account holds at most {MAX_SAVED_BUILDS} builds")]
    TooMany,
    #[error("the user does not allow sharing of builds")]
    SharingOff,
    #[error("a build needs at least one known part")]
    Empty,
    /// Another version with other content was saved since the version that the change is based on.
    #[error("the build was changed meanwhile")]
    Changed,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Saves a new build. For a repeated request key it returns the build created before, and `false`.
///
/// # Errors
/// When the account holds too many builds, or the user does not allow sharing.
pub async fn create(
    db: &PgPool,
    new: &NewBuild<'_>,
    parts: &[NewPart],
) -> Result<(BuildId, bool), SaveError> {
    let owner = new.user_id;
    let mut tx = db.begin().await?;
    // Locks the owner: without it two concurrent requests could exceed the limit or create the same build twice.
    builds::lock_owner(&mut *tx, owner).await?;
    if let Some(key) = new.request_key
        && let Some(id) = builds::find_by_request(&mut *tx, owner, key).await?
    {
        return Ok((id, false));
    }
    if builds::count(&mut *tx, owner).await? >= MAX_SAVED_BUILDS {
        return Err(SaveError::TooMany);
    }
    if new.is_public && !allows_sharing(&mut tx, owner).await? {
        return Err(SaveError::SharingOff);
    }
    let id = builds::insert(&mut *tx, new).await?;
    builds::replace_parts(&mut tx, id, parts).await?;
    count_added_products(&mut tx, parts, &[]).await?;
    tx.commit().await?;
    Ok((id, true))
}

/// The result of an update.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpdatedBuild {
    /// The version that the update made, or left, with its name and description.
    pub version: i32,
    pub name: String,
    pub description: Option<String>,
    /// The products that have left the catalogue and that the build keeps as they were saved.
    pub retained_missing_products: Vec<ProductId>,
}

/// Updates a saved build. A request that leaves name, description and parts as they are makes no new version; any other
/// one is refused if it is based on another version than the saved one.
///
/// # Errors
/// When the user has no such build, no part would be left, another version was saved meanwhile, or the user does not
/// allow sharing.
pub async fn update(
    db: &PgPool,
    owner: UserId,
    id: BuildId,
    request: BuildUpdate<'_>,
) -> Result<UpdatedBuild, SaveError> {
    let mut tx = db.begin().await?;
    let before = builds::lock(&mut *tx, owner, id).await?.ok_or(SaveError::NoBuild)?;
    let saved_parts = builds::list_parts(&mut *tx, &[id]).await?;
    let retained_missing_parts: Vec<&SavedPart> = saved_parts
        .iter()
        .filter(|part| part.product_id.is_some_and(|id| request.missing_products.contains(&id)))
        .collect();
    let parts: Option<Vec<NewPart>> = request.parts.map(|parts| {
        parts.into_iter().chain(retained_missing_parts.iter().map(|part| part.as_new())).collect()
    });
    if parts.as_ref().is_some_and(Vec::is_empty) {
        return Err(SaveError::Empty);
    }
    if request.is_public == Some(true) && !before.is_public && !before.sharing_allowed {
        return Err(SaveError::SharingOff);
    }
    let mut row_change = BuildRowChange {
        name: request.name,
        description: request.description,
        is_public: request.is_public,
        replaces_parts: parts.is_some(),
    };
    let is_outdated = request.version.is_some_and(|version| version != before.version);
    if row_change.makes_new_version() && changes_nothing(&row_change, parts.as_deref(), &before, &saved_parts)
    {
        // Nothing is left to change but `is_public`. A new version would be a conflict for the user's other devices.
        row_change = BuildRowChange { is_public: request.is_public, ..BuildRowChange::default() };
    }
    if is_outdated && row_change.makes_new_version() {
        return Err(SaveError::Changed);
    }
    if row_change.makes_new_version() || row_change.is_public.is_some() {
        builds::update(&mut *tx, id, &row_change).await?;
    }
    if row_change.replaces_parts
        && let Some(parts) = &parts
    {
        builds::replace_parts(&mut tx, id, parts).await?;
        count_added_products(&mut tx, parts, &saved_parts).await?;
    }
    let retained_missing_products =
        retained_missing_parts.iter().filter_map(|part| part.product_id).collect();
    tx.commit().await?;
    let version = before.version + i32::from(row_change.makes_new_version());
    let name = row_change.name.map_or(before.name, |name| name.as_str().to_owned());
    let description = match row_change.description {
        Some(given) => given.map(|description| description.as_str().to_owned()),
        None => before.description,
    };
    Ok(UpdatedBuild { version, name, description, retained_missing_products })
}

async fn allows_sharing(db: &mut PgConnection, owner: UserId) -> Result<bool, SaveError> {
    let settings = users::find_settings(db, owner).await?.ok_or(SaveError::NoUser)?;
    Ok(settings.allow_build_sharing)
}

/// Adds each product that the save adds to the build to today's counts of interest, from which popularity is computed.
async fn count_added_products(
    db: &mut PgConnection,
    parts: &[NewPart],
    before: &[SavedPart],
) -> sqlx::Result<()> {
    let ids_before: HashSet<ProductId> = before.iter().filter_map(|part| part.product_id).collect();
    let ids = parts.iter().filter_map(|part| part.product_id).filter(|id| !ids_before.contains(id));
    let counts: Vec<(ProductId, i64)> = ids.map(|id| (id, 1)).collect();
    interest::count(db, Interest::Build, OffsetDateTime::now_utc().date(), &counts).await
}

/// Returns whether the row change and the parts leave name, description and parts as they are.
fn changes_nothing(
    row_change: &BuildRowChange<'_>,
    parts: Option<&[NewPart]>,
    before: &LockedBuild,
    saved_parts: &[SavedPart],
) -> bool {
    let name = row_change.name.is_none_or(|name| name.as_str() == before.name);
    let description = row_change
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
