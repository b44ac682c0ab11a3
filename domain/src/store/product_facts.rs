//! Statements that store the facts that a source states about products.

use std::collections::HashMap;

use sqlx::{PgTransaction, types::Json};
use time::Date;

use crate::model::{Category, ProductFacts, ProductId, Provenance, ProvenanceMap, keys};

/// Locks products, and returns the digests of the records that they were stored from.
pub(crate) async fn lock_digests(
    tx: &mut PgTransaction<'_>,
    ids: &[ProductId],
) -> sqlx::Result<HashMap<ProductId, Option<Vec<u8>>>> {
    let rows = sqlx::query!(
        r#"select id as "id: ProductId", facts_digest from product where id = any($1::uuid[]) order by id for update"#,
        ids as &[ProductId],
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.facts_digest)).collect())
}

/// Returns the model key; empty where the facts do not suffice to tell models apart. Offers then join such a product
/// only by part number or by an administrator's decision.
fn model_key(fact: &ProductFacts) -> String {
    keys::model_key(fact.category, &fact.manufacturer, &fact.model, &fact.specs).unwrap_or_default()
}

fn provenance(source: &str, fact: &ProductFacts, today: Date) -> ProvenanceMap {
    let date = fact.verified_on.unwrap_or(today);
    fact.specs.iter().map(|(key, _)| (key, Provenance { source: source.to_owned(), date })).collect()
}

/// Inserts or updates products with the facts that a source states, and the digests of the records.
pub(crate) async fn upsert_products(
    tx: &mut PgTransaction<'_>,
    source: &str,
    facts: &[(&ProductFacts, Vec<u8>)],
    today: Date,
) -> sqlx::Result<()> {
    let text = |of: fn(&ProductFacts) -> Option<String>| -> Vec<Option<String>> {
        facts.iter().map(|(fact, _)| of(fact)).collect()
    };
    sqlx::query!(
        r#"insert into product (id, category, name, manufacturer, model, series, variant, manufacturer_key, model_key,
               aliases, eans, url, image_url, specs, provenance, facts_digest, source)
           select id, category, name, manufacturer, model, series, variant, manufacturer_key, model_key,
               string_to_array(aliases, e'\x1f'), string_to_array(eans, e'\x1f'), url, image_url, specs, provenance,
               digest, $1
           from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
               $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::jsonb[], $16::jsonb[], $17::bytea[])
               as fact (id, category, name, manufacturer, model, series, variant, manufacturer_key, model_key, aliases,
                   eans, url, image_url, specs, provenance, digest)
           on conflict (id) do update set
               category = excluded.category, name = excluded.name, manufacturer = excluded.manufacturer,
               model = excluded.model, series = excluded.series, variant = excluded.variant,
               manufacturer_key = excluded.manufacturer_key, model_key = excluded.model_key,
               aliases = excluded.aliases, eans = excluded.eans, url = coalesce(excluded.url, product.url),
               image_url = coalesce(excluded.image_url, product.image_url),
               specs = (product.specs - array(
                   select key from jsonb_each(product.provenance) where value ->> 'source' = $1)) || excluded.specs,
               provenance = (product.provenance - array(
                   select key from jsonb_each(product.provenance) where value ->> 'source' = $1)) || excluded.provenance,
               facts_digest = excluded.facts_digest, source = excluded.source, updated_at = now(),
               -- What was merged into another product stays there.
               removed_at = case when product.merged_into is not null then product.removed_at end"#,
        source,
        &facts.iter().map(|(fact, _)| fact.id).collect::<Vec<_>>() as &[ProductId],
        &text(|fact| Some(Category::as_str(fact.category).to_owned())) as &[Option<String>],
        &text(|fact| Some(fact.name.clone())) as &[Option<String>],
        &text(|fact| Some(fact.manufacturer.clone())) as &[Option<String>],
        &text(|fact| Some(fact.model.clone())) as &[Option<String>],
        &text(|fact| fact.series.clone()) as &[Option<String>],
        &text(|fact| fact.variant.clone()) as &[Option<String>],
        &text(|fact| Some(keys::manufacturer_key(&fact.manufacturer))) as &[Option<String>],
        &text(|fact| Some(model_key(fact))) as &[Option<String>],
        &text(|fact| Some(fact.aliases.join("\u{1f}"))) as &[Option<String>],
        &text(|fact| Some(fact.eans.join("\u{1f}"))) as &[Option<String>],
        &text(|fact| fact.url.clone()) as &[Option<String>],
        &text(|fact| fact.image_url.clone()) as &[Option<String>],
        &facts.iter().map(|(fact, _)| Json(&fact.specs)).collect::<Vec<_>>() as _,
        &facts.iter().map(|(fact, _)| Json(provenance(source, fact, today))).collect::<Vec<_>>() as _,
        &facts.iter().map(|(_, digest)| digest.clone()).collect::<Vec<_>>(),
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Replaces the part numbers of these products.
pub(crate) async fn replace_part_numbers(
    tx: &mut PgTransaction<'_>,
    facts: &[(&ProductFacts, Vec<u8>)],
) -> sqlx::Result<()> {
    let ids: Vec<ProductId> = facts.iter().map(|(fact, _)| fact.id).collect();
    sqlx::query!("delete from product_part_number where product_id = any($1::uuid[])", &ids as &[ProductId])
        .execute(&mut **tx)
        .await?;
    let mut products = Vec::new();
    let mut part_number_keys = Vec::new();
    let mut part_numbers = Vec::new();
    let mut shared = Vec::new();
    for (fact, _) in facts {
        let own = fact.part_numbers.iter().map(|number| (number, false));
        for (number, is_shared) in own.chain(fact.shared_part_numbers.iter().map(|number| (number, true))) {
            let Some(key) = keys::part_number_key(number) else { continue };
            products.push(fact.id);
            part_number_keys.push(key);
            part_numbers.push(number.clone());
            shared.push(is_shared);
        }
    }
    // Two spellings of one number have the same key; the number counts as shared if either is marked so.
    sqlx::query!(
        "insert into product_part_number (product_id, part_number_key, part_number, shared)
         select product_id, key, min(part_number), bool_or(shared)
         from unnest($1::uuid[], $2::text[], $3::text[], $4::boolean[]) as number (product_id, key, part_number, shared)
         group by product_id, key",
        &products as &[ProductId],
        &part_number_keys,
        &part_numbers,
        &shared,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
