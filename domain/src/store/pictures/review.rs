use sqlx::{PgPool, PgTransaction};

use crate::{
    model::{Picture, PictureHash, ProductId, UserId},
    store::products,
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

/// Returns the pictures of a product, the best first; `None` where there is no such product.
pub async fn list_shown(db: &PgPool, product: ProductId) -> sqlx::Result<Option<Vec<ShownPicture>>> {
    if !products::exists(db, product).await? {
        return Ok(None);
    }
    sqlx::query_as!(
        ShownPicture,
        r#"with shown as (
               select picture_hash, array_agg(distinct name_en order by name_en) as retailers
               from offer join retailer on retailer.id = offer.retailer_id
               join picture_source as source on source.retailer_id = offer.retailer_id and source.address = offer.image_url
               where product_id = $1 and ended_at is null and picture_hash is not null group by picture_hash
           )
           select picture_json(hash) as "picture!: Picture", quality as "quality!",
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
    .await
    .map(Some)
}

/// The picture that users see for a product.
pub(crate) struct ChosenPicture {
    pub(crate) hash: Option<PictureHash>,
    pub(crate) pinned: bool,
}

/// Locks a product, and returns its picture; `None` where there is no such product.
pub(crate) async fn lock_chosen(
    tx: &mut PgTransaction<'_>,
    product: ProductId,
) -> sqlx::Result<Option<ChosenPicture>> {
    sqlx::query_as!(
        ChosenPicture,
        r#"select picture_hash as "hash: PictureHash", picture_pinned as pinned from product
           where id = $1 and removed_at is null for update"#,
        product as ProductId,
    )
    .fetch_optional(&mut **tx)
    .await
}

/// Returns a product's picture.
pub(crate) async fn get_chosen(
    tx: &mut PgTransaction<'_>,
    product: ProductId,
) -> sqlx::Result<ChosenPicture> {
    sqlx::query_as!(
        ChosenPicture,
        r#"select picture_hash as "hash: PictureHash", picture_pinned as pinned from product where id = $1"#,
        product as ProductId,
    )
    .fetch_one(&mut **tx)
    .await
}

/// Whether a picture is stored, and is the product's present picture or shown by one of its offers.
pub(crate) async fn is_of(
    tx: &mut PgTransaction<'_>,
    product: ProductId,
    hash: &PictureHash,
) -> sqlx::Result<bool> {
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

/// Pins a picture of a product, or unpins the present one.
pub(crate) async fn pin(
    tx: &mut PgTransaction<'_>,
    product: ProductId,
    hash: Option<&PictureHash>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update product set picture_hash = coalesce($2, picture_hash), picture_pinned = $2::text is not null where id = $1",
        product as ProductId,
        hash.map(PictureHash::as_str),
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Refuses a picture for a product.
pub(crate) async fn refuse(
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

/// Deletes the refusal of a picture for a product.
pub(crate) async fn allow(
    tx: &mut PgTransaction<'_>,
    product: ProductId,
    hash: &PictureHash,
) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from refused_picture where product_id = $1 and picture_hash = $2",
        product as ProductId,
        hash.as_str(),
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
