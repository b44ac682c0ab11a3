//! Offers as administrators manage them: all of them, matched or not, live or ended.

use sqlx::{PgExecutor, PgTransaction, Postgres, QueryBuilder, types::Json};
use time::OffsetDateTime;

use super::pins::Pins;
use crate::model::{Category, Fils, OfferId, Picture, ProductId, Stock, keys::part_number_key};

/// A column by which offers are sorted.
#[derive(Debug, PartialEq, Eq)]
pub struct SortColumn {
    /// Its name on the wire.
    name: &'static str,
    /// The SQL of its value in the plain list, over the columns of `offer`.
    listed: &'static str,
    /// The SQL of its value among the offers that a search found.
    found: &'static str,
    /// Whether offers without a value exist; they come last in both directions.
    nullable: bool,
}

/// All columns by which offers are sorted. `offer_managed_name_idx` serves the plain list by name, in both directions.
const SORT_COLUMNS: [SortColumn; 6] = [
    SortColumn {
        name: "name",
        listed: "left(lower(coalesce(title_en, title_ar)), 100)",
        found: "lower(coalesce(title_en, title_ar))",
        nullable: false,
    },
    SortColumn { name: "category", listed: "category", found: "category", nullable: true },
    SortColumn {
        name: "manufacturer",
        listed: "lower(manufacturer)",
        found: "lower(manufacturer)",
        nullable: true,
    },
    SortColumn {
        name: "retailer",
        listed: "array_position((select array_agg(id order by name_en) from retailer), retailer_id)",
        found: "(select name_en from retailer where retailer.id = retailer_id)",
        nullable: false,
    },
    SortColumn { name: "price", listed: "price_fils", found: "price_fils", nullable: false },
    SortColumn { name: "inStock", listed: "stock", found: "stock", nullable: false },
];

impl SortColumn {
    /// Returns the column with this name on the wire.
    pub fn find(name: &str) -> Option<&'static Self> {
        SORT_COLUMNS.iter().find(|column| column.name == name)
    }

    /// Returns the names of all columns.
    pub fn names() -> [&'static str; SORT_COLUMNS.len()] {
        SORT_COLUMNS.map(|column| column.name)
    }

    const fn direction(&self, descending: bool) -> &'static str {
        match (descending, self.nullable) {
            (false, _) => "asc",
            (true, false) => "desc",
            (true, true) => "desc nulls last",
        }
    }
}

/// The order of offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ManagedSort {
    /// `None`: by the search's own ranking.
    pub by: Option<&'static SortColumn>,
    pub descending: bool,
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
    // The values decide which index serves the query, so a generic plan would fit none.
    sqlx::query!("select set_config('plan_cache_mode', 'force_custom_plan', true) as mode")
        .fetch_one(&mut **tx)
        .await?;
    let mut query = QueryBuilder::new("select id");
    push_offers(&mut query, filter);
    push_order(&mut query, filter, sort);
    query.push(" offset ").push_bind(offset).push(" limit ").push_bind(limit);
    let page: Vec<OfferId> = query.build_query_scalar().fetch_all(&mut **tx).await?;
    let mut query = QueryBuilder::new("select count(*)");
    push_offers(&mut query, filter);
    let total = query.build_query_scalar().fetch_one(&mut **tx).await?;
    Ok((load_managed(&mut **tx, &page).await?, total))
}

/// Adds the offers of a filter to a query that selects from them.
fn push_offers(query: &mut QueryBuilder<Postgres>, filter: &ManagedFilter) {
    query.push(" from offer");
    if let Some(search) = &filter.search {
        query
            .push(" join (select id as found_id from offer where product_id = any(")
            .push_bind(&search.products)
            .push(
                ") union select id from offer where product_id is null
                    and to_tsvector('simple', coalesce(title_en, '') || ' ' || coalesce(title_ar, ''))
                        @@ to_tsquery('simple', ",
            )
            .push_bind(search.as_tsquery())
            .push(") union select id from offer where id = ")
            .push_bind(search.offer_id())
            .push(" union select id from offer where external_id = ")
            .push_bind(&search.number)
            .push(" union select id from offer where sku = ")
            .push_bind(&search.number)
            .push(" union select id from offer where part_number_keys && array[")
            .push_bind(search.part_number_key())
            .push("]) as found on offer.id = found_id");
    }
    query.push(" where deleted_at is null");
    if let Some(category) = filter.category {
        query.push(" and category = ").push_bind(category);
    }
    if let Some(matched) = filter.matched {
        query.push(" and (product_id is not null) = ").push_bind(matched);
    }
}

fn push_order(query: &mut QueryBuilder<Postgres>, filter: &ManagedFilter, sort: ManagedSort) {
    query.push(" order by ");
    let Some(search) = &filter.search else {
        if let Some(column) = sort.by {
            query.push(format_args!("{} {}, ", column.listed, column.direction(sort.descending)));
        }
        query.push(if sort.descending { "id desc" } else { "id" });
        return;
    };
    match sort.by {
        Some(column) => query.push(format_args!("{} {}", column.found, column.direction(sort.descending))),
        None => query.push("array_position(").push_bind(&search.products).push(", product_id)"),
    };
    query.push(", price_fils, id");
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
