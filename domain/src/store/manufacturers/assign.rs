use sqlx::{PgExecutor, PgTransaction};

use super::rename_offers;
use crate::{
    model::{OfferId, RetailerId, keys::manufacturers::manufacturer_aliases},
    store::sources,
};

/// The number of titles stored as examples.
const EXAMPLES: i32 = 5;

/// A live offer of a part whose manufacturer is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnassignedOffer {
    pub id: OfferId,
    pub retailer_id: RetailerId,
    /// The retailer's own names.
    pub retailer_names: Vec<String>,
    pub title: Option<String>,
    /// The text of the retailer's brand field.
    pub stated_brand: Option<String>,
}

/// Returns live offers of parts without a manufacturer, except those whose manufacturer an administrator pinned.
pub async fn list_unassigned(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<UnassignedOffer>> {
    sqlx::query_as!(
        UnassignedOffer,
        r#"select offer.id as "id: OfferId", retailer_id as "retailer_id: RetailerId",
               array[slug, name_en, name_ar] as "retailer_names!", title_en as title, stated_brand
           from offer join retailer on retailer.id = retailer_id
           where manufacturer is null and ended_at is null and deleted_at is null and category <> 'OTHER'
               and not pinned ? 'manufacturer'
           order by offer.id"#,
    )
    .fetch_all(db)
    .await
}

/// Applies the administrators' decisions to offers that crawls have stored since. Offers under an alias get the
/// manufacturer's own name, and offers under a refused name get none. Pinned manufacturers stay. Returns the number
/// of offers changed.
pub async fn apply_decisions(tx: &mut PgTransaction<'_>) -> sqlx::Result<u64> {
    let refused = sqlx::query!(
        "update offer set manufacturer = null, manufacturer_key = null, model_key = null,
             matched_at = case when product_id is null then null else matched_at end, updated_at = now()
         from manufacturer as refused
         where refused.state = 'REFUSED' and offer.manufacturer_key = refused.key and not pinned ? 'manufacturer'",
    )
    .execute(&mut **tx)
    .await?;
    let aliased = sqlx::query!(
        r#"select alias_of as "name!", array_agg(offer.id) as "offers!: Vec<OfferId>"
           from manufacturer join offer on offer.manufacturer_key = manufacturer.key
           where state = 'ALIAS' and not pinned ? 'manufacturer' group by alias_of order by alias_of"#,
    )
    .fetch_all(&mut **tx)
    .await?;
    let mut changed = refused.rows_affected();
    for row in aliased {
        rename_offers(tx, &row.offers, &row.name).await?;
        changed += row.offers.len() as u64;
    }
    Ok(changed)
}

/// Counts the live offers of parts for each manufacturer that neither the built-in table nor a reference knows. A new
/// one waits for an administrator. Returns the number of new ones.
pub async fn record_seen(tx: &mut PgTransaction<'_>) -> sqlx::Result<u64> {
    let mut seen = sqlx::query!(
        r#"select manufacturer_key as "key!", mode() within group (order by manufacturer) as "name!",
               count(*)::integer as "offers!", count(distinct retailer_id)::integer as "retailers!",
               string_agg(distinct coalesce(title_en, title_ar), e'\x1f') as "titles!"
           from offer
           where manufacturer_key <> '' and ended_at is null and deleted_at is null and category <> 'OTHER'
               -- A lookup in the few manufacturers of all products, whatever Postgres knows about the tables. A join was
               -- planned as a loop over both until new tables had statistics, and took minutes.
               and manufacturer_key not in (
                   select distinct manufacturer_key from product
                   where manufacturer_key is not null and source is distinct from $1)
           group by manufacturer_key order by manufacturer_key"#,
        sources::RETAILERS,
    )
    .fetch_all(&mut **tx)
    .await?;
    seen.retain(|row| manufacturer_aliases().find_name(&row.name).is_none());
    sqlx::query!("update manufacturer set offers = 0, shops = 0 where offers > 0").execute(&mut **tx).await?;
    let stored = sqlx::query_scalar!(
        r#"insert into manufacturer (key, name, offers, shops, titles)
           select key, name, offers, shops, (string_to_array(titles, e'\x1f'))[1:$6]
           from unnest($1::text[], $2::text[], $3::integer[], $4::integer[], $5::text[])
               as seen (key, name, offers, shops, titles)
           on conflict (key) do update set offers = excluded.offers, shops = excluded.shops, titles = excluded.titles,
               name = case when manufacturer.state = 'UNCONFIRMED' then excluded.name else manufacturer.name end
           returning (xmax = 0) as "is_new!""#,
        &seen.iter().map(|row| row.key.clone()).collect::<Vec<_>>(),
        &seen.iter().map(|row| row.name.clone()).collect::<Vec<_>>(),
        &seen.iter().map(|row| row.offers).collect::<Vec<_>>(),
        &seen.iter().map(|row| row.retailers).collect::<Vec<_>>(),
        &seen.iter().map(|row| row.titles.clone()).collect::<Vec<_>>(),
        EXAMPLES,
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(stored.into_iter().filter(|is_new| *is_new).count() as u64)
}
