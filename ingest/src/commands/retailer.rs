use std::collections::HashSet;

use anyhow::Context;
use domain::{
    config::Config,
    model::{OfferDraft, Slug, Stock},
};
use serde::Serialize;
use time::OffsetDateTime;

use super::{context::fetch_settings, outcome::Outcome};
use crate::{
    crawl::{ParsedDraft, ReadingNotes, parse_draft_with_notes},
    fetch::RetailerClient,
    normalise::LearntCategories,
    output::{self, Output},
    platforms::{self, Coverage, ResponseSender, RetailerSite},
    progress::Progress,
    raw_offer::{RawOffer, RejectedListing},
    retailer_file::{RetailerFile, next_run, read_files},
};

/// Maximum length of a title in tables, in characters.
const SHOWN_TITLE: usize = 48;

/// Row of the list.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RetailerLine {
    slug: String,
    name: String,
    platform: domain::model::PlatformKind,
    base_url: String,
    enabled: bool,
    schedule: Option<String>,
    #[serde(with = "time::serde::rfc3339::option")]
    next_run: Option<time::OffsetDateTime>,
}

/// `ingest retailer list`
pub(super) fn list(output: &Output, config: &Config) -> anyhow::Result<Outcome> {
    let directory = read_files(config)?;
    let lines: Vec<RetailerLine> = directory
        .retailers
        .iter()
        .map(|file| RetailerLine {
            slug: file.slug.to_string(),
            name: file.names.en.clone(),
            platform: file.platform,
            base_url: file.base_url.to_string(),
            enabled: file.enabled,
            schedule: file.schedule.clone(),
            next_run: file.schedule.as_deref().and_then(next_run),
        })
        .collect();
    output.print(&lines, || {
        let rows = lines.iter().map(|line| {
            vec![
                line.slug.clone(),
                line.name.clone(),
                word(&line.platform),
                if line.enabled { "yes" } else { "no" }.to_owned(),
                line.schedule.clone().unwrap_or_else(|| "–".to_owned()),
                line.base_url.clone(),
            ]
        });
        output::format_table(
            &["retailer", "name", "platform", "enabled", "schedule", "address"],
            0..0,
            rows.collect(),
        )
    });
    for problem in &directory.problems {
        output.warn(problem);
    }
    Ok(if directory.problems.is_empty() { Outcome::Done } else { Outcome::PartlyFailed })
}

/// Preview of a retailer: the offers that a crawl would store.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RetailerPreview {
    retailer: String,
    offers: Vec<OfferDraft>,
    /// Number of offers sold out and without a price, which are stored only where the offer is known already.
    sold_out: usize,
    rejected: Vec<(String, String)>,
    /// Findings about the retailer file.
    #[serde(flatten)]
    notes: ReadingNotes,
    /// Mappings that no offer used.
    unused_mappings: Vec<String>,
    error: Option<String>,
}

/// `ingest retailer check`
pub(super) async fn check(
    output: &Output,
    config: &Config,
    slug: &Slug,
    limit: usize,
) -> anyhow::Result<Outcome> {
    let directory = read_files(config)?;
    for problem in &directory.problems {
        output.warn(problem);
    }
    let file = directory.retailers.into_iter().find(|file| file.slug == *slug);
    let file = file.with_context(|| format!("no readable retailer file has the slug {slug}"))?;
    let glance = read_preview(output, config, file, Some(limit)).await?;
    output.print(&glance, || format_preview(&glance));
    print_preview(output, &glance);
    anyhow::ensure!(!glance.offers.is_empty(), "no offer of {slug} would be stored");
    Ok(if glance.error.is_none() { Outcome::Done } else { Outcome::PartlyFailed })
}

/// Runs `ingest run --dry-run`: reads and checks every retailer, writes nothing.
pub(super) async fn dry_run(
    output: &Output,
    config: &Config,
    files: Vec<RetailerFile>,
    limit: Option<usize>,
) -> anyhow::Result<Outcome> {
    let looks = files.into_iter().map(|file| read_preview(output, config, file, limit));
    let mut glances = Vec::new();
    for glance in futures::future::join_all(looks).await {
        glances.push(glance?);
    }
    output.print(&glances, || {
        let rows = glances.iter().map(|glance| {
            vec![
                glance.retailer.clone(),
                glance.offers.len().to_string(),
                glance.sold_out.to_string(),
                glance.rejected.len().to_string(),
            ]
        });
        output::format_table(&["retailer", "to store", "sold out", "rejected"], 1..4, rows.collect())
    });
    let failed = glances.iter().filter(|glance| glance.error.is_some()).count();
    for glance in &glances {
        print_preview(output, glance);
    }
    let reads_nothing = failed == glances.len() && glances.iter().all(|glance| glance.offers.is_empty());
    anyhow::ensure!(failed == 0 || !reads_nothing, "no retailer could be crawled");
    Ok(if failed == 0 { Outcome::Done } else { Outcome::PartlyFailed })
}

/// Reads the offers of a retailer that would be stored, at most `limit` of them.
pub(super) async fn read_offers(
    output: &Output,
    config: &Config,
    file: RetailerFile,
    limit: usize,
) -> anyhow::Result<Vec<OfferDraft>> {
    Ok(read_preview(output, config, file, Some(limit)).await?.offers)
}

/// Reads a retailer up to `limit` offers.
async fn read_preview(
    output: &Output,
    config: &Config,
    file: RetailerFile,
    limit: Option<usize>,
) -> anyhow::Result<RetailerPreview> {
    let mut glance = RetailerPreview { retailer: file.slug.to_string(), ..RetailerPreview::default() };
    let limit = limit.unwrap_or(usize::MAX);
    let bar = Progress::new(output).spinner(file.slug.as_str());
    let client = RetailerClient::new(&fetch_settings(config), file.access())?;
    let site = RetailerSite { file: file.clone(), client, now: OffsetDateTime::now_utc(), watch: None };
    let (pages, mut incoming) = ResponseSender::channel(1);
    let reading =
        tokio::spawn(
            async move { platforms::for_kind(site.file.platform).fetch_offers(&site, &pages).await },
        );
    let mut seen = HashSet::new();
    while let Some(page) = incoming.recv().await {
        page.rejected.into_iter().for_each(|rejected| glance.reject(rejected));
        glance.notes.add_left_out(page.left_out);
        for raw in page.offers {
            if seen.insert(raw.external_id.clone()) {
                glance.add_offer(&file, raw);
            }
        }
        bar.set_message(format!("{} offers", glance.offers.len()));
        if glance.offers.len() >= limit {
            break;
        }
    }
    bar.clear();
    glance.unused_mappings = glance.notes.list_unused(&file).map(|mapped| mapped.key.to_owned()).collect();
    if glance.offers.len() >= limit {
        // The rest of the last page was read only for the findings about its categories.
        glance.offers.truncate(limit);
        reading.abort();
        return Ok(glance);
    }
    glance.error = match reading.await.context("the platform adapter panicked")? {
        Ok(Coverage::Complete) => None,
        Ok(Coverage::Except(unread)) => Some(unread.to_string()),
        Err(error) => Some(error.to_string()),
    };
    Ok(glance)
}

impl RetailerPreview {
    /// Builds the preview of a retailer that has no file yet, from a sample.
    pub(super) fn of_sample(
        file: &RetailerFile,
        offers: Vec<RawOffer>,
        rejected: Vec<RejectedListing>,
    ) -> Self {
        let mut glance = RetailerPreview { retailer: file.slug.to_string(), ..RetailerPreview::default() };
        rejected.into_iter().for_each(|rejected| glance.reject(rejected));
        offers.into_iter().for_each(|raw| glance.add_offer(file, raw));
        glance.unused_mappings = glance.notes.list_unused(file).map(|mapped| mapped.key.to_owned()).collect();
        glance
    }

    fn add_offer(&mut self, file: &RetailerFile, raw: RawOffer) {
        let id = raw.external_id.clone();
        match parse_draft_with_notes(file, raw, &LearntCategories::default(), &mut self.notes) {
            Ok(ParsedDraft::Priced(draft)) => self.offers.push(draft),
            Ok(ParsedDraft::WithoutPrice(_)) => self.sold_out += 1,
            Err(rejection) => self.rejected.push((id, rejection.to_string())),
        }
    }

    fn reject(&mut self, rejected: RejectedListing) {
        self.rejected.push((rejected.id_or_url, rejected.rejection.to_string()));
    }

    pub(super) fn has_offers(&self) -> bool {
        !self.offers.is_empty()
    }
}

/// Formats the offers, then the findings about the file.
pub(super) fn format_preview(glance: &RetailerPreview) -> String {
    let mut parts = vec![table(glance)];
    parts.extend(category_tables(glance));
    parts.join("\n\n")
}

/// Formats categories without a mapping, titles that contradict their mapping, and unused mappings.
fn category_tables(glance: &RetailerPreview) -> Vec<String> {
    let mut parts = Vec::new();
    if !glance.notes.unmapped.is_empty() {
        let mut unmapped: Vec<_> = glance.notes.unmapped.iter().collect();
        unmapped.sort_by_key(|(_, found)| std::cmp::Reverse(found.offers));
        let rows = unmapped.into_iter().map(|(path, found)| {
            let guess = found.guess_category().map_or("–", |category| category.as_str());
            let example: String = found.example.chars().take(SHOWN_TITLE).collect();
            vec![path.clone(), found.offers.to_string(), guess.to_owned(), example]
        });
        let headings = ["unmapped categories", "offers", "category by title", "example"];
        parts.push(output::format_table(&headings, 1..2, rows.collect()));
    }
    if !glance.notes.contradictions.is_empty() {
        let rows = glance.notes.contradictions.iter().map(|contradiction| {
            let example = contradiction.examples.first().map(String::as_str).unwrap_or_default();
            vec![
                contradiction.mapped.to_owned(),
                contradiction.title_says.to_string(),
                contradiction.offers.to_string(),
                example.chars().take(SHOWN_TITLE).collect(),
            ]
        });
        let headings = ["mapped to", "category by title", "offers", "example"];
        parts.push(output::format_table(&headings, 2..3, rows.collect()));
    }
    if !glance.unused_mappings.is_empty() {
        let rows = glance.unused_mappings.iter().map(|key| vec![key.clone()]).collect();
        parts.push(output::format_table(&["unused mappings"], 0..0, rows));
    }
    parts
}

pub(super) fn print_preview(output: &Output, glance: &RetailerPreview) {
    const SHOWN: usize = 10;
    for (id_or_url, reason) in glance.rejected.iter().take(SHOWN) {
        output.warn(format!("{}: {id_or_url} is rejected: {reason}", glance.retailer));
    }
    if glance.rejected.len() > SHOWN {
        output.warn(format!("{}: {} more are rejected", glance.retailer, glance.rejected.len() - SHOWN));
    }
    for (field, count) in &glance.notes.left_out {
        output.warn(format!("{}: left out {field} of {count} listings: odd form", glance.retailer));
    }
    if let Some(error) = &glance.error {
        output.warn(format!("{}: {error}", glance.retailer));
    }
}

fn table(glance: &RetailerPreview) -> String {
    let rows = glance.offers.iter().map(|draft| {
        let title = draft.title_en.as_deref().or(draft.title_ar.as_deref()).unwrap_or_default();
        vec![
            draft.external_id.clone(),
            title.chars().take(SHOWN_TITLE).collect(),
            draft.category.map_or("–", |category| category.as_str()).to_owned(),
            draft.manufacturer.clone().unwrap_or_else(|| "–".to_owned()),
            draft.model.clone().unwrap_or_else(|| "–".to_owned()),
            draft.part_numbers.first().cloned().unwrap_or_else(|| "–".to_owned()),
            draft.price.to_string(),
            draft.list_price.map_or_else(|| "–".to_owned(), |price| price.to_string()),
            stock_word(draft),
        ]
    });
    let headings = ["id", "title", "category", "manufacturer", "model", "part number", "KWD", "was", "stock"];
    output::format_table(&headings, 6..8, rows.collect())
}

fn stock_word(draft: &OfferDraft) -> String {
    match (draft.stock, draft.stock_left) {
        (Stock::In, Some(left)) => format!("in ({left})"),
        (Stock::In, None) => "in".to_owned(),
        (Stock::Out, _) => "out".to_owned(),
        (Stock::PreOrder, _) => "pre-order".to_owned(),
        (Stock::Unknown, _) => "unknown".to_owned(),
    }
}

/// Returns the serialised name of a unit variant.
fn word(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
