use serde_json::json;
use sqlx::{PgPool, PgTransaction};

use super::{PlaceholderRule, choose_for, picture_of};
use crate::{
    model::{Picture, PictureHash, ProductId, UserId},
    store::{
        audit::{self, Actor, AuditEvent},
        feed,
    },
};

/// A picture that retailers show for a product, as an administrator sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownPicture {
    pub picture: Picture,
    /// The quality, 0 to 1.
    pub quality: f32,
    /// The names of the retailers that show the picture.
    pub retailers: Vec<String>,
    /// The number of products that show the picture.
    pub products: i64,
    /// Whether an administrator refused the picture for this product.
    pub refused: bool,
    /// Whether users see the picture.
    pub chosen: bool,
    /// Whether an administrator pinned the picture.
    pub pinned: bool,
}

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

/// Returns the pictures of a product, the best first; `None` where there is no such product.
pub async fn list_shown(db: &PgPool, product: ProductId) -> sqlx::Result<Option<Vec<ShownPicture>>> {
    let is_there = sqlx::query_scalar!(
        r#"select exists (select from product where id = $1 and removed_at is null) as "is_there!""#,
        product as ProductId,
    );
    if !is_there.fetch_one(db).await? {
        return Ok(None);
    }
    let rows = sqlx::query!(
        r#"with shown as (
               select picture_hash, array_agg(distinct name_en order by name_en) as retailers
               from offer join retailer on retailer.id = offer.retailer_id
               join picture_source as source on source.retailer_id = offer.retailer_id and source.address = offer.image_url
               where product_id = $1 and ended_at is null and picture_hash is not null group by picture_hash
           )
           select hash as "hash!: PictureHash", width as "width!", height as "height!", quality as "quality!",
               coalesce(retailers, '{}') as "retailers!",
               (select count(distinct offer.product_id) from offer join picture_source as source
                    on source.retailer_id = offer.retailer_id and source.address = offer.image_url
                where source.picture_hash = hash and ended_at is null) as "products!",
               exists (select from refused_picture as refused
                       where refused.product_id = $1 and refused.picture_hash = hash) as "refused!",
               product.picture_hash is not distinct from hash as "chosen!",
               picture_pinned and product.picture_hash is not distinct from hash as "pinned!"
           from product join picture
               on hash = product.picture_hash or hash in (select picture_hash from shown)
           left join shown on shown.picture_hash = hash
           where product.id = $1 order by quality desc, hash"#,
        product as ProductId,
    )
    .fetch_all(db)
    .await?;
    let shown = rows.into_iter().filter_map(|row| {
        Some(ShownPicture {
            picture: picture_of(Some(row.hash), Some(row.width), Some(row.height))?,
            quality: row.quality,
            retailers: row.retailers,
            products: row.products,
            refused: row.refused,
            chosen: row.chosen,
            pinned: row.pinned,
        })
    });
    Ok(Some(shown.collect()))
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
    let before = sqlx::query!(
        r#"select picture_hash as "hash: PictureHash", picture_pinned as pinned from product
           where id = $1 and removed_at is null for update"#,
        product as ProductId,
    )
    .fetch_optional(&mut **tx)
    .await?
    .ok_or(PictureError::UnknownProduct(product))?;
    if let PictureChoice::Pin(hash) | PictureChoice::Refuse(hash) = choice
        && !is_of(tx, product, hash).await?
    {
        return Err(PictureError::UnknownPicture(hash.clone()));
    }
    match choice {
        PictureChoice::Pin(hash) => {
            allow(tx, product, hash).await?;
            pin(tx, product, Some(hash)).await?;
        }
        PictureChoice::Refuse(hash) => {
            refuse(tx, admin, product, hash).await?;
            if before.hash.as_ref() == Some(hash) {
                pin(tx, product, None).await?;
            }
        }
        PictureChoice::Allow(hash) => allow(tx, product, hash).await?,
        PictureChoice::Unpin => pin(tx, product, None).await?,
    }
    choose_for(tx, &[product], rule).await?;
    feed::append(&mut **tx, &[product]).await?;
    let (action_type, subject) = match choice {
        PictureChoice::Pin(hash) => ("CHOOSE_PICTURE", Some(hash)),
        PictureChoice::Refuse(hash) => ("REFUSE_PICTURE", Some(hash)),
        PictureChoice::Allow(hash) => ("ALLOW_PICTURE", Some(hash)),
        PictureChoice::Unpin => ("UNPIN_PICTURE", None),
    };
    let after = sqlx::query!(
        r#"select picture_hash as "hash: PictureHash", picture_pinned as pinned from product where id = $1"#,
        product as ProductId,
    )
    .fetch_one(&mut **tx)
    .await?;
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

/// Whether a picture is stored, and is the product's present picture or shown by one of its offers.
async fn is_of(tx: &mut PgTransaction<'_>, product: ProductId, hash: &PictureHash) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (
               select from product where id = $1 and picture_hash = $2
               union all
               select from offer join picture_source as source
                   on source.retailer_id = offer.retailer_id and source.address = offer.image_url
               where product_id = $1 and ended_at is null and picture_hash = $2) as "is_of!""#,
        product as ProductId,
        hash.as_str(),
    )
    .fetch_one(&mut **tx)
    .await
}

async fn pin(tx: &mut PgTransaction<'_>, product: ProductId, hash: Option<&PictureHash>) -> sqlx::Result<()> {
    sqlx::query!(
        "update product set picture_hash = coalesce($2, picture_hash), picture_pinned = $2::text is not null where id = $1",
        product as ProductId,
        hash.map(PictureHash::as_str),
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

async fn refuse(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    product: ProductId,
    hash: &PictureHash,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into refused_picture (product_id, picture_hash, refused_by) values ($1, $2, $3) on conflict do nothing",
        product as ProductId,
        hash.as_str(),
        admin as UserId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

async fn allow(tx: &mut PgTransaction<'_>, product: ProductId, hash: &PictureHash) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from refused_picture where product_id = $1 and picture_hash = $2",
        product as ProductId,
        hash.as_str(),
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
