use sqlx::{PgExecutor, PgTransaction};
use time::OffsetDateTime;

use crate::model::{
    AffiliateTemplate, Fils, PlatformKind, ProductId, Retailer, RetailerDraft, RetailerId, ShippingRule, Slug,
};

/// Whether a stored retailer shows other names, delivery prices, instalments or links than its file declares. Locks the
/// retailer if so.
pub(crate) async fn lock_if_shown_differently(
    tx: &mut PgTransaction<'_>,
    draft: &RetailerDraft,
) -> sqlx::Result<bool> {
    let locked = sqlx::query_scalar!(
        r#"select id as "id: RetailerId" from retailer
           where slug = $1 and (name_en, name_ar, shipping_flat_fils, shipping_free_over_fils, tabby, affiliate)
               is distinct from ($2, $3, $4::bigint, $5::bigint, $6::boolean, $7::text) for update"#,
        draft.slug.as_str(),
        draft.name_en,
        draft.name_ar,
        draft.shipping.flat as Option<Fils>,
        draft.shipping.free_over as Option<Fils>,
        draft.tabby,
        draft.affiliate.as_ref().map(AffiliateTemplate::as_str),
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(locked.is_some())
}

/// Stores whether a retailer's offers are shown, and returns the retailer if that changed anything.
pub(crate) async fn store_enabled(
    tx: &mut PgTransaction<'_>,
    slug: &Slug,
    enabled: bool,
) -> sqlx::Result<Option<RetailerId>> {
    sqlx::query_scalar!(
        r#"update retailer set enabled = $2, updated_at = now() where slug = $1 and enabled <> $2
           returning id as "id: RetailerId""#,
        slug.as_str(),
        enabled,
    )
    .fetch_optional(&mut **tx)
    .await
}

/// Switches the crawls of a retailer off or on. Returns whether that changed anything; `None` where there is no such
/// retailer.
pub(crate) async fn store_crawls_off(
    tx: &mut PgTransaction<'_>,
    slug: &Slug,
    is_off: bool,
) -> sqlx::Result<Option<bool>> {
    let before = sqlx::query_scalar!(
        r#"select crawls_off_at is not null as "was_off!" from retailer where slug = $1 for update"#,
        slug.as_str(),
    )
    .fetch_optional(&mut **tx)
    .await?;
    if before == Some(!is_off) {
        sqlx::query!(
            "update retailer set crawls_off_at = case when $2 then now() end, updated_at = now() where slug = $1",
            slug.as_str(),
            is_off,
        )
        .execute(&mut **tx)
        .await?;
    }
    Ok(before.map(|was_off| was_off != is_off))
}

/// Whether an administrator has switched the crawls of a retailer off.
pub async fn are_crawls_off(db: impl PgExecutor<'_>, slug: &Slug) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from retailer where slug = $1 and crawls_off_at is not null) as "is_off!""#,
        slug.as_str(),
    )
    .fetch_one(db)
    .await
}

/// Returns the retailers whose crawls administrators have switched off.
pub async fn list_crawls_off(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<Slug>> {
    sqlx::query_scalar!(
        r#"select slug as "slug: Slug" from retailer where crawls_off_at is not null order by slug"#
    )
    .fetch_all(db)
    .await
}

/// Inserts a retailer, or updates the one with that slug, and returns the id.
pub(crate) async fn upsert(db: impl PgExecutor<'_>, draft: &RetailerDraft) -> sqlx::Result<RetailerId> {
    sqlx::query_scalar!(
        r#"insert into retailer (slug, name_en, name_ar, base_url, platform, shipping_flat_fils,
               shipping_free_over_fils, tabby, enabled, affiliate, position)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, (select coalesce(max(position) + 1, 0) from retailer))
           on conflict on constraint retailer_slug_key do update set
               name_en = excluded.name_en, name_ar = excluded.name_ar, base_url = excluded.base_url,
               platform = excluded.platform, shipping_flat_fils = excluded.shipping_flat_fils,
               shipping_free_over_fils = excluded.shipping_free_over_fils, tabby = excluded.tabby,
               enabled = excluded.enabled, affiliate = excluded.affiliate, updated_at = now()
           returning id as "id: RetailerId""#,
        draft.slug.as_str(),
        draft.name_en,
        draft.name_ar,
        draft.base_url,
        draft.platform as PlatformKind,
        draft.shipping.flat as Option<Fils>,
        draft.shipping.free_over as Option<Fils>,
        draft.tabby,
        draft.enabled,
        draft.affiliate.as_ref().map(AffiliateTemplate::as_str),
    )
    .fetch_one(db)
    .await
}

async fn list_with_slug(db: impl PgExecutor<'_>, slug: Option<&Slug>) -> sqlx::Result<Vec<Retailer>> {
    let rows = sqlx::query!(
        r#"select id as "id: RetailerId", slug as "slug: Slug", name_en, name_ar, base_url,
               platform as "platform: PlatformKind", shipping_flat_fils as "shipping_flat: Fils",
               shipping_free_over_fils as "shipping_free_over: Fils", tabby,
               affiliate as "affiliate: AffiliateTemplate", enabled, position, crawled_at
           from retailer where $1::text is null or slug = $1 order by position"#,
        slug.map(Slug::as_str),
    )
    .fetch_all(db)
    .await?;
    let retailers = rows.into_iter().map(|row| Retailer {
        id: row.id,
        slug: row.slug,
        name_en: row.name_en,
        name_ar: row.name_ar,
        base_url: row.base_url,
        platform: row.platform,
        shipping: ShippingRule { flat: row.shipping_flat, free_over: row.shipping_free_over },
        tabby: row.tabby,
        affiliate: row.affiliate,
        enabled: row.enabled,
        position: row.position,
        crawled_at: row.crawled_at,
    });
    Ok(retailers.collect())
}

/// Returns all retailers, in the order in which they were added.
pub async fn list(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<Retailer>> {
    list_with_slug(db, None).await
}

/// Returns the retailer with that slug.
pub async fn find_by_slug(db: impl PgExecutor<'_>, slug: &Slug) -> sqlx::Result<Option<Retailer>> {
    Ok(list_with_slug(db, Some(slug)).await?.pop())
}

/// Returns the products that a retailer sells now.
pub(crate) async fn list_products(db: impl PgExecutor<'_>, id: RetailerId) -> sqlx::Result<Vec<ProductId>> {
    sqlx::query_scalar!(
        r#"select distinct product_id as "product_id!: ProductId" from offer
           where retailer_id = $1 and product_id is not null and ended_at is null"#,
        id as RetailerId,
    )
    .fetch_all(db)
    .await
}

/// Stores the times of the next crawls of those retailers that are stored.
pub async fn set_next_crawls(
    db: impl PgExecutor<'_>,
    next: &[(Slug, Option<OffsetDateTime>)],
) -> sqlx::Result<()> {
    sqlx::query!(
        "update retailer set next_crawl_at = next_crawl.next_at
         from unnest($1::text[], $2::timestamptz[]) as next_crawl (slug, next_at)
         where retailer.slug = next_crawl.slug and next_crawl_at is distinct from next_crawl.next_at",
        &next.iter().map(|(slug, _)| slug.to_string()).collect::<Vec<_>>(),
        &next.iter().map(|(_, at)| *at).collect::<Vec<_>>() as &[Option<OffsetDateTime>],
    )
    .execute(db)
    .await?;
    Ok(())
}
