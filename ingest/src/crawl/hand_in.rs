//! Reads the lists that a retailer handed in: checked, screened and stored like the offers of a crawl.
//!
//! A whole list is a crawl of everything, a list of changes is a refresh of some offers. A worker that dies amid a list
//! leaves it waiting; whoever reads it again stores the same.

use std::{collections::HashMap, sync::Arc};

use domain::{
    model::{HandedListId, JobId, RejectReason, RetailerId, Slug},
    store::{
        clock,
        crawls::{self, CrawlCounters, CrawlKind, CrawlState},
        handed_lists::{self, ListMode, ListResult, ListState, RefusedRow, WaitingList},
        prices, retailers,
    },
};
use sqlx::PgPool;
use time::Duration;

use super::{
    CrawlEnd, CrawlReport, IngestContext, find_wrong_clock, learnt_categories, lock,
    parse_ahead::ParsedResponse, record_metrics, running_crawl::RunningCrawl, store_end, store_retailer,
};
use crate::{
    database,
    platforms::{self, Coverage, FeedColumns, ResponseSender, RetailerError, SentList, Unread},
    progress::Bar,
    raw_offer::{RejectedListing, RetailerResponse},
    retailer_file::RetailerFile,
};

/// Number of responses that the reader of a list may be ahead of the parser.
const MAX_UNPARSED_RESPONSES: usize = 4;
/// Times that a list is begun before it counts as one that kills its worker.
const MAX_ATTEMPTS: i32 = 3;
/// Maximum length of a text in an answer to the retailer, in characters.
const MAX_TEXT_CHARS: usize = 500;

/// Reads the lists of a retailer that wait, the oldest first, up to `last`; `None` where another process reads the
/// retailer. Lists after `last` have jobs of their own. Returns the counters of all together.
///
/// # Errors
/// On database errors.
pub async fn read_handed_lists(
    context: &IngestContext,
    file: &RetailerFile,
    last: HandedListId,
    job_id: Option<JobId>,
    bar: &Bar,
) -> anyhow::Result<Option<CrawlCounters>> {
    let retailer_id = store_retailer(&context.db, file).await?;
    let Some(lock) = lock::acquire(&context.db, &file.slug).await? else { return Ok(None) };
    if let Some(wrong) = find_wrong_clock(&context.db).await? {
        lock.release().await;
        anyhow::bail!("{wrong}");
    }
    let result = read_locked(context, file, retailer_id, last, job_id, bar).await;
    lock.release().await;
    result.map(Some)
}

/// Ends the waiting lists of a retailer up to `last` without reading them, for the reason `why`.
///
/// # Errors
/// On database errors.
pub async fn refuse_handed_lists(
    context: &IngestContext,
    retailer: &Slug,
    last: HandedListId,
    why: &str,
) -> anyhow::Result<()> {
    let Some(retailer) = retailers::find_by_slug(&context.db, retailer).await? else { return Ok(()) };
    while let Some(list) = handed_lists::begin_next(&context.db, retailer.id, last).await? {
        refuse(context, list.id, why).await?;
    }
    Ok(())
}

async fn refuse(context: &IngestContext, list: HandedListId, why: &str) -> sqlx::Result<()> {
    let result = ListResult { problem: Some(why.to_owned()), ..ListResult::default() };
    handed_lists::finish(&context.db, list, ListState::Failed, &result).await
}

async fn read_locked(
    context: &IngestContext,
    file: &RetailerFile,
    retailer_id: RetailerId,
    last: HandedListId,
    job_id: Option<JobId>,
    bar: &Bar,
) -> anyhow::Result<CrawlCounters> {
    let mut all = CrawlCounters::default();
    while !context.stop.is_cancelled() {
        let Some(list) = handed_lists::begin_next(&context.db, retailer_id, last).await? else { break };
        if list.attempts > MAX_ATTEMPTS {
            refuse(context, list.id, "it could not be read after several attempts").await?;
            continue;
        }
        let counters = read_list(context, file, retailer_id, list, job_id, bar).await?;
        all.pages += counters.pages;
        all.accepted += counters.accepted;
        all.new += counters.new;
        all.changed += counters.changed;
        all.unchanged += counters.unchanged;
        all.ended += counters.ended;
        all.rejected += counters.rejected;
        all.held += counters.held;
        all.unmatched += counters.unmatched;
    }
    Ok(all)
}

/// Reads one list and stores what became of it. A worker that is told to stop leaves the list waiting.
async fn read_list(
    context: &IngestContext,
    file: &RetailerFile,
    retailer_id: RetailerId,
    list: WaitingList,
    job_id: Option<JobId>,
    bar: &Bar,
) -> anyhow::Result<CrawlCounters> {
    let (db, id, mode) = (&context.db, list.id, list.mode);
    let now = clock::now(db).await?;
    prices::ensure_partitions(db, now - Duration::days(1), now + Duration::days(1)).await?;
    let crawl_id = crawls::start(db, retailer_id, kind_of(mode), job_id).await?;
    let mut running_crawl =
        RunningCrawl::start(context, file, retailer_id, crawl_id, Arc::default(), bar).await?;
    if mode == ListMode::Whole {
        running_crawl.set_own_list();
    }
    let mut rows = ListRows::default();
    let outcome = read_and_store(context, file, retailer_id, list, &mut rows, &mut running_crawl).await;
    let report = match outcome {
        Ok(ending) => running_crawl.finish(ending, &context.config.price_screen).await,
        Err(error) => Err(error),
    };
    let counters = report.as_ref().map_or_else(|_| running_crawl.counters(), |report| report.counters);
    let stored = store_end(db, crawl_id, &report, &counters).await;
    let report = match report {
        Ok(report) => report,
        Err(error) if database::is_caused_by_outage(&error) || context.stop.is_cancelled() => {
            // While the database is away, the attempt counts.
            let _ = handed_lists::put_back(db, id).await;
            return Err(error);
        }
        Err(error) => {
            end_unstorable(db, &file.slug, id, counters, &error).await?;
            return Ok(counters);
        }
    };
    stored?;
    if context.stop.is_cancelled() {
        handed_lists::put_back(db, id).await?;
        return Ok(counters);
    }
    let refused = running_crawl.take_first_rejected();
    let columns = file.feed.as_ref().map(|feed| feed.columns.clone()).unwrap_or_default();
    let refused = refused.into_iter().map(|listing| describe(listing, &rows, &columns)).collect();
    handed_lists::finish(db, id, state_of(mode, &report), &result_of(&report, refused)).await?;
    record_metrics(&file.slug, &counters);
    tracing::info!(
        retailer = %file.slug, list = %id, ?mode, state = ?report.state, read = counters.accepted, rejected = counters.rejected,
        held = counters.held, error = report.error.as_deref(), "Read a list of {}: {} offers", file.slug, counters.accepted
    );
    Ok(counters)
}

/// The kind of crawl as which a list is reported.
const fn kind_of(mode: ListMode) -> CrawlKind {
    match mode {
        ListMode::Whole => CrawlKind::Crawl,
        ListMode::Changes => CrawlKind::Refresh,
    }
}

/// Ends a list that cannot be stored, however often it is read: it must not keep the lists behind it waiting.
async fn end_unstorable(
    db: &PgPool,
    retailer: &Slug,
    list: HandedListId,
    counters: CrawlCounters,
    error: &anyhow::Error,
) -> sqlx::Result<()> {
    tracing::error!(retailer = %retailer, list = %list, error = format!("{error:#}"), "Cannot store a list of {retailer}");
    let problem = Some("a fault of Tajmeea, and not of the list, kept it from being stored".to_owned());
    let result = ListResult { problem, ..counts_of(counters) };
    let state = if has_stored(counters) { ListState::Partial } else { ListState::Failed };
    handed_lists::finish(db, list, state, &result).await
}

/// The rows of a list.
#[derive(Default)]
struct ListRows {
    /// Number of the first row of each id.
    numbers: HashMap<String, u64>,
    /// Number of rows that were refused without an id: each may be of any offer.
    unidentified: u64,
}

impl ListRows {
    fn add(&mut self, response: &mut RetailerResponse) {
        for (id, row) in std::mem::take(&mut response.rows) {
            self.numbers.entry(id).or_insert(row);
        }
        let unidentified =
            response.rejected.iter().filter(|rejected| !self.numbers.contains_key(&rejected.id_or_url));
        self.unidentified += unidentified.count() as u64;
    }

    fn coverage(&self) -> Coverage {
        let why = match self.unidentified {
            0 => return Coverage::Complete,
            1 => "a row has no readable id: what is missing was not ended, for it may be that row".to_owned(),
            rows => format!(
                "{rows} rows have no readable id: what is missing was not ended, for it may be one of them"
            ),
        };
        Coverage::Except(Unread::because(why))
    }
}

async fn read_and_store(
    context: &IngestContext,
    file: &RetailerFile,
    retailer_id: RetailerId,
    list: WaitingList,
    rows: &mut ListRows,
    running_crawl: &mut RunningCrawl<'_>,
) -> anyhow::Result<CrawlEnd> {
    let (file, mode) = (Arc::new(file.clone()), list.mode);
    let learnt = Arc::new(learnt_categories(&context.db, retailer_id).await?);
    let (sender, mut responses) = ResponseSender::channel(MAX_UNPARSED_RESPONSES);
    let sent = SentList { format: list.format, charset: list.charset, body: list.body };
    let read_file = file.clone();
    let now = clock::now(&context.db).await?;
    let reading =
        tokio::task::spawn_blocking(move || platforms::read_handed_list(&read_file, sent, now, &sender));
    let mut deleted = Vec::new();
    loop {
        let response = tokio::select! {
            response = responses.recv() => response,
            () = context.stop.cancelled() => return Ok(CrawlEnd::Stopped),
        };
        let Some(mut response) = response else { break };
        deleted.append(&mut response.deleted);
        rows.add(&mut response);
        let (file, learnt) = (file.clone(), learnt.clone());
        // Reading titles takes longer than the tasks of other jobs should wait.
        let parsed =
            tokio::task::spawn_blocking(move || ParsedResponse::parse(&file, &learnt, response)).await?;
        running_crawl.add_response(parsed).await?;
    }
    running_crawl.flush().await?;
    let end = reading.await.unwrap_or_else(|_| Err(RetailerError::Other("its reader stopped".to_owned())));
    // A list that is cut off may be a wrong one: it ends nothing.
    match mode {
        _ if end.is_err() => {}
        ListMode::Whole => running_crawl.set_deleted(deleted),
        ListMode::Changes => running_crawl.end_deleted(&deleted).await?,
    }
    Ok(match (end, mode) {
        (Err(error), _) => CrawlEnd::AdapterFinished(Err(error)),
        (Ok(()), ListMode::Whole) => CrawlEnd::AdapterFinished(Ok(rows.coverage())),
        (Ok(()), ListMode::Changes) => CrawlEnd::Refreshed(None),
    })
}

fn state_of(mode: ListMode, report: &CrawlReport) -> ListState {
    match (report.state, mode) {
        (CrawlState::Complete, _) if report.error.is_none() => ListState::Stored,
        // Some rows may be of any offer, so that nothing could be ended.
        (CrawlState::Complete, _) => ListState::Held,
        (CrawlState::Partial, ListMode::Changes) if report.error.is_none() => ListState::Stored,
        (CrawlState::Held, _) => ListState::Held,
        (CrawlState::Partial | CrawlState::Running, _) => ListState::Partial,
        (CrawlState::Failed, _) if has_stored(report.counters) => ListState::Partial,
        (CrawlState::Failed, _) => ListState::Failed,
    }
}

/// Whether something of a list was stored or ended.
fn has_stored(counters: CrawlCounters) -> bool {
    counters.accepted > 0 || counters.ended > 0
}

fn result_of(report: &CrawlReport, refused: Vec<RefusedRow>) -> ListResult {
    ListResult { problem: report.error.as_deref().map(cut), refused, ..counts_of(report.counters) }
}

fn counts_of(counters: CrawlCounters) -> ListResult {
    ListResult {
        stored: counters.accepted - counters.held,
        new: counters.new,
        changed: counters.changed,
        unchanged: counters.unchanged,
        ended: counters.ended,
        rejected: counters.rejected,
        held: counters.held,
        problem: None,
        refused: Vec::new(),
    }
}

/// Describes a rejection to the retailer, with the row and the column of its own list.
fn describe(listing: RejectedListing, rows: &ListRows, columns: &FeedColumns) -> RefusedRow {
    let RejectedListing { id_or_url, rejection, .. } = listing;
    let known_row = rows.numbers.get(&id_or_url).copied();
    // A row without an id is named by its number.
    let row = known_row.or_else(|| id_or_url.strip_prefix("row ")?.parse().ok());
    let id = (known_row.is_some() || row.is_none()).then(|| cut(&id_or_url));
    let field = find_field(rejection.reason, &rejection.detail, columns);
    let detail = cut(&rejection.detail);
    RefusedRow { row, id, field, reason: rejection.reason.as_str().to_owned(), detail }
}

/// Returns the column that a rejection is about, where it is one.
fn find_field(reason: RejectReason, detail: &str, columns: &FeedColumns) -> Option<String> {
    match reason {
        RejectReason::Price
        | RejectReason::SeveralPrices
        | RejectReason::Currency
        | RejectReason::SoldOut => Some(columns.price.clone()),
        RejectReason::NotNew if detail.starts_with("its title") => Some(columns.title.clone()),
        RejectReason::NotNew => columns.condition.clone(),
        RejectReason::Incomplete => {
            let named = [&columns.external_id, &columns.title, &columns.url]
                .into_iter()
                .find(|column| detail.starts_with(&format!("{column} is ")));
            let told = || match detail {
                "the title is missing" => Some(&columns.title),
                _ if detail.starts_with("its id") => Some(&columns.external_id),
                _ if detail.ends_with("is no web address") => Some(&columns.url),
                _ => None,
            };
            named.or_else(told).cloned()
        }
        _ => None,
    }
}

/// Cuts a text of the retailer's list, and removes what a terminal or a log would obey.
fn cut(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(MAX_TEXT_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raw_offer::Rejection;

    #[test]
    fn refused_row_names_row_id_and_column() {
        let columns = FeedColumns { price: "amount".to_owned(), ..FeedColumns::default() };
        let rows = ListRows { numbers: HashMap::from([("A-7".to_owned(), 12)]), unidentified: 0 };
        let refused = |id: &str, reason, detail: &str| {
            let listing = RejectedListing {
                id_or_url: id.to_owned(),
                rejection: Rejection::new(reason, detail),
                title: None,
                url: None,
            };
            let row = describe(listing, &rows, &columns);
            (row.row, row.id, row.field)
        };
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(
            refused("A-7", RejectReason::Price, "price: \"Call us\" is not an amount"),
            (Some(12), text("A-7"), text("amount"))
        );
        assert_eq!(refused("row 3", RejectReason::Incomplete, "id is empty"), (Some(3), None, text("id")));
        assert_eq!(
            refused("A-7", RejectReason::NotNew, "its title says that it is used"),
            (Some(12), text("A-7"), text("title"))
        );
        assert_eq!(
            refused("B-1", RejectReason::Incomplete, "\"ftp://x\" is no web address"),
            (None, text("B-1"), text("link"))
        );
        assert_eq!(refused("row 4", RejectReason::Unreadable, "not valid UTF-8"), (Some(4), None, None));
    }
}
