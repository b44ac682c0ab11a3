use sqlx::{PgExecutor, PgTransaction};

use super::feed;
use crate::model::{OfferId, ProductId};

/// Offers looked at in one statement.
const BATCH: i64 = 2_000;

/// Joins waiting offers among `offers` to the one product of the same maker and part number, else to the one of the
/// same category, maker and model. Where several products fit, the offer waits for a person.
pub async fn link_exact_batch(tx: &mut PgTransaction<'_>, offers: &[OfferId]) -> sqlx::Result<()> {
    if offers.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "update offer set product_id = found.product_id, linked_by = 'PART_NUMBER'
         from (
             select waiting.id, (array_agg(distinct product.id))[1] as product_id
             from offer as waiting
             join product_part_number as number
                 on number.part_number_key = any(waiting.part_number_keys) and not number.shared
             join product on product.id = number.product_id and product.removed_at is null
                 and product.manufacturer_key = waiting.manufacturer_key
                 and (waiting.category is null or product.category = waiting.category)
             where waiting.id = any($1::uuid[]) and waiting.product_id is null
             group by waiting.id having count(distinct product.id) = 1
         ) as found
         where offer.id = found.id",
        offers as &[OfferId],
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "update offer set product_id = found.product_id, linked_by = 'MODEL'
         from (
             select waiting.id, (array_agg(distinct product.id))[1] as product_id
             from offer as waiting
             join product on product.manufacturer_key = waiting.manufacturer_key
                 and product.category = waiting.category and product.model_key = waiting.model_key
                 and product.removed_at is null
             where waiting.id = any($1::uuid[]) and waiting.product_id is null and waiting.model_key <> ''
             group by waiting.id having count(distinct product.id) = 1
         ) as found
         where offer.id = found.id",
        offers as &[OfferId],
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The distinct products that these offers are joined to, and how many of the offers wait.
pub async fn products_of(
    db: impl PgExecutor<'_>,
    offers: &[OfferId],
) -> sqlx::Result<(Vec<ProductId>, usize)> {
    let products = sqlx::query_scalar!(
        r#"select product_id as "product_id: ProductId" from offer where id = any($1::uuid[])"#,
        offers as &[OfferId],
    )
    .fetch_all(db)
    .await?;
    let waiting = products.iter().filter(|product| product.is_none()).count();
    let mut linked: Vec<ProductId> = products.into_iter().flatten().collect();
    linked.sort_unstable();
    linked.dedup();
    Ok((linked, waiting))
}

/// Tries all waiting offers again, as after an import of products; answers how many were joined.
pub async fn link_exact(tx: &mut PgTransaction<'_>) -> sqlx::Result<u64> {
    let mut after = OfferId(uuid::Uuid::nil());
    let mut joined = 0;
    loop {
        let batch = sqlx::query_scalar!(
            r#"select id as "id: OfferId" from offer where product_id is null and ended_at is null and id > $1
               order by id limit $2"#,
            after as OfferId,
            BATCH,
        )
        .fetch_all(&mut **tx)
        .await?;
        let Some(last) = batch.last() else { return Ok(joined) };
        after = *last;
        link_exact_batch(tx, &batch).await?;
        let (products, waiting) = products_of(&mut **tx, &batch).await?;
        joined += (batch.len() - waiting) as u64;
        feed::append(&mut **tx, &products).await?;
    }
}
