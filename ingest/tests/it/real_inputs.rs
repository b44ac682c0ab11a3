//! The real inputs of `../shared/data/real_inputs`, which are no part of the project: each folder is crawled as a retailer,
//! and what is stored is compared with what `cases.tsv` says must come out. Without the folder the test is skipped.
//!
//! `TAJMEEA_REAL_INPUTS_TABLE=FILE` writes the table of all cases to a file.

mod expected;
mod outcome;
mod sentence;
mod served;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    path::{Path, PathBuf},
};

use domain::{config::Config, store::crawls::CrawlState};
use ingest::{
    crawl::{CrawlOptions, crawl},
    matching,
    retailer_file::read_text,
};
use serde_json::Value;
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::demo_server::{bar, context};
use expected::{Verdict, judge};
use outcome::{Held, Outcome, ReadOffer, Refused};
use served::Inputs;

/// Cases that do not come out yet. A case that comes out is taken from the list: the test fails while it stands here.
const KNOWN_FAILURES: &[&str] = &["S35"];

/// Places of the items in Magento's list whose ids the cases do not state.
const MAGENTO_ITEMS: [(&str, usize); 6] = [("G1", 1), ("G2", 2), ("G4", 3), ("G5", 4), ("G6", 5), ("G7", 6)];

/// A line of `cases.tsv`.
struct Case<'a> {
    id: &'a str,
    file: &'a str,
    what: &'a str,
    must: &'a str,
}

fn cases(text: &str) -> Vec<Case<'_>> {
    let lines = text.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    lines
        .filter_map(|cells| match cells[..] {
            [id, file, what, must, ..] => Some(Case { id, file, what, must }),
            _ => None,
        })
        .collect()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn real_inputs_come_out_as_their_cases_say(db: PgPool) -> anyhow::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/real_inputs");
    if !root.join("cases.tsv").exists() {
        println!("skipped: {} is absent", root.display());
        return Ok(());
    }
    let inputs = Inputs::open(&root).await?;
    let outcomes = crawl_all(&db, &inputs).await?;
    let text = inputs.text("cases.tsv")?;
    let mut judged: Vec<(Case<'_>, Verdict)> = Vec::new();
    for case in cases(&text) {
        let verdict = match case.id {
            "N0-N11" => judge_junk_numbers(&db, &inputs).await?,
            "N7" => judge_memory_kits(&db).await?,
            _ => judge_case(&case, &inputs, &outcomes)?,
        };
        judged.push((case, verdict));
    }
    let table = format_table(&judged);
    println!("{table}");
    if let Some(file) = std::env::var_os("TAJMEEA_REAL_INPUTS_TABLE") {
        std::fs::write(PathBuf::from(file), &table)?;
    }
    let is_known = |case: &Case<'_>| KNOWN_FAILURES.contains(&case.id);
    let surprises: Vec<String> = judged
        .iter()
        .filter_map(|(case, verdict)| match verdict {
            Verdict::Fail(why) if !is_known(case) => Some(format!("{} fails: {why}", case.id)),
            Verdict::Pass if is_known(case) => {
                Some(format!("{} passes: take it from KNOWN_FAILURES", case.id))
            }
            _ => None,
        })
        .collect();
    let unknown: Vec<_> =
        KNOWN_FAILURES.iter().filter(|id| !judged.iter().any(|(case, _)| case.id == **id)).collect();
    assert!(surprises.is_empty() && unknown.is_empty(), "{surprises:#?}, no such case: {unknown:?}");
    Ok(())
}

fn format_table(judged: &[(Case<'_>, Verdict)]) -> String {
    let count = |wanted: fn(&Verdict) -> bool| judged.iter().filter(|(_, verdict)| wanted(verdict)).count();
    let mut table = format!(
        "{} pass, {} fail, {} are not judged by this test\n",
        count(|verdict| *verdict == Verdict::Pass),
        count(|verdict| matches!(verdict, Verdict::Fail(_))),
        count(|verdict| *verdict == Verdict::NotJudged),
    );
    for (case, verdict) in judged {
        let (result, why) = match verdict {
            Verdict::Pass => ("pass", ""),
            Verdict::Fail(why) => ("FAIL", why.as_str()),
            Verdict::NotJudged => ("not judged", ""),
        };
        let _ = writeln!(table, "{}\t{result}\t{}\t{}\t{why}", case.id, case.what, case.must);
    }
    table
}

/// Crawls all retailers one after the other, runs the matcher, and returns what came out of each.
async fn crawl_all(db: &PgPool, inputs: &Inputs) -> anyhow::Result<BTreeMap<String, Outcome>> {
    let context = context(db);
    let mut outcomes = BTreeMap::new();
    for (path, text) in inputs.retailer_files()? {
        let file = read_text(&path, &text).map_err(|problem| anyhow::anyhow!("{problem}"))?;
        inputs.take_requests();
        let report = crawl(&context, &file, CrawlOptions::default(), &bar()).await?;
        let outcome = Outcome {
            error: report.error.clone(),
            is_partial: report.state != CrawlState::Complete,
            requests: inputs.take_requests(),
            ..Outcome::default()
        };
        outcomes.insert(file.slug.to_string(), outcome);
    }
    matching::run(db, &Config::load()?, true, &CancellationToken::new(), |_| ()).await?;
    for (slug, row) in rows(db, "offer", "offer.ended_at is null").await? {
        outcomes.entry(slug).or_default().offers.push(read_offer(&row));
    }
    for (slug, row) in rows(db, "rejected_offer", "true").await? {
        outcomes.entry(slug).or_default().refused.push(Refused {
            external_id: text(&row, "external_id"),
            url: text(&row, "url"),
            reason: text(&row, "reason"),
            detail: text(&row, "detail"),
        });
    }
    for (slug, row) in rows(db, "held_offer", "held_offer.state = 'HELD'").await? {
        let (external_id, url) = (text(&row, "external_id"), text(&row["draft"], "url"));
        outcomes.entry(slug).or_default().held.push(Held { external_id, url });
    }
    Ok(outcomes)
}

/// Reads the rows of a table that belong to retailers, each with the retailer.
async fn rows(db: &PgPool, table: &str, condition: &str) -> sqlx::Result<Vec<(String, Value)>> {
    let sql = format!(
        "select slug, to_jsonb({table}) from {table} join retailer on retailer.id = retailer_id
         where {condition} order by slug, external_id"
    );
    sqlx::query_as(sqlx::AssertSqlSafe(sql)).fetch_all(db).await
}

fn text(row: &Value, column: &str) -> String {
    row[column].as_str().unwrap_or_default().to_owned()
}

fn read_offer(row: &Value) -> ReadOffer {
    let optional = |column: &str| row[column].as_str().map(str::to_owned);
    let title = optional("title_en").or_else(|| optional("title_ar"));
    ReadOffer {
        external_id: text(row, "external_id"),
        title: title.unwrap_or_default(),
        url: text(row, "url"),
        page_url: text(row, "page_url"),
        has_picture: row["image_url"].is_string(),
        category: optional("category"),
        non_part_reason: optional("no_part_reason"),
        price: row["price_fils"].as_i64().unwrap_or_default(),
        list_price: row["list_price_fils"].as_i64(),
        stock: text(row, "stock"),
    }
}

/// The listings of a retailer that a case is about.
enum Listings {
    All,
    /// Those of a page: the end of its address, before a query.
    Page(String),
    Ids(Vec<String>),
    /// Those of no id.
    Others(Vec<String>),
}

impl Listings {
    fn contains(&self, external_id: &str, addresses: [&str; 2]) -> bool {
        let is_page = |page: &str, address: &str| {
            address.split_once('?').map_or(address, |(before, _)| before).ends_with(page)
        };
        match self {
            Listings::All => true,
            Listings::Page(page) => addresses.iter().any(|address| is_page(page, address)),
            Listings::Ids(ids) => ids.iter().any(|id| id == external_id),
            Listings::Others(ids) => !ids.iter().any(|id| id == external_id),
        }
    }

    /// Returns what came out of these listings.
    fn of(&self, outcome: &Outcome) -> Outcome {
        let is_whole = matches!(self, Listings::All);
        let offers = outcome.offers.iter();
        let (refused, held) = (outcome.refused.iter(), outcome.held.iter());
        Outcome {
            offers: offers
                .filter(|offer| self.contains(&offer.external_id, [&offer.url, &offer.page_url]))
                .cloned()
                .collect(),
            // A listing without an id is named by its page.
            refused: refused
                .filter(|one| self.contains(&one.external_id, [&one.url, &one.external_id]))
                .cloned()
                .collect(),
            held: held.filter(|one| self.contains(&one.external_id, [&one.url, ""])).cloned().collect(),
            error: outcome.error.clone().filter(|_| is_whole),
            is_partial: outcome.is_partial && is_whole,
            requests: outcome.requests,
        }
    }
}

fn judge_case(
    case: &Case<'_>,
    inputs: &Inputs,
    outcomes: &BTreeMap<String, Outcome>,
) -> anyhow::Result<Verdict> {
    let Some((retailer, listings)) = find_listings(case, inputs)? else { return Ok(Verdict::NotJudged) };
    let of_retailer = outcomes.get(&retailer).cloned().unwrap_or_default();
    let own_page = if case.id == "R1" { "/related/item/b" } else { "" };
    Ok(judge(case.what, case.must, &listings.of(&of_retailer), &of_retailer, own_page))
}

/// Returns the retailer and the listings of a case, as the README of the inputs says; `None` for what is no crawl.
fn find_listings(case: &Case<'_>, inputs: &Inputs) -> anyhow::Result<Option<(String, Listings)>> {
    let (folder, file) = case.file.split_once('/').unwrap_or((case.file, ""));
    let of_folder = |listings| Ok(Some((folder.to_owned(), listings)));
    match folder {
        "schema" => of_folder(Listings::Page(inputs.path_of(case.file).unwrap_or_default())),
        "related" => of_folder(Listings::Ids(vec!["RB".to_owned()])),
        "shopify" => {
            let ids = shopify_ids(case.id, &inputs.text(case.file)?)?;
            of_folder(Listings::Ids(ids))
        }
        "woo" => {
            let number: u32 = case.id.trim_start_matches('W').parse()?;
            of_folder(Listings::Ids(vec![(500 + number).to_string()]))
        }
        "magento" => of_folder(magento_listings(case.id, &inputs.text(case.file)?)?),
        "f" => {
            let name = file.split('.').next().unwrap_or_default();
            let ids = || Listings::Ids(vec![case.id.to_owned()]);
            let listings = if case.id.starts_with("F-") { Listings::All } else { ids() };
            Ok(Some((format!("f-{name}"), listings)))
        }
        "woo-notice" | "woo-cache" => of_folder(Listings::All),
        _ if folder.starts_with('m') && file.is_empty() => of_folder(Listings::All),
        _ => Ok(None),
    }
}

/// Returns the ids of the variants, and of the product, whose handle is the case's id.
fn shopify_ids(case: &str, list: &str) -> anyhow::Result<Vec<String>> {
    let list: Value = serde_json::from_str(list)?;
    let handle = case.to_lowercase();
    let products = list["products"].as_array().into_iter().flatten();
    let product = products.into_iter().find(|product| product["handle"] == handle.as_str());
    let Some(product) = product else { return Ok(Vec::new()) };
    let variants = product["variants"].as_array().into_iter().flatten().map(|variant| &variant["id"]);
    Ok(variants.chain([&product["id"]]).map(Value::to_string).collect())
}

fn magento_listings(case: &str, list: &str) -> anyhow::Result<Listings> {
    let list: Value = serde_json::from_str(list)?;
    let skus: Vec<Option<String>> = list["data"]["products"]["items"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|item| item["sku"].as_str().map(str::to_owned))
        .collect();
    let place = MAGENTO_ITEMS.iter().find(|(id, _)| *id == case).map(|(_, place)| *place);
    Ok(match place.map(|place| skus.get(place).cloned().flatten()) {
        Some(Some(sku)) => Listings::Ids(vec![sku]),
        // An item without any id.
        Some(None) => Listings::Others(skus.into_iter().flatten().collect()),
        None => Listings::Ids(vec![case.to_owned()]),
    })
}

/// Two shops state the same texts as part numbers of different products: none is stored as one, and none joins the two. What
/// the search finds by them is not looked at.
async fn judge_junk_numbers(db: &PgPool, inputs: &Inputs) -> anyhow::Result<Verdict> {
    let mut stated: BTreeSet<String> = BTreeSet::new();
    for feed in ["junk1/feed.csv", "junk2/feed.csv"] {
        let text = inputs.text(feed)?;
        let mut rows = csv::Reader::from_reader(text.as_bytes());
        let place = rows.headers()?.iter().position(|name| name == "mpn").unwrap_or_default();
        for row in rows.records() {
            stated.extend(row?.get(place).map(str::to_lowercase));
        }
    }
    let mut stored: BTreeSet<String> = BTreeSet::new();
    let mut products: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (slug, row) in rows(db, "offer", "slug in ('junk1', 'junk2')").await? {
        let numbers = row["part_numbers"].as_array().into_iter().flatten().filter_map(Value::as_str);
        stored.extend(numbers.map(str::to_lowercase).filter(|number| stated.contains(number)));
        products.entry(text(&row, "product_id")).or_default().insert(slug);
    }
    products.remove("");
    if products.values().any(|shops| shops.len() > 1) {
        return Ok(Verdict::Fail("a product has offers of both shops".to_owned()));
    }
    let is_clean = stored.is_empty();
    Ok(if is_clean { Verdict::Pass } else { Verdict::Fail(format!("stored as part numbers: {stored:?}")) })
}

/// A kit of one line of memory and a kit of another are two products.
async fn judge_memory_kits(db: &PgPool) -> anyhow::Result<Verdict> {
    let mut products: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (slug, row) in rows(db, "offer", "slug in ('junk2', 'shopify') and offer.category = 'RAM'").await? {
        products.entry(text(&row, "product_id")).or_default().insert(slug);
    }
    products.remove("");
    let joined = products.values().any(|shops| shops.len() > 1);
    Ok(if joined { Verdict::Fail("one product has both".to_owned()) } else { Verdict::Pass })
}
