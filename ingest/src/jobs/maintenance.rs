//! Tasks that belong to no single retailer.

use domain::{
    store::{
        cached_responses, expiry, feed, figures,
        matches::{self, RunCounters},
        pictures::PlaceholderRule,
        prices, reductions, roll_up,
    },
    transactions::{
        automatic_matches::MatchedOffers, first_prices::screen_first_prices, key_matches,
        picture_choices::choose_for_new_products, popularity, price_ratings,
    },
};
use serde_json::{Value, json};
use time::{Duration, OffsetDateTime};

use super::TaskEnd;
use crate::{crawl::IngestContext, matching, pictures};

/// Days after which a page that no crawl or refresh has met is deleted.
const PAGE_DAYS: i32 = 30;

/// Maximum number of matcher runs in one job. Offers stored during one run get another run; beyond this number they
/// wait for the next job.
const MAX_MATCHER_RUNS: usize = 3;

/// Matches all offers to products, and chooses pictures for new products.
pub(super) async fn run_matcher(context: &IngestContext) -> anyhow::Result<TaskEnd> {
    let db = &context.db;
    let limits = &context.config.price_screen;
    let (mut by_key, mut done) = (MatchedOffers::default(), RunCounters::default());
    for _ in 0..MAX_MATCHER_RUNS {
        let mut tx = db.begin().await?;
        by_key += key_matches::match_waiting_by_key(&mut tx, limits).await?;
        tx.commit().await?;
        let run = matching::run(db, &context.config, false, &context.stop, |_| ()).await?;
        done.matched += run.matched;
        done.compared += run.compared;
        done.asked += run.asked;
        done.created += run.created;
        done.held += run.held;
        if context.stop.is_cancelled() {
            return Ok(TaskEnd::Requeue);
        }
        // A crawl that ended during the run could queue no second job beside this one.
        if !matches::has_uncompared(db).await? {
            break;
        }
    }
    let mut tx = db.begin().await?;
    let now = OffsetDateTime::now_utc();
    prices::ensure_partitions(&mut *tx, now, now).await?;
    screen_first_prices(&mut tx, limits, now).await?;
    tx.commit().await?;
    let mut tx = db.begin().await?;
    let rule = PlaceholderRule::from(&context.config.pictures);
    let chosen = choose_for_new_products(&mut tx, rule).await?;
    tx.commit().await?;
    Ok(TaskEnd::Done(json!({
        "matched": by_key.matched + done.matched,
        "held": by_key.held + done.held,
        "compared": done.compared,
        "asked": done.asked,
        "productsCreated": done.created,
        "picturesChosen": chosen,
    })))
}

/// Creates the partitions of the coming 62 days.
pub(super) async fn create_partitions(context: &IngestContext) -> anyhow::Result<Value> {
    let now = OffsetDateTime::now_utc();
    prices::ensure_partitions(&context.db, now, now + Duration::days(62)).await?;
    Ok(json!({ "partitionsUntil": (now + Duration::days(62)).date().to_string() }))
}

/// Rolls up the price history of past days, then thins old months.
pub(super) async fn roll_up_history(context: &IngestContext) -> anyhow::Result<Value> {
    let today = OffsetDateTime::now_utc().date();
    // Yesterday is left out: a crawl that began before midnight may still be storing its points.
    let rolled = roll_up::run(&context.db, today - Duration::days(1)).await?;
    let before = today - Duration::days(context.config.history.thin_after_days.into());
    let (mut months, mut dropped) = (0, 0);
    while !context.stop.is_cancelled() {
        let Some(points) = roll_up::thin_month(&context.db, before).await? else { break };
        months += 1;
        dropped += points;
    }
    Ok(
        json!({ "products": rolled.products, "days": rolled.days, "monthsThinned": months, "pointsDropped": dropped }),
    )
}

/// Rates the price of each product that changed, or whose rating is old.
pub(super) async fn rate_prices(context: &IngestContext) -> anyhow::Result<Value> {
    let rated = price_ratings::rate_due(&context.db, OffsetDateTime::now_utc()).await?;
    Ok(serde_json::to_value(rated)?)
}

/// Computes the popularity of each product.
pub(super) async fn update_popularity(context: &IngestContext) -> anyhow::Result<Value> {
    let today = OffsetDateTime::now_utc().date();
    let changed = popularity::update_popularity(&context.db, &context.config.popularity, today).await?;
    Ok(json!({ "productsMoved": changed }))
}

/// Rolls up the figures of the administrators' dashboard.
pub(super) async fn roll_up_figures(context: &IngestContext) -> anyhow::Result<Value> {
    Ok(serde_json::to_value(figures::roll_up(&context.db).await?)?)
}

/// Deletes expired rows and unused pictures.
pub(super) async fn delete_expired(context: &IngestContext) -> anyhow::Result<Value> {
    let (db, settings) = (&context.db, context.config.expiry);
    let unused_pictures = pictures::delete_unused(context).await?;
    feed::identity(db).await?;
    let today = OffsetDateTime::now_utc().date();
    let oldest_interest = today - Duration::days(settings.interest_days.into());
    let oldest_click_outs = today - Duration::days(settings.click_outs_days.into());
    Ok(json!({
        "sessions": expiry::delete_sessions(db).await?,
        "passkeyChallenges": expiry::delete_passkey_challenges(db).await?,
        "rateLimits": expiry::delete_full_buckets(db).await?,
        "jobs": expiry::delete_jobs(
            db,
            settings.finished_jobs_days.get().into(),
            settings.parked_jobs_days.get().into(),
        )
        .await?,
        "handedLists": expiry::delete_handed_lists(db, settings.finished_jobs_days.get().into()).await?,
        "crawls": expiry::delete_crawls(db, settings.crawl_reports_days).await?,
        "heldOffers": expiry::delete_decided_offers(db, settings.decided_offers_days).await?,
        "interest": expiry::delete_interest(db, oldest_interest).await?,
        "clickOuts": expiry::delete_click_outs(db, oldest_click_outs).await?,
        "reductions": reductions::delete_old(db).await?,
        "buildViews": expiry::delete_build_views(db, today).await?,
        "guestBuilds": expiry::delete_guest_builds(db, settings.guest_builds_days.into()).await?,
        "buildSuggestions": expiry::delete_build_suggestions(db, settings.build_suggestions_days.into()).await?,
        "listingDecisions": expiry::delete_listing_decisions(db, settings.listing_decisions_days.into()).await?,
        "searches": expiry::delete_searches(db, today, today - Duration::days(settings.searches_days.into())).await?,
        "searchRules": expiry::delete_search_rules(db).await?,
        "refreshedPages": expiry::delete_refreshed_pages(db, PAGE_DAYS).await?,
        "rememberedPages": cached_responses::prune(db, PAGE_DAYS).await?,
        "pictures": unused_pictures.pictures,
        "pictureAddresses": unused_pictures.sources,
        "feedRows": feed::prune(&mut *db.acquire().await?, settings.feed_days).await?,
    }))
}
