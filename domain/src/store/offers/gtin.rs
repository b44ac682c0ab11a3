use sqlx::PgExecutor;

use crate::model::{Gtin, ProductId};

/// A product of which a source or a retailer states the number.
struct ProductWithGtin {
    product_id: ProductId,
    /// Retailers that sell it now and state the number.
    selling: i64,
    /// Sources and offers, ended ones too, that state it.
    statements: i64,
}

/// Returns the product whose barcode has this number, as its facts or retailers' offers of it state.
///
/// A retailer may state the number of another part: the product counts of which the most retailers state it now, then the
/// one of which it is stated most often. If several are equal in both, the number names none of them.
pub async fn find_product_with_gtin(db: impl PgExecutor<'_>, gtin: &Gtin) -> sqlx::Result<Option<ProductId>> {
    // Offers hold the 14 digits, facts the number as its source writes it.
    let spellings = gtin.spellings();
    let found = sqlx::query_as!(
        ProductWithGtin,
        r#"select product_id as "product_id!: ProductId",
               count(distinct retailer_id) filter (where is_live) as "selling!", count(*) as "statements!"
           from (
               select id as product_id, null as retailer_id, false as is_live from product where eans && $2::text[]
               union all
               select product_id, retailer_id, ended_at is null from offer
               where gtins @> array[$1::text] and gtins <> '{}' and product_id is not null and deleted_at is null
           ) as stated join product on product.id = product_id
           where removed_at is null
           group by product_id order by 2 desc, 3 desc limit 2"#,
        gtin.as_str(),
        spellings.as_slice(),
    )
    .fetch_all(db)
    .await?;
    Ok(match found.as_slice() {
        [first, second] if (first.selling, first.statements) == (second.selling, second.statements) => None,
        [first, ..] => Some(first.product_id),
        [] => None,
    })
}
