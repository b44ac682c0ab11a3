//! The picture of each product: the automatic choice, and administrators' decisions with their audit entries.

use serde_json::json;
use sqlx::PgTransaction;

use crate::{
    model::{PictureHash, ProductId, RetailerId, UserId},
    store::{
        audit::{self, Actor, AuditEvent},
        feed,
        pictures::{self, PlaceholderRule, review},
        retailers,
    },
};

/// An administrator's decision about a product's picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PictureChoice {
    /// Show this picture, whatever retailers show later.
    Pin(PictureHash),
    /// Never show this picture for this product.
    Refuse(PictureHash),
    /// Allow a refused picture again.
    Allow(PictureHash),
    /// Choose the best picture automatically again.
    Unpin,
}

/// Why a decision about a picture cannot be applied.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    #[error("there is no product {0}")]
    UnknownProduct(ProductId),
    #[error("{0} is no picture of this product")]
    UnknownPicture(PictureHash),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Applies an administrator's decision, with its audit entry.
///
/// # Errors
/// When the product does not exist, or the picture is not one of its pictures.
pub async fn decide(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    product: ProductId,
    choice: &PictureChoice,
    rule: PlaceholderRule,
) -> Result<(), PictureError> {
    let before = review::lock_chosen(tx, product).await?.ok_or(PictureError::UnknownProduct(product))?;
    if let PictureChoice::Pin(hash) | PictureChoice::Refuse(hash) = choice
        && !review::is_of(tx, product, hash).await?
    {
        return Err(PictureError::UnknownPicture(hash.clone()));
    }
    match choice {
        PictureChoice::Pin(hash) => {
            review::allow(tx, product, hash).await?;
            review::pin(tx, product, Some(hash)).await?;
        }
        PictureChoice::Refuse(hash) => {
            review::refuse(tx, admin, product, hash).await?;
            if before.hash.as_ref() == Some(hash) {
                review::pin(tx, product, None).await?;
            }
        }
        PictureChoice::Allow(hash) => review::allow(tx, product, hash).await?,
        PictureChoice::Unpin => review::pin(tx, product, None).await?,
    }
    choose_for(tx, &[product], rule).await?;
    feed::append(&mut **tx, &[product]).await?;
    let (action_type, subject) = match choice {
        PictureChoice::Pin(hash) => ("CHOOSE_PICTURE", Some(hash)),
        PictureChoice::Refuse(hash) => ("REFUSE_PICTURE", Some(hash)),
        PictureChoice::Allow(hash) => ("ALLOW_PICTURE", Some(hash)),
        PictureChoice::Unpin => ("UNPIN_PICTURE", None),
    };
    let after = review::get_chosen(tx, product).await?;
    let event = AuditEvent {
        action_type,
        target_type: "PRODUCT",
        target_id: product.to_string(),
        before: Some(json!({ "picture": before.hash, "pinned": before.pinned })),
        after: Some(json!({ "picture": after.hash, "pinned": after.pinned, "decidedOn": subject })),
    };
    audit::record(tx, Actor::Admin(admin), &[event]).await?;
    Ok(())
}

/// Chooses the picture of each product that has a live offer of this retailer. Returns the number of products whose
/// picture changed.
pub async fn choose_for_retailer(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    rule: PlaceholderRule,
) -> sqlx::Result<usize> {
    let products = retailers::list_products(&mut **tx, retailer_id).await?;
    choose_for(tx, &products, rule).await
}

/// Chooses a picture for each product that has none, although one of its offers shows one: a product that was created
/// after the pictures of its offers were fetched. Returns the number of products that now have one.
pub async fn choose_for_new_products(
    tx: &mut PgTransaction<'_>,
    rule: PlaceholderRule,
) -> sqlx::Result<usize> {
    let products = pictures::list_without(tx).await?;
    choose_for(tx, &products, rule).await
}

/// Chooses the picture of each of these products: the best one of those that their live offers show, except refused
/// ones and placeholders. A product without a candidate keeps its picture, unless that is refused or a placeholder.
/// Pinned pictures stay. Products whose picture changed are added to the feed; returns their number.
pub async fn choose_for(
    tx: &mut PgTransaction<'_>,
    products: &[ProductId],
    rule: PlaceholderRule,
) -> sqlx::Result<usize> {
    let changed = pictures::update_choices(tx, products, rule).await?;
    feed::append(&mut **tx, &changed).await?;
    Ok(changed.len())
}
