//! The listings of three real shops, which state their own categories: what is joined, and with the part numbers cut out
//! of the titles, whether each offer still finds its record of the reference.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use domain::{
    config::Config,
    model::{Category, OfferDraft, OfferId, ProductId, Specs, compared_facts::first_contradiction},
};
use ingest::{
    crawl::{ParsedDraft, parse_draft},
    matching,
    raw_offer::{RawOffer, RawPrice, RawStock, RetailerCategory},
    retailer_file::RetailerFile,
};
use sqlx::{PgPool, types::Json};
use tokio_util::sync::CancellationToken;

use crate::{
    pipeline::{file, store},
    real_pairs::read_shared,
    sample_offers::forget_offers,
};

const PATH: &str = "../shared/data/real_shops.tsv.gz";
const SHOPS: [&str; 3] = ["a", "b", "c"];
/// Number of pages that are shown for a person to read.
const SHOWN: usize = 60;

pub(crate) async fn measure(db: &PgPool, config: &Config) -> anyhow::Result<()> {
    let Some(text) = read_shared(PATH) else {
        println!("{PATH} is absent: real shops are not measured");
        return Ok(());
    };
    println!("\nReal shops, with their own categories");
    let file = file()?;
    forget_offers(db).await?;
    match_all(db, config, &read(&text, &file, false)).await?;
    let numbered = tell(db, true).await?;
    forget_offers(db).await?;
    println!("The same with the part numbers cut out of the titles");
    match_all(db, config, &read(&text, &file, true)).await?;
    let without = tell(db, false).await?;
    show_missed(db, &numbered).await?;
    let kept = numbered.iter().filter(|(offer, page)| without.get(*offer) == Some(page)).count();
    let elsewhere = numbered
        .iter()
        .filter(|(offer, page)| without.get(*offer).is_some_and(|other| other != *page))
        .count();
    let records: HashSet<ProductId> = sqlx::query_scalar("select id from product where source = 'reference'")
        .fetch_all(db)
        .await?
        .into_iter()
        .collect();
    let wrong = numbered
        .iter()
        .filter(|(offer, page)| {
            without.get(*offer).is_some_and(|other| other != *page && records.contains(other))
        })
        .count();
    println!(
        "on the record that their part number names: {kept} of {} without it ({:.3}); on another page: {elsewhere}, {wrong} \
         of them on another record",
        numbered.len(),
        kept as f64 / numbered.len().max(1) as f64
    );
    forget_offers(db).await
}

/// Returns the part offers of each shop.
fn read(text: &str, file: &RetailerFile, cuts_numbers: bool) -> Vec<Vec<OfferDraft>> {
    let mut shops = vec![Vec::new(); SHOPS.len()];
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [shop, id, title, price, in_stock, category] = cells[..] else { continue };
        let Some(place) = SHOPS.iter().position(|known| *known == shop) else { continue };
        let raw = |title: String| RawOffer {
            external_id: id.to_owned(),
            title_en: Some(title),
            url: format!("{}p/{id}", file.base_url),
            categories: vec![RetailerCategory::from_text(category)],
            price: RawPrice::Decimal(price.to_owned()),
            stock: RawStock::Flag(in_stock == "1"),
            ..RawOffer::default()
        };
        let Some(mut offer) = part(file, raw(title.to_owned())) else { continue };
        if cuts_numbers && !offer.part_numbers.is_empty() {
            let is_number = |word: &&str| {
                let bare = |text: &str| {
                    text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_uppercase()
                };
                offer.part_numbers.iter().any(|number| bare(number) == bare(word))
            };
            let rest: Vec<&str> = title.split(' ').filter(|word| !is_number(word)).collect();
            let Some(cut) = part(file, raw(rest.join(" "))) else { continue };
            offer = cut;
        }
        shops[place].push(offer);
    }
    shops
}

fn part(file: &RetailerFile, raw: RawOffer) -> Option<OfferDraft> {
    let Ok(ParsedDraft::Priced(draft)) = parse_draft(file, raw) else { return None };
    let is_part =
        draft.non_part_reason.is_none() && draft.category.is_some_and(|category| category != Category::Other);
    is_part.then_some(draft)
}

async fn match_all(db: &PgPool, config: &Config, shops: &[Vec<OfferDraft>]) -> anyhow::Result<()> {
    for (number, drafts) in shops.iter().enumerate() {
        store(db, number, drafts).await?;
    }
    println!("{:?}", matching::run(db, config, true, &CancellationToken::new(), |_| ()).await?);
    Ok(())
}

type Row = (OfferId, String, String, Option<ProductId>, Vec<String>, Category, Json<Specs>, Option<String>);

/// Prints the figures; returns the records of the reference by the offers of which a part number names one.
async fn tell(db: &PgPool, shows_pages: bool) -> anyhow::Result<HashMap<String, ProductId>> {
    let rows: Vec<Row> = sqlx::query_as(
        "select offer.id, slug, title_en, offer.product_id, part_number_keys, offer.category, offer.specs, source
         from offer join retailer on retailer.id = retailer_id left join product on product.id = offer.product_id
         order by slug, external_id",
    )
    .fetch_all(db)
    .await?;
    let questions: i64 = sqlx::query_scalar("select count(*) from product_match where status = 'PENDING'")
        .fetch_one(db)
        .await?;
    let of_reference = rows.iter().filter(|row| row.7.as_deref() == Some("reference")).count();
    let mut pages: BTreeMap<ProductId, Vec<&Row>> = BTreeMap::new();
    for row in &rows {
        if let Some(page) = row.3 {
            pages.entry(page).or_default().push(row);
        }
    }
    let contradicting = pages.values().filter(|page| contradicts(page)).count();
    let shops = |page: &[&Row]| page.iter().map(|row| row.1.clone()).collect::<BTreeSet<_>>().len();
    let shared: Vec<(&ProductId, &Vec<&Row>)> = pages.iter().filter(|(_, page)| shops(page) > 1).collect();
    println!(
        "{} part offers on {} pages, {of_reference} of them on records of the reference; {} pages of several shops; \
         {contradicting} with contradicting facts; {questions} questions, {:.1} for every 100 offers",
        rows.len(),
        pages.len(),
        shared.len(),
        100.0 * questions as f64 / rows.len().max(1) as f64
    );
    if shows_pages {
        let without: Vec<_> =
            shared.iter().filter(|(_, page)| page.iter().any(|row| row.4.is_empty())).collect();
        println!("Of {} pages of several shops with a title without a part number, to read:", without.len());
        let step = (without.len() / SHOWN).max(1);
        for (_, page) in without.iter().step_by(step).take(SHOWN) {
            for (number, row) in page.iter().enumerate() {
                println!("  {} {}: {}", if number == 0 { "-" } else { " " }, row.1, row.2);
            }
        }
    }
    let named: Vec<(String, ProductId)> = sqlx::query_as(
        "select distinct on (external_id) external_id, product.id from offer
         join product_part_number on part_number_key = any (part_number_keys) and not shared
         join product on product.id = product_part_number.product_id and source = 'reference'
            and product.category = offer.category and product.manufacturer_key = offer.manufacturer_key
         where product.removed_at is null and offer.product_id = product.id",
    )
    .fetch_all(db)
    .await?;
    if shows_pages {
        return Ok(named.into_iter().collect());
    }
    let now: Vec<(String, ProductId)> =
        sqlx::query_as("select external_id, product_id from offer where product_id is not null")
            .fetch_all(db)
            .await?;
    Ok(now.into_iter().collect())
}

/// Shows offers that are not on the record that their part number names, with the confidence of a pending question.
async fn show_missed(db: &PgPool, numbered: &HashMap<String, ProductId>) -> anyhow::Result<()> {
    let (offers, records): (Vec<String>, Vec<ProductId>) =
        numbered.iter().map(|(offer, record)| (offer.clone(), *record)).unzip();
    type Missed = (Category, String, String, Option<String>, Option<f64>);
    let missed: Vec<Missed> = sqlx::query_as(
        "select offer.category, title_en, record.name, page.name, confidence::float8
         from unnest($1::text[], $2::uuid[]) as named (offer, record)
         join offer on external_id = named.offer join product as record on record.id = named.record
         left join product as page on page.id = offer.product_id
         left join product_match on offer_id = offer.id and product_match.product_id = record.id
         where offer.product_id is distinct from record.id order by 1, 2",
    )
    .bind(&offers)
    .bind(&records)
    .fetch_all(db)
    .await?;
    for (category, title, record, page, asked) in missed.iter().step_by((missed.len() / SHOWN).max(1)) {
        println!("  {category} {title}\n    record: {record}\n    page: {page:?}, asked: {asked:?}");
    }
    Ok(())
}

/// Whether two offers of a page state facts of which only one can be true.
fn contradicts(page: &[&Row]) -> bool {
    page.iter().enumerate().any(|(number, one)| {
        page.iter().skip(number + 1).any(|other| first_contradiction(one.5, &one.6.0, &other.6.0).is_some())
    })
}
