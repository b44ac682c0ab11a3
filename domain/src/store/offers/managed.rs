//! Offers as an admin manages them: every one, joined or not, alive or ended.

use sqlx::{PgExecutor, types::Json};
use time::OffsetDateTime;

use super::pins::Pins;
use crate::model::{Category, Fils, OfferId, ProductId, Stock};

/// In what order offers are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ManagedSort {
    #[default]
    Newest,
    Name,
    PriceLow,
    PriceHigh,
}

impl ManagedSort {
    const fn as_str(self) -> &'static str {
        match self {
            ManagedSort::Newest => "newest",
            ManagedSort::Name => "name",
            ManagedSort::PriceLow => "price_low",
            ManagedSort::PriceHigh => "price_high",
        }
    }
}

/// Which offers are wanted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ManagedFilter {
    pub category: Option<Category>,
    /// Offers of these products, which a search found, …
    pub products: Option<Vec<ProductId>>,
    /// … and those that wait and hold this text in their title.
    pub title: Option<String>,
    /// Only those of no product, or only those of one.
    pub linked: Option<bool>,
}

/// An offer in the admin's table.
#[derive(Debug, Clone, PartialEq)]
pub struct ManagedOffer {
    pub id: OfferId,
    pub name: String,
    pub category: Option<Category>,
    pub manufacturer: Option<String>,
    pub model: Option<String>,
    pub price: Fils,
    pub product_id: Option<ProductId>,
    pub product_name: Option<String>,
    pub retailer: String,
    pub stock: Stock,
    pub image_url: Option<String>,
    pub url: String,
    pub ended: bool,
    pub pins: Json<Pins>,
    pub updated_at: OffsetDateTime,
}

/// A page of offers.
pub async fn list_managed(
    db: impl PgExecutor<'_>,
    filter: &ManagedFilter,
    sort: ManagedSort,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<ManagedOffer>> {
    sqlx::query_as!(
        ManagedOffer,
        r#"select offer.id as "id: OfferId", coalesce(offer.title_en, offer.title_ar, '') as "name!",
               offer.category as "category: Category", offer.manufacturer, offer.model, offer.price_fils as "price: Fils",
               offer.product_id as "product_id: ProductId", product.name as "product_name?",
               retailer.name_en as retailer, offer.stock as "stock: Stock", offer.image_url, offer.url,
               offer.ended_at is not null as "ended!", offer.pinned as "pins: Json<Pins>", offer.updated_at
           from offer join retailer on retailer.id = offer.retailer_id
           left join product on product.id = offer.product_id
           where offer.deleted_at is null and ($1::text is null or offer.category = $1)
               and ($2::uuid[] is null or offer.product_id = any($2)
                   or (offer.product_id is null and concat_ws(' ', offer.title_en, offer.title_ar) ilike '%' || $3 || '%'))
               and ($4::boolean is null or (offer.product_id is not null) = $4)
           order by
               case when $5 = 'price_low' then offer.price_fils end,
               case when $5 = 'price_high' then offer.price_fils end desc,
               case when $5 = 'name' then coalesce(offer.title_en, offer.title_ar) end,
               case when $5 = 'newest' then offer.updated_at end desc, offer.id
           offset $6 limit $7"#,
        filter.category as Option<Category>,
        filter.products.as_deref() as Option<&[ProductId]>,
        filter.title.as_deref().map(like),
        filter.linked,
        sort.as_str(),
        offset,
        limit,
    )
    .fetch_all(db)
    .await
}

/// How many offers a filter finds.
pub async fn count_managed(db: impl PgExecutor<'_>, filter: &ManagedFilter) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from offer
           where deleted_at is null and ($1::text is null or category = $1)
               and ($2::uuid[] is null or product_id = any($2)
                   or (product_id is null and concat_ws(' ', title_en, title_ar) ilike '%' || $3 || '%'))
               and ($4::boolean is null or (product_id is not null) = $4)"#,
        filter.category as Option<Category>,
        filter.products.as_deref() as Option<&[ProductId]>,
        filter.title.as_deref().map(like),
        filter.linked,
    )
    .fetch_one(db)
    .await
}

/// A text without the wildcards of `like`.
fn like(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}
