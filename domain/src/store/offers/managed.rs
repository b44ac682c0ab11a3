//! Offers as administrators manage them: all of them, matched or not, live or ended.

use sqlx::{PgExecutor, PgTransaction, types::Json};
use time::OffsetDateTime;

use super::pins::Pins;
use crate::model::{Category, Fils, OfferId, Picture, ProductId, Stock, keys::part_number_key};

/// The key by which offers are sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ManagedSortKey {
    #[default]
    Name,
    Category,
    Manufacturer,
    Retailer,
    Price,
    Stock,
    /// By the search's own ranking.
    Relevance,
}

/// The order of offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ManagedSort {
    pub by: ManagedSortKey,
    pub descending: bool,
}

impl ManagedSort {
    /// Returns the name of the order in the queries.
    const fn as_str(self) -> &'static str {
        match (self.by, self.descending) {
            (ManagedSortKey::Name, false) => "name",
            (ManagedSortKey::Name, true) => "name desc",
            (ManagedSortKey::Category, false) => "category",
            (ManagedSortKey::Category, true) => "category desc",
            (ManagedSortKey::Manufacturer, false) => "manufacturer",
            (ManagedSortKey::Manufacturer, true) => "manufacturer desc",
            (ManagedSortKey::Retailer, false) => "retailer",
            (ManagedSortKey::Retailer, true) => "retailer desc",
            (ManagedSortKey::Price, false) => "price",
            (ManagedSortKey::Price, true) => "price desc",
            (ManagedSortKey::Stock, false) => "stock",
            (ManagedSortKey::Stock, true) => "stock desc",
            (ManagedSortKey::Relevance, _) => "relevance",
        }
    }
}

/// Filter of offers; `None` sets no condition.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ManagedFilter {
    pub category: Option<Category>,
    /// Only offers with a product, or only those without one.
    pub matched: Option<bool>,
    pub search: Option<ManagedSearch>,
}

/// A search for offers; an offer needs to meet one of the three conditions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ManagedSearch {
    /// Offers of these products, which the index found, the best first.
    pub products: Vec<ProductId>,
    /// Offers without a product that contain all these words, or words that begin with them.
    pub words: Vec<String>,
    /// Offers with this id, retailer's number, SKU or part number, whatever their product.
    pub number: Option<String>,
}

impl ManagedSearch {
    /// Returns the number in its normal form as a part number.
    fn part_number_key(&self) -> Option<String> {
        self.number.as_deref().and_then(part_number_key)
    }

    fn offer_id(&self) -> Option<OfferId> {
        self.number.as_deref().and_then(|number| number.parse().ok())
    }

    /// Returns the words as a query of Postgres's full-text search. Everything but letters and digits is removed, so
    /// that no word contains an operator.
    fn as_tsquery(&self) -> String {
        let plain = |word: &String| word.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
        let words = self.words.iter().map(plain).filter(|word| !word.is_empty());
        words.map(|word| format!("{word}:*")).collect::<Vec<_>>().join(" & ")
    }
}

/// An offer in the administrators' table.
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
    pub picture: Option<Json<Picture>>,
    pub url: String,
    pub ended: bool,
    pub pins: Json<Pins>,
    pub updated_at: OffsetDateTime,
}

/// Returns a page of offers, and the total number.
pub async fn list_managed(
    tx: &mut PgTransaction<'_>,
    filter: &ManagedFilter,
    sort: ManagedSort,
    offset: i64,
    limit: i64,
) -> sqlx::Result<(Vec<ManagedOffer>, i64)> {
    // The order decides which index serves the query, so a generic plan would fit none.
    sqlx::query!("select set_config('plan_cache_mode', 'force_custom_plan', true) as mode")
        .fetch_one(&mut **tx)
        .await?;
    let (page, total) = match &filter.search {
        None => (list_ids(&mut **tx, filter, sort, offset, limit).await?, count(&mut **tx, filter).await?),
        Some(search) => (
            find_ids(&mut **tx, filter, search, sort, offset, limit).await?,
            count_found(&mut **tx, filter, search).await?,
        ),
    };
    Ok((load_managed(&mut **tx, &page).await?, total))
}

async fn list_ids(
    db: impl PgExecutor<'_>,
    filter: &ManagedFilter,
    sort: ManagedSort,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<OfferId>> {
    sqlx::query_scalar!(
        r#"select id as "id: OfferId" from offer
           where deleted_at is null and ($1::text is null or category = $1)
               and ($2::boolean is null or (product_id is not null) = $2)
           order by
               case when $3::text = 'name' then left(lower(coalesce(title_en, title_ar)), 100) end,
               case when $3 = 'name desc' then left(lower(coalesce(title_en, title_ar)), 100) end desc,
               case when $3 = 'price' then price_fils end,
               case when $3 = 'price desc' then price_fils end desc,
               case when $3 = 'retailer' then
                   array_position((select array_agg(id order by name_en) from retailer), retailer_id) end,
               case when $3 = 'retailer desc' then
                   array_position((select array_agg(id order by name_en) from retailer), retailer_id) end desc,
               case $3 when 'category' then category when 'manufacturer' then lower(manufacturer)
                   when 'stock' then stock end,
               case $3 when 'category desc' then category when 'manufacturer desc' then lower(manufacturer)
                   when 'stock desc' then stock end desc nulls last,
               case when not $4::boolean then id end, case when $4 then id end desc
           offset $5 limit $6"#,
        filter.category as Option<Category>,
        filter.matched,
        sort.as_str(),
        sort.descending,
        offset,
        limit,
    )
    .fetch_all(db)
    .await
}

async fn count(db: impl PgExecutor<'_>, filter: &ManagedFilter) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from offer where deleted_at is null and ($1::text is null or category = $1)
               and ($2::boolean is null or (product_id is not null) = $2)"#,
        filter.category as Option<Category>,
        filter.matched,
    )
    .fetch_one(db)
    .await
}

async fn find_ids(
    db: impl PgExecutor<'_>,
    filter: &ManagedFilter,
    search: &ManagedSearch,
    sort: ManagedSort,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<OfferId>> {
    sqlx::query_scalar!(
        r#"with found as (
               select id from offer where product_id = any($1::uuid[])
               union select id from offer where product_id is null
                   and to_tsvector('simple', coalesce(title_en, '') || ' ' || coalesce(title_ar, ''))
                       @@ to_tsquery('simple', $2)
               union select id from offer where id = $8::uuid
               union select id from offer where external_id = $9::text
               union select id from offer where sku = $9::text
               union select id from offer where part_number_keys && array[$10::text]
           ),
           found_offer as (select offer.* from found join offer on offer.id = found.id where deleted_at is null)
           select found_offer.id as "id!: OfferId"
           from found_offer join retailer on retailer.id = found_offer.retailer_id
           where ($3::text is null or category = $3) and ($4::boolean is null or (product_id is not null) = $4)
           order by
               case when $5::text = 'relevance' then array_position($1::uuid[], product_id) end,
               case $5 when 'name' then lower(coalesce(title_en, title_ar)) when 'category' then category
                   when 'manufacturer' then lower(manufacturer) when 'retailer' then retailer.name_en
                   when 'stock' then stock end,
               case $5 when 'name desc' then lower(coalesce(title_en, title_ar)) when 'category desc' then category
                   when 'manufacturer desc' then lower(manufacturer) when 'retailer desc' then retailer.name_en
                   when 'stock desc' then stock end desc nulls last,
               case when $5 = 'price desc' then price_fils end desc,
               price_fils, found_offer.id
           offset $6 limit $7"#,
        &search.products as &[ProductId],
        search.as_tsquery(),
        filter.category as Option<Category>,
        filter.matched,
        sort.as_str(),
        offset,
        limit,
        search.offer_id() as Option<OfferId>,
        search.number,
        search.part_number_key(),
    )
    .fetch_all(db)
    .await
}

async fn count_found(
    db: impl PgExecutor<'_>,
    filter: &ManagedFilter,
    search: &ManagedSearch,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"with found as (
               select id from offer where product_id = any($1::uuid[])
               union select id from offer where product_id is null
                   and to_tsvector('simple', coalesce(title_en, '') || ' ' || coalesce(title_ar, ''))
                       @@ to_tsquery('simple', $2)
               union select id from offer where id = $5::uuid
               union select id from offer where external_id = $6::text
               union select id from offer where sku = $6::text
               union select id from offer where part_number_keys && array[$7::text]
           )
           select count(*) as "count!" from found join offer on offer.id = found.id
           where deleted_at is null and ($3::text is null or category = $3)
               and ($4::boolean is null or (product_id is not null) = $4)"#,
        &search.products as &[ProductId],
        search.as_tsquery(),
        filter.category as Option<Category>,
        filter.matched,
        search.offer_id() as Option<OfferId>,
        search.number,
        search.part_number_key(),
    )
    .fetch_one(db)
    .await
}

/// Returns these offers in the order given. Unknown and deleted ones are left out.
pub async fn load_managed(db: impl PgExecutor<'_>, ids: &[OfferId]) -> sqlx::Result<Vec<ManagedOffer>> {
    sqlx::query_as!(
        ManagedOffer,
        r#"select offer.id as "id: OfferId", coalesce(offer.title_en, offer.title_ar, '') as "name!",
               offer.category as "category: Category", offer.manufacturer, offer.model, offer.price_fils as "price: Fils",
               offer.product_id as "product_id: ProductId", product.name as "product_name?",
               retailer.name_en as retailer, offer_stock(offer.stock, offer.pre_order) as "stock!: Stock", offer.url,
               offer_picture_json(offer.retailer_id, offer.image_url) as "picture: Json<Picture>",
               offer.ended_at is not null as "ended!", offer.pinned as "pins: Json<Pins>", offer.updated_at
           from unnest($1::uuid[]) with ordinality as requested (id, position)
           join offer on offer.id = requested.id and offer.deleted_at is null
           join retailer on retailer.id = offer.retailer_id
           left join product on product.id = offer.product_id
           order by requested.position"#,
        ids as &[OfferId],
    )
    .fetch_all(db)
    .await
}
