use std::collections::{BTreeMap, BTreeSet, HashMap};

use sqlx::{PgExecutor, PgTransaction};

use crate::{
    model::{
        Category, MatchedBy, OfferId, ProductId, SpecKey, Specs,
        compared_facts::first_contradiction,
        keys::{self, COLOUR_WORDS},
    },
    store::sources,
};

/// Offers processed by one statement.
const OFFERS_PER_STATEMENT: i64 = 2_000;

/// The keys by which an offer is matched to its product.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct MatchKeys {
    pub(crate) category: Option<Category>,
    pub(crate) manufacturer_key: Option<String>,
    pub(crate) model_key: Option<String>,
    pub(crate) part_number_keys: Vec<String>,
    pub(crate) specs: Specs,
}

/// The product that an offer belongs to (the columns `product_id` and `linked_by`), and who or which key decided. A row of
/// the table `product_match` is another thing: a pair that an administrator is asked about, or has decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Assignment {
    pub(crate) product_id: ProductId,
    pub(crate) by: MatchedBy,
}

/// Returns for each offer, in the order given, the product that its keys name exactly.
///
/// 1. By part number: the product of the same manufacturer (and category, where the offer states one) that alone
///    carries the number, unless the number is the name of a model (`drop_model_names`).
/// 2. Else by model: the only product of the same category, manufacturer and model key, where not both state part numbers.
/// 3. Drop assignments that a fact contradicts (`drop_contradictions`).
///
/// A key of a merged product leads to the product that it was merged into. A step that finds several products
/// assigns none. The matcher decides about offers of parts without an assignment.
pub(crate) async fn find_assignments(
    tx: &mut PgTransaction<'_>,
    offers: &[MatchKeys],
) -> sqlx::Result<Vec<Option<Assignment>>> {
    let mut assignments = vec![None; offers.len()];
    let fill = |found: Vec<(i32, ProductId)>, by: MatchedBy, assignments: &mut Vec<Option<Assignment>>| {
        for (ordinal, product_id) in found {
            if let Some(entry) =
                usize::try_from(ordinal).ok().and_then(|ordinal| assignments.get_mut(ordinal))
            {
                *entry = Some(Assignment { product_id, by });
            }
        }
    };
    let by_part_number = match_by_part_number(tx, offers).await?;
    fill(by_part_number, MatchedBy::PartNumber, &mut assignments);
    let by_model = match_by_model(tx, offers, &assignments).await?;
    fill(by_model, MatchedBy::Model, &mut assignments);
    drop_contradictions(tx, offers, &mut assignments).await?;
    Ok(assignments)
}

/// Drops assignments that a fact contradicts, because retailers copy part numbers from sibling models. Drops assignments
/// by model for offers without a colour, where the model is sold in several colours.
async fn drop_contradictions(
    tx: &mut PgTransaction<'_>,
    offers: &[MatchKeys],
    assignments: &mut [Option<Assignment>],
) -> sqlx::Result<()> {
    let products: BTreeSet<ProductId> =
        assignments.iter().flatten().map(|assigned| assigned.product_id).collect();
    if products.is_empty() {
        return Ok(());
    }
    let products: Vec<ProductId> = products.into_iter().collect();
    // A model's key ends in its colour, except black, which retailers leave out.
    let other_colours: Vec<String> =
        COLOUR_WORDS.iter().filter(|colour| **colour != "black").map(|&colour| colour.to_owned()).collect();
    let facts_by_product: HashMap<ProductId, (Category, Specs, bool)> = sqlx::query!(
        r#"select id as "id: ProductId", category as "category: Category", specs as "specs: Specs",
               exists (select from unnest($2::text[]) as colour cross join unnest(array['', ' ']) as gap
                   join product as sibling on sibling.model_key = product.model_key || gap || colour
                   where sibling.manufacturer_key = product.manufacturer_key and sibling.category = product.category
                       and sibling.removed_at is null) as "sold_in_colours!"
           from product where id = any($1::uuid[])"#,
        &products as &[ProductId],
        &other_colours,
    )
    .fetch_all(&mut **tx)
    .await?
    .into_iter()
    .map(|row| (row.id, (row.category, row.specs, row.sold_in_colours)))
    .collect();
    for (offer, entry) in offers.iter().zip(assignments) {
        let Some(assigned) = *entry else { continue };
        let Some((category, specs, sold_in_colours)) = facts_by_product.get(&assigned.product_id) else {
            continue;
        };
        let states_no_colour = offer.specs.get(SpecKey::Color).is_none();
        let may_be_another = assigned.by == MatchedBy::Model && *sold_in_colours && states_no_colour;
        if may_be_another || first_contradiction(*category, &offer.specs, specs).is_some() {
            *entry = None;
        }
    }
    Ok(())
}

/// A product that carries a part number which an offer states.
struct NumberedProduct {
    /// Place of the offer in the batch.
    ordinal: i32,
    part_number_key: String,
    /// The manufacturer and the category of the record with the number, which may be merged into the product.
    manufacturer_key: String,
    category: String,
    product_id: ProductId,
}

/// Returns the products by part number, each with the ordinal of its offer in the batch.
async fn match_by_part_number(
    tx: &mut PgTransaction<'_>,
    offers: &[MatchKeys],
) -> sqlx::Result<Vec<(i32, ProductId)>> {
    let mut found = list_numbered_products(tx, offers).await?;
    drop_model_names(tx, &mut found).await?;
    let mut products: BTreeMap<i32, BTreeSet<ProductId>> = BTreeMap::new();
    for numbered in found {
        products.entry(numbered.ordinal).or_default().insert(numbered.product_id);
    }
    let only = |(ordinal, products): (i32, BTreeSet<ProductId>)| {
        products.first().filter(|_| products.len() == 1).map(|product| (ordinal, *product))
    };
    Ok(products.into_iter().filter_map(only).collect())
}

async fn list_numbered_products(
    tx: &mut PgTransaction<'_>,
    offers: &[MatchKeys],
) -> sqlx::Result<Vec<NumberedProduct>> {
    let stated: Vec<(i32, &MatchKeys, &String)> = (0..)
        .zip(offers)
        .flat_map(|(ordinal, offer)| offer.part_number_keys.iter().map(move |key| (ordinal, offer, key)))
        .collect();
    if stated.is_empty() {
        return Ok(Vec::new());
    }
    sqlx::query_as!(
        NumberedProduct,
        r#"select stated.ordinal as "ordinal!", stated.part_number_key as "part_number_key!",
               found.manufacturer_key as "manufacturer_key!", found.category as "category!",
               product.id as "product_id!: ProductId"
           from unnest($1::integer[], $2::text[], $3::text[], $4::text[])
               as stated (ordinal, part_number_key, manufacturer_key, category)
           -- Lateral, so that Postgres begins with the part number: manufacturers have very many products.
           cross join lateral (
               select coalesce(numbered.merged_into, numbered.id) as product_id, numbered.manufacturer_key, numbered.category
               from product_part_number join product as numbered on numbered.id = product_part_number.product_id
               -- A number that several products carry (`shared`) names none of them.
               where product_part_number.part_number_key = stated.part_number_key and not product_part_number.shared
                   and numbered.manufacturer_key = stated.manufacturer_key
                   and (stated.category is null or numbered.category = stated.category)
               offset 0) as found
           join product on product.id = found.product_id and product.removed_at is null"#,
        &stated.iter().map(|(ordinal, ..)| *ordinal).collect::<Vec<_>>(),
        &stated.iter().map(|(.., key)| (*key).clone()).collect::<Vec<_>>(),
        &stated.iter().map(|(_, offer, _)| offer.manufacturer_key.clone()).collect::<Vec<_>>()
            as &[Option<String>],
        &stated.iter().map(|(_, offer, _)| category_column(offer)).collect::<Vec<_>>() as &[Option<String>],
    )
    .fetch_all(&mut **tx)
    .await
}

/// Drops products found by a number that is the name of a model or a series ([`keys::is_model_name`]): siblings share it. Counts
/// the names of the manufacturer's products in the category; pages made of offers are left out, because the titles of one
/// product often repeat its number, and the outcome would depend on the order of crawls.
async fn drop_model_names(tx: &mut PgTransaction<'_>, found: &mut Vec<NumberedProduct>) -> sqlx::Result<()> {
    if found.is_empty() {
        return Ok(());
    }
    let mut names_by_number: HashMap<(String, String), HashMap<String, u32>> = HashMap::new();
    for numbered in found.iter() {
        let range = (numbered.manufacturer_key.clone(), numbered.category.clone());
        names_by_number.entry(range).or_default().insert(numbered.part_number_key.clone(), 0);
    }
    let (manufacturers, categories): (Vec<String>, Vec<String>) = names_by_number.keys().cloned().unzip();
    let products = sqlx::query!(
        r#"select product.name, product.manufacturer_key, product.category
           from unnest($1::text[], $2::text[]) as asked (manufacturer_key, category)
           join product on product.manufacturer_key = asked.manufacturer_key and product.category = asked.category
           where product.removed_at is null and product.source is distinct from $3"#,
        &manufacturers,
        &categories,
        sources::RETAILERS,
    )
    .fetch_all(&mut **tx)
    .await?;
    for product in products {
        let Some(names) = names_by_number.get_mut(&(product.manufacturer_key, product.category)) else {
            continue;
        };
        for number in keys::part_numbers_in_name(&product.name, |key| names.contains_key(key)) {
            *names.entry(number).or_default() += 1;
        }
    }
    found.retain(|numbered| {
        let range = (numbered.manufacturer_key.clone(), numbered.category.clone());
        let names = names_by_number.get(&range).and_then(|names| names.get(&numbered.part_number_key));
        !names.is_some_and(|names| keys::is_model_name(&numbered.part_number_key, *names))
    });
    Ok(())
}

/// Returns the products by model, each with the ordinal of its offer in the batch.
async fn match_by_model(
    tx: &mut PgTransaction<'_>,
    offers: &[MatchKeys],
    assignments: &[Option<Assignment>],
) -> sqlx::Result<Vec<(i32, ProductId)>> {
    let stated: Vec<(i32, &MatchKeys)> = (0..)
        .zip(offers)
        .zip(assignments)
        .filter(|((_, offer), assignment)| {
            assignment.is_none() && offer.model_key.as_deref().is_some_and(|key| !key.is_empty())
        })
        .map(|(with_ordinal, _)| with_ordinal)
        .collect();
    if stated.is_empty() {
        return Ok(Vec::new());
    }
    let rows = sqlx::query!(
        r#"select stated.ordinal as "ordinal!", (array_agg(distinct product.id))[1] as "product_id!: ProductId"
           from unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::boolean[])
               as stated (ordinal, manufacturer_key, category, model_key, has_no_number)
           join (select id, manufacturer_key, category, model_key from product where removed_at is null
                 union all
                 select merged_into, manufacturer_key, category, model_key from product where merged_into is not null)
               as product on product.manufacturer_key = stated.manufacturer_key
               and product.category = stated.category and product.model_key = stated.model_key
           -- An offer and a product with numbers of their own may be siblings with one name: the matcher decides.
           where stated.has_no_number or not exists (
               select from product_part_number where product_id = product.id and not shared)
           group by stated.ordinal having count(distinct product.id) = 1"#,
        &stated.iter().map(|(ordinal, _)| *ordinal).collect::<Vec<_>>(),
        &stated.iter().map(|(_, offer)| offer.manufacturer_key.clone()).collect::<Vec<_>>()
            as &[Option<String>],
        &stated.iter().map(|(_, offer)| category_column(offer)).collect::<Vec<_>>() as &[Option<String>],
        &stated.iter().map(|(_, offer)| offer.model_key.clone()).collect::<Vec<_>>() as &[Option<String>],
        &stated.iter().map(|(_, offer)| offer.part_number_keys.is_empty()).collect::<Vec<_>>(),
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.ordinal, row.product_id)).collect())
}

fn category_column(offer: &MatchKeys) -> Option<String> {
    offer.category.map(|category| category.as_str().to_owned())
}

/// Returns waiting offers with ids above `after`, by id.
pub(crate) async fn list_waiting(
    db: impl PgExecutor<'_>,
    after: OfferId,
) -> sqlx::Result<Vec<(OfferId, MatchKeys)>> {
    let rows = sqlx::query!(
        r#"select id as "id: OfferId", category as "category: Category", manufacturer_key, model_key, part_number_keys,
               specs as "specs: Specs"
           from offer where product_id is null and ended_at is null and deleted_at is null and id > $1
           order by id limit $2"#,
        after as OfferId,
        OFFERS_PER_STATEMENT,
    )
    .fetch_all(db)
    .await?;
    let waiting = rows.into_iter().map(|row| {
        let keys = MatchKeys {
            category: row.category,
            manufacturer_key: row.manufacturer_key,
            model_key: row.model_key,
            part_number_keys: row.part_number_keys,
            specs: row.specs,
        };
        (row.id, keys)
    });
    Ok(waiting.collect())
}

/// Stores the assignments of offers that still wait, except those that an administrator rejected. Returns the
/// offers that got a product, with it.
pub(crate) async fn store_assignments(
    tx: &mut PgTransaction<'_>,
    assignments: &[(OfferId, Assignment)],
) -> sqlx::Result<Vec<(OfferId, ProductId)>> {
    let rows = sqlx::query!(
        r#"with assigned as (
               select offer.id, requested.product_id, requested.linked_by
               from unnest($1::uuid[], $2::uuid[], $3::text[]) as requested (id, product_id, linked_by)
               join offer on offer.id = requested.id
               where offer.product_id is null
                   and not exists (select from product_match as decided where decided.offer_id = requested.id
                       and decided.product_id = requested.product_id and decided.status = 'REJECTED')
               order by offer.retailer_id, offer.external_id collate "C" for update of offer)
           update offer set product_id = assigned.product_id, linked_by = assigned.linked_by
           from assigned where offer.id = assigned.id
           returning offer.id as "id: OfferId", offer.product_id as "product_id!: ProductId""#,
        &assignments.iter().map(|(id, _)| id.0).collect::<Vec<_>>(),
        &assignments.iter().map(|(_, assigned)| assigned.product_id.0).collect::<Vec<_>>(),
        &assignments.iter().map(|(_, assigned)| assigned.by.as_str().to_owned()).collect::<Vec<_>>(),
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.product_id)).collect())
}
