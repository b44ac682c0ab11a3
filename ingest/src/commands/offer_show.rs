//! `ingest offers show`: an offer, and the evidence for its category and its product.

use anyhow::Context;
use domain::{
    config::Config,
    model::{Category, EvidenceCode, MatchedBy, OfferId, ProductId},
    store::{
        matches::MatchStatus,
        offers::{self, ConsideredProduct, ExplainedOffer},
    },
};
use serde::Serialize;
use sqlx::PgPool;

use super::{
    evidence,
    match_audit::{self, ListedJoin},
    offers::describe_wait_reason,
    outcome::Outcome,
};
use crate::{
    cli::OfferName,
    crawl::learnt_categories,
    database,
    matching::audit,
    normalise::{RawTitle, explain_title},
    output::{self, Output},
    retailer_category::RetailerCategory,
    retailer_file::{CategoryMeaning, read_files},
};

/// An offer, and why it is what it is.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ShownOffer {
    id: OfferId,
    retailer: String,
    external_id: String,
    title: String,
    url: String,
    price: domain::model::Fils,
    has_ended: bool,
    manufacturer: Option<String>,
    model: Option<String>,
    part_numbers: Vec<String>,
    gtins: Vec<String>,
    category: ShownCategory,
    product: ShownProduct,
}

/// The category of an offer, and why.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ShownCategory {
    category: Option<Category>,
    /// The category that an offer without one may have.
    unsure: Option<Category>,
    /// Why the offer is no part, in words.
    non_part: Option<&'static str>,
    decided_by: DecidedBy,
    /// The retailer's own categories.
    retailer_categories: Vec<String>,
    /// The entry of the retailer's file that applies to them.
    mapped_by: Option<String>,
    evidence: CategoryEvidence,
}

/// The deciding source of the category.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum DecidedBy {
    Administrator,
    RetailerFile,
    Classifier,
}

/// Evidence of the title and of the retailer's category.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CategoryEvidence {
    /// The likeliest category, whatever was decided.
    likeliest: Category,
    probability: f32,
    /// Of no part.
    none: f32,
    others: Vec<(Category, f32)>,
    /// Kinds of evidence for the likeliest category.
    kinds: Vec<&'static str>,
    /// The features that matter most; above zero they speak for the likeliest category.
    strongest: Vec<StrongFeature>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StrongFeature {
    group: String,
    text: String,
    weight: f32,
}

/// The product of an offer, and why.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ShownProduct {
    id: Option<ProductId>,
    name: Option<String>,
    matched_by: Option<MatchedBy>,
    /// Why there is none, in words.
    waits: Option<&'static str>,
    /// Joins that hold the offer on the page.
    joins: Vec<ListedJoin>,
    /// Products about which somebody is asked, or has decided.
    considered: Vec<Considered>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Considered {
    product_id: ProductId,
    product: String,
    status: MatchStatus,
    confidence: f32,
    codes: Vec<EvidenceCode>,
    evidence: Vec<String>,
}

impl From<ConsideredProduct> for Considered {
    fn from(considered: ConsideredProduct) -> Self {
        Considered {
            product_id: considered.product_id,
            product: considered.product,
            status: considered.status,
            confidence: considered.confidence,
            codes: considered.evidence.iter().map(|one| one.code).collect(),
            evidence: considered.evidence.iter().map(evidence::describe).collect(),
        }
    }
}

/// Shows an offer.
pub(super) async fn run(output: &Output, config: &Config, name: &OfferName) -> anyhow::Result<Outcome> {
    let db = database::open(config).await?;
    let (id, address) = match name {
        OfferName::Id(id) => (Some(*id), None),
        OfferName::Address(address) => (None, Some(address.as_str())),
    };
    let offer = offers::find_explained(&db, id, address).await?.context("there is no such offer")?;
    let category = explain_category(output, config, &db, &offer).await?;
    let product = explain_product(config, &db, &offer).await?;
    let shown = ShownOffer {
        id: offer.id,
        retailer: offer.retailer.to_string(),
        external_id: offer.external_id,
        title: offer.title_en.or(offer.title_ar).unwrap_or_default(),
        url: offer.url,
        price: offer.price,
        has_ended: offer.has_ended,
        manufacturer: offer.manufacturer,
        model: offer.model,
        part_numbers: offer.part_numbers,
        gtins: offer.gtins,
        category,
        product,
    };
    output.print(&shown, || format_offer(&shown));
    Ok(Outcome::Done)
}

async fn explain_category(
    output: &Output,
    config: &Config,
    db: &PgPool,
    offer: &ExplainedOffer,
) -> anyhow::Result<ShownCategory> {
    let categories: Vec<RetailerCategory> =
        offer.retailer_categories.iter().map(|path| RetailerCategory::from_text(path)).collect();
    let learnt = learnt_categories(db, offer.retailer_id).await?;
    let why = explain_title(&RawTitle {
        en: offer.title_en.as_deref(),
        ar: offer.title_ar.as_deref(),
        categories: &categories,
        learnt: Some(&learnt),
        stated_brand: offer.stated_brand.as_deref(),
        ..RawTitle::default()
    });
    let strongest = why.strongest.into_iter().map(|(feature, weight)| StrongFeature {
        group: format!("{:?}", feature.group),
        text: feature.text,
        weight,
    });
    let evidence = CategoryEvidence {
        likeliest: why.category,
        probability: why.probability,
        none: why.none,
        others: why.others,
        kinds: why.evidence,
        strongest: strongest.collect(),
    };
    let mapped = find_mapping(output, config, offer, &categories);
    let decided_by = match (&offer.pins.category, &mapped) {
        (Some(_), _) => DecidedBy::Administrator,
        (None, Some((_, CategoryMeaning::Part(_) | CategoryMeaning::NonPart(_)))) => DecidedBy::RetailerFile,
        _ => DecidedBy::Classifier,
    };
    let non_part = offer
        .non_part_reason
        .map(|reason| describe_wait_reason(domain::store::unmatched::WaitReason::NoPart, Some(reason)));
    Ok(ShownCategory {
        category: offer.category,
        unsure: offer.unsure,
        non_part,
        decided_by,
        retailer_categories: offer.retailer_categories.clone(),
        mapped_by: mapped.map(|(key, _)| key),
        evidence,
    })
}

/// Returns the entry of the retailer's file that applies to the offer's categories. An offer is shown without its file too,
/// on a machine that has none.
fn find_mapping(
    output: &Output,
    config: &Config,
    offer: &ExplainedOffer,
    categories: &[RetailerCategory],
) -> Option<(String, CategoryMeaning)> {
    let files = match read_files(config) {
        Ok(files) => files,
        Err(problem) => {
            output.warn(format!("{problem:#}: what they map is not shown"));
            return None;
        }
    };
    let file = files.retailers.into_iter().find(|file| file.slug == offer.retailer)?;
    let mapped = file.categories()?.find(categories)?;
    Some((mapped.key.to_owned(), mapped.meaning))
}

async fn explain_product(
    config: &Config,
    db: &PgPool,
    offer: &ExplainedOffer,
) -> anyhow::Result<ShownProduct> {
    let joins = match (offer.product_id, offer.product_category) {
        (Some(product), Some(category)) => {
            audit::list_page_joins(db, &config.matching, category, product).await?
        }
        _ => Vec::new(),
    };
    let is_of_offer = |join: &audit::Join| {
        join.offer.id == offer.id || join.with.as_ref().is_some_and(|with| with.id == offer.id)
    };
    Ok(ShownProduct {
        id: offer.product_id,
        name: offer.product.clone(),
        matched_by: offer.matched_by,
        waits: offer.wait_reason.map(|reason| describe_wait_reason(reason, offer.non_part_reason)),
        joins: joins.into_iter().filter(is_of_offer).map(ListedJoin::from).collect(),
        considered: offers::list_considered(db, offer.id).await?.into_iter().map(Considered::from).collect(),
    })
}

fn format_offer(shown: &ShownOffer) -> String {
    let known = |value: &Option<String>| value.clone().unwrap_or_else(|| "–".to_owned());
    let rows = [
        ("id", shown.id.to_string()),
        ("retailer", format!("{}, its id {}", shown.retailer, shown.external_id)),
        ("title", shown.title.clone()),
        ("page", shown.url.clone()),
        ("KWD", format!("{}{}", shown.price, if shown.has_ended { ", has ended" } else { "" })),
        ("manufacturer", known(&shown.manufacturer)),
        ("model", known(&shown.model)),
        ("part numbers", shown.part_numbers.join(", ")),
        ("barcodes", shown.gtins.join(", ")),
    ];
    let offer = output::format_table(
        &["", ""],
        0..0,
        rows.map(|(name, value)| vec![name.to_owned(), value]).to_vec(),
    );
    format!("{offer}\n\n{}\n\n{}", format_category(&shown.category), format_product(&shown.product))
}

fn format_category(shown: &ShownCategory) -> String {
    let what = match (shown.non_part, shown.category, shown.unsure) {
        (Some(reason), ..) => reason.to_owned(),
        (None, Some(category), _) => category.as_str().to_owned(),
        (None, None, Some(guess)) => format!("not certain, perhaps {}", guess.as_str()),
        (None, None, None) => "unknown".to_owned(),
    };
    let by = match shown.decided_by {
        DecidedBy::Administrator => "an administrator set it".to_owned(),
        DecidedBy::RetailerFile => format!(
            "the retailer's file maps {:?}, unless the title names an accessory or several parts",
            shown.mapped_by.as_deref().unwrap_or_default()
        ),
        DecidedBy::Classifier => "by the title and the retailer's category".to_owned(),
    };
    let evidence = &shown.evidence;
    let others = evidence.others.iter().map(|(other, share)| format!(", {} {share:.2}", other.as_str()));
    let shop = match shown.retailer_categories.as_slice() {
        [] => "not stated, or not stored yet".to_owned(),
        paths => paths.join("; "),
    };
    let kinds = match evidence.kinds.as_slice() {
        [] => "none".to_owned(),
        kinds => kinds.join(", "),
    };
    let rows = evidence
        .strongest
        .iter()
        .map(|feature| vec![format!("{:+.2}", feature.weight), feature.group.clone(), feature.text.clone()]);
    format!(
        "Category: {what} ({by}).\nRetailer's category: {shop}.\nProbabilities: {} {:.2}{}, none of them {:.2}.\n\
         Kinds of evidence for {}: {kinds}.\n\n{}",
        evidence.likeliest.as_str(),
        evidence.probability,
        others.collect::<String>(),
        evidence.none,
        evidence.likeliest.as_str(),
        output::format_table(&["weight", "kind", "feature"], 0..1, rows.collect()),
    )
}

fn format_product(shown: &ShownProduct) -> String {
    let mut text = match (&shown.name, shown.id, shown.waits) {
        (Some(name), Some(id), _) => {
            format!("Product: {name}, {id}, {}.", describe_matched_by(shown.matched_by))
        }
        (_, _, Some(waits)) => format!("Product: none, {waits}."),
        _ => "Product: none.".to_owned(),
    };
    if !shown.joins.is_empty() {
        text.push_str("\n\nWhat holds it on that page:\n\n");
        text.push_str(&match_audit::format_table(&shown.joins));
    }
    if !shown.considered.is_empty() {
        let rows = shown.considered.iter().map(|considered| {
            let status = match considered.status {
                MatchStatus::Pending => "asked",
                MatchStatus::Approved => "approved",
                MatchStatus::Rejected => "rejected",
            };
            vec![
                status.to_owned(),
                format!("{:.3}", considered.confidence),
                considered.product.clone(),
                considered.evidence.join("\n"),
            ]
        });
        text.push_str("\n\nProducts that were considered:\n\n");
        text.push_str(&output::format_table(&["", "sure", "product", "evidence"], 1..2, rows.collect()));
    }
    text
}

fn describe_matched_by(matched_by: Option<MatchedBy>) -> &'static str {
    match matched_by {
        Some(MatchedBy::PartNumber) => "by the part number",
        Some(MatchedBy::Model) => "by manufacturer and model",
        Some(MatchedBy::Matcher) => "by the matcher",
        Some(MatchedBy::Admin) => "by an administrator",
        None => "by nobody",
    }
}
