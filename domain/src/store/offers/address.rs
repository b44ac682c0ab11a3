use sqlx::PgExecutor;

use crate::model::ProductId;

/// A product that is sold at one of the requested addresses.
struct ProductAtAddress {
    product_id: ProductId,
    /// Position of the address among the requested ones.
    rank: i64,
    /// Whether the address is that of the page that shows the offer, rather than the offer's own.
    is_page: bool,
    has_ended: bool,
}

impl ProductAtAddress {
    fn order(&self) -> (i64, bool, bool) {
        (self.rank, self.is_page, self.has_ended)
    }
}

/// Returns the product that retailers sell at one of these web addresses, likeliest address first.
///
/// Addresses are compared by the database's `address_key`. An offer's own address comes before that of the page that shows
/// it, and a live offer before one that has ended. If the best of these belongs to several products, as the page of several
/// variants does, the address names none of them.
pub async fn find_product_at(
    db: impl PgExecutor<'_>,
    addresses: &[String],
) -> sqlx::Result<Option<ProductId>> {
    let found = sqlx::query_as!(
        ProductAtAddress,
        r#"with requested as (
               select address_key(address) as key, min(rank) as rank
               from unnest($1::text[]) with ordinality as given (address, rank) group by 1
           ), found as (
               select product_id, rank, false as is_page, ended_at
               from requested join offer on address_key(url) = key where product_id is not null and deleted_at is null
               union all
               select product_id, rank, true, ended_at
               from requested join offer on address_key(page_url) = key
               where product_id is not null and page_url is not null and deleted_at is null
           )
           select distinct product_id as "product_id!: ProductId", rank as "rank!", is_page as "is_page!",
               ended_at is not null as "has_ended!"
           from found join product on product.id = product_id where removed_at is null
           order by 2, 3, 4 limit 20"#,
        addresses,
    )
    .fetch_all(db)
    .await?;
    let Some(best) = found.first() else { return Ok(None) };
    let as_good = found.iter().take_while(|one| one.order() == best.order()).count();
    Ok((as_good == 1).then_some(best.product_id))
}
