use domain::{
    config::Config,
    model::{Category, EvidenceCode, Fils, MatchedBy, OfferId, ProductId},
};
use serde::Serialize;

use super::{evidence, outcome::Outcome};
use crate::{
    cli::{AuditArguments, TableFormat},
    database,
    matching::audit::{self, Join, PageOffer},
    output::{self, Output},
    progress::Progress,
};

/// Maximum length of a title or a name in the table, in characters.
const SHOWN_TEXT: usize = 70;
/// Maximum number of sentences of evidence in the table.
const SHOWN_EVIDENCE: usize = 4;

/// The joins to check.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Audit {
    /// Number of all joins.
    total: usize,
    joins: Vec<ListedJoin>,
}

/// A join as it is listed.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListedJoin {
    /// 0 to 1, in thousandths.
    confidence: f64,
    category: Category,
    product_id: ProductId,
    product: String,
    offer: ListedOffer,
    /// The offer with which it is joined; null for the record of a reference.
    with: Option<ListedOffer>,
    codes: Vec<EvidenceCode>,
    /// The evidence in words.
    evidence: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ListedOffer {
    id: OfferId,
    retailer: String,
    title: String,
    price: Fils,
    url: String,
    matched_by: MatchedBy,
}

impl From<PageOffer> for ListedOffer {
    fn from(offer: PageOffer) -> Self {
        ListedOffer {
            id: offer.id,
            retailer: offer.retailer,
            title: offer.title,
            price: offer.price,
            url: offer.url,
            matched_by: offer.matched_by,
        }
    }
}

impl From<Join> for ListedJoin {
    fn from(join: Join) -> Self {
        let mut found = join.evidence;
        // Evidence against the join comes first: a reader looks for it.
        found.sort_by_key(|one| !one.code.shows_difference());
        ListedJoin {
            confidence: (join.confidence * 1_000.0).round() / 1_000.0,
            category: join.category,
            product_id: join.product_id,
            product: join.product,
            offer: join.offer.into(),
            with: join.with.map(ListedOffer::from),
            codes: found.iter().map(|one| one.code).collect(),
            evidence: found.iter().map(evidence::describe).collect(),
        }
    }
}

/// `ingest match audit`
pub(super) async fn run(
    output: &Output,
    config: &Config,
    arguments: &AuditArguments,
) -> anyhow::Result<Outcome> {
    let db = database::open(config).await?;
    let bar = Progress::new(output).spinner("comparing the offers of all products");
    let mut joins = audit::list_joins(&db, &config.matching).await?;
    bar.clear();
    let total = joins.len();
    match arguments.sample {
        Some(size) => joins = audit::sample(joins, size, arguments.seed),
        None => joins.truncate(arguments.limit),
    }
    let listed = Audit { total, joins: joins.into_iter().map(ListedJoin::from).collect() };
    match arguments.format {
        TableFormat::Json => Output::new(true).print(&listed, String::new),
        TableFormat::Csv => {
            let text = format_csv(&listed.joins)?;
            output.print(&listed, || text);
        }
        TableFormat::Table => output.print(&listed, || format_joins(&listed)),
    }
    Ok(Outcome::Done)
}

fn format_joins(audit: &Audit) -> String {
    if audit.joins.is_empty() {
        return "No product has two offers that a program joined.".to_owned();
    }
    let table = format_table(&audit.joins);
    format!("{} of {} joins\n\n{table}", audit.joins.len(), audit.total)
}

/// Formats joins as a table, a few lines each: the offer above the one with which it is joined.
pub(super) fn format_table(joins: &[ListedJoin]) -> String {
    let rows = joins.iter().map(|join| {
        let with = join.with.as_ref();
        let pair = |of_offer: String, of_other: Option<String>| match of_other {
            Some(other) => format!("{of_offer}\n{other}"),
            None => of_offer,
        };
        let record = || format!("(record) {}", cut(&join.product));
        let evidence: Vec<&str> = join.evidence.iter().take(SHOWN_EVIDENCE).map(String::as_str).collect();
        vec![
            format!("{:.3}", join.confidence),
            pair(join.offer.price.to_string(), with.map(|offer| offer.price.to_string())),
            pair(join.offer.retailer.clone(), with.map(|offer| offer.retailer.clone())),
            pair(cut(&join.offer.title), Some(with.map_or_else(record, |offer| cut(&offer.title)))),
            cut(&join.product),
            evidence.join("\n"),
            format!("{}\n{}", join.offer.id, join.product_id),
        ]
    });
    let headings = [
        "sure",
        "KWD",
        "retailer",
        "offer, and what it is joined with",
        "product",
        "evidence",
        "offer and product id",
    ];
    output::format_table(&headings, 0..2, rows.collect())
}

/// Formats joins as CSV with a header, all evidence of a join in one field.
fn format_csv(joins: &[ListedJoin]) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    let mut writer = csv::Writer::from_writer(&mut bytes);
    writer.write_record([
        "confidence",
        "category",
        "product_id",
        "product",
        "offer_id",
        "retailer",
        "title",
        "price",
        "url",
        "with_offer_id",
        "with_retailer",
        "with_title",
        "with_price",
        "codes",
        "evidence",
    ])?;
    for join in joins {
        let with = |of: fn(&ListedOffer) -> String| join.with.as_ref().map(of).unwrap_or_default();
        let codes: Vec<String> = join.codes.iter().map(|code| evidence::code_name(*code)).collect();
        writer.write_record([
            join.confidence.to_string(),
            join.category.as_str().to_owned(),
            join.product_id.to_string(),
            join.product.clone(),
            join.offer.id.to_string(),
            join.offer.retailer.clone(),
            join.offer.title.clone(),
            join.offer.price.to_string(),
            join.offer.url.clone(),
            with(|offer| offer.id.to_string()),
            with(|offer| offer.retailer.clone()),
            with(|offer| offer.title.clone()),
            with(|offer| offer.price.to_string()),
            codes.join(" "),
            join.evidence.join(" "),
        ])?;
    }
    writer.flush()?;
    drop(writer);
    Ok(String::from_utf8(bytes)?.trim_end().to_owned())
}

fn cut(text: &str) -> String {
    text.chars().take(SHOWN_TEXT).collect()
}
