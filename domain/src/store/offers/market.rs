use std::collections::HashMap;

use sqlx::PgTransaction;

use crate::model::{Fils, OfferId, ProductId, RetailerId};

/// The market for a product: the lowest current price of each other retailer, without sold-out offers
/// and without retailers that are switched off, whose prices nobody renews. A retailer with many offers of the product
/// counts once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Market {
    pub median: Fils,
    /// The number of other retailers.
    pub retailers: i64,
}

/// Returns the market for each of these products. Products without offers of other retailers are absent.
pub(crate) async fn list_markets(
    tx: &mut PgTransaction<'_>,
    retailer_id: RetailerId,
    products: &[ProductId],
) -> sqlx::Result<HashMap<ProductId, Market>> {
    if products.is_empty() {
        return Ok(HashMap::new());
    }
    // One lookup per product: while a retailer is new, Postgres has no statistics on its offers and would scan all of
    // them. "Less or greater" is used because an index cannot serve "not equal".
    let rows = sqlx::query!(
        r#"select requested.id as "product_id!: ProductId", retailers as "retailers!", median as "median!: Fils"
           from (select distinct unnest($2::uuid[]) as id) as requested
           cross join lateral (
               select count(*) as retailers, percentile_disc(0.5) within group (order by lowest) as median
               from (select min(price_fils) as lowest
                     from offer join retailer on retailer.id = retailer_id and retailer.enabled
                     where product_id = requested.id and (retailer_id < $1 or retailer_id > $1) and ended_at is null
                         and stock <> 'OUT'
                     group by retailer_id) as by_retailer) as market
           where retailers > 0"#,
        retailer_id as RetailerId,
        products as &[ProductId],
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.product_id, Market { median: row.median, retailers: row.retailers }))
        .collect())
}

/// An offer that has just got its first product, with the other retailers' prices of that product.
pub(crate) struct NewlyMatchedOffer {
    pub(crate) id: OfferId,
    pub(crate) price: Fils,
    /// The lowest current price of each other retailer, ascending.
    lowest: Vec<Fils>,
    /// As `lowest`, from those offers alone that were the product's before.
    lowest_before: Vec<Fils>,
}

impl NewlyMatchedOffer {
    /// Returns the market that the price is screened against, if there is one.
    ///
    /// With two or more other retailers, the offer's own price counts too: where several offers get the same product at
    /// once, the one that is wrong is held, and not those that it would be compared with. For example, of 13, 135 and
    /// 140 dinars only the 13 is far from the median of all three, while each other one would be far from the lower of
    /// the two others. With one other retailer, its price counts if it was the product's before: of two prices that come
    /// together, nothing says which one is wrong.
    pub(crate) fn market(&self) -> Option<Market> {
        let others = self.lowest.len();
        if others < 2 {
            return self.lowest_before.first().map(|&median| Market { median, retailers: 1 });
        }
        let mut prices = self.lowest.clone();
        prices.push(self.price);
        prices.sort_unstable();
        let median = *prices.get((prices.len() - 1) / 2)?;
        Some(Market { median, retailers: others as i64 })
    }
}

/// Returns those of these offers whose price must be screened: live ones whose price neither an administrator set nor
/// anybody released. An offer that the matcher has matched before, as the audit log says, is left out: it only lost its
/// product when its content changed, and its price has been published.
pub(crate) async fn list_newly_matched(
    tx: &mut PgTransaction<'_>,
    matched: &[OfferId],
) -> sqlx::Result<Vec<NewlyMatchedOffer>> {
    sqlx::query_as!(
        NewlyMatchedOffer,
        r#"select matched.id as "id: OfferId", matched.price_fils as "price: Fils", lowest as "lowest!: Vec<Fils>",
               lowest_before as "lowest_before!: Vec<Fils>"
           from offer as matched
           cross join lateral (
               select coalesce(array_agg(lowest order by lowest), '{}') as lowest,
                   coalesce(array_agg(lowest_before order by lowest_before)
                       filter (where lowest_before is not null), '{}') as lowest_before
               from (select min(price_fils) as lowest,
                         min(price_fils) filter (where other.id <> all($1::uuid[])) as lowest_before
                     from offer as other join retailer on retailer.id = other.retailer_id and retailer.enabled
                     where other.product_id = matched.product_id and other.retailer_id <> matched.retailer_id
                         and other.ended_at is null and other.stock <> 'OUT'
                     group by other.retailer_id) as by_retailer) as market
           where matched.id = any($1::uuid[]) and matched.ended_at is null and matched.deleted_at is null
               and not matched.pinned ? 'price'
               and not exists (select from held_offer
                   where held_offer.retailer_id = matched.retailer_id and held_offer.external_id = matched.external_id
                       and held_offer.price_fils = matched.price_fils and held_offer.state = 'RELEASED')
               and not exists (select from audit_entry
                   where target_type = 'OFFER' and target_id = matched.id::text and action_type = 'LINK_OFFER'
                       and audit_entry.created_at < now())"#,
        matched as &[OfferId],
    )
    .fetch_all(&mut **tx)
    .await
}
