//! Choices of visitors after searching a text, from the counts in Postgres to the points of the engine (`QueryPrior`).
//!
//! Each api loads the choices of all texts that have enough clicks every minute, and searches read what was loaded last: a search
//! touches no SQL. Off by default (`search.choice_points = 0`), until there is data.
//!
//! Position bias is corrected by inverse propensity: a person looks at place r with a probability of 1/r, so a choice there
//! counts r times (Joachims, Swaminathan and Schnabel, *Unbiased Learning-to-Rank with Biased Feedback*, WSDM 2017, with
//! eta = 1). The share of product p for a text is then
//!
//! `share(p) = sum(w * min(r, 10) over the choices of p) / sum(w * min(r, 10) over the choices of all products)`
//!
//! with a weight w of 1 for a click and 2 for an addition to a build; p gets `choice_points * share(p)`. Places behind the tenth
//! count like it (clipped propensities, as in the same paper): one click there would outweigh ten at the top. Postgres holds
//! the sum of the places, so their mean is clipped.

use std::{
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};

use domain::{
    config,
    store::search_choices::{self, ProductChoices},
};
use indexer::{QueryChoice, QueryPrior};
use sqlx::PgPool;
use time::OffsetDateTime;
use tokio::{sync::watch, task::spawn_blocking};
use tracing::warn;

/// Interval of loading.
const LOAD_EVERY: Duration = Duration::from_secs(60);
/// Number of days whose choices count, today included.
const DAYS: i64 = 90;
/// Maximum number of texts whose choices are kept in memory: those with the most clicks. A text has some kilobytes at most.
const MAX_TEXTS: i64 = 20_000;

/// The choices that this process has loaded. Clones share them.
#[derive(Debug, Clone)]
pub struct SearchChoices {
    settings: config::Search,
    loaded: Arc<RwLock<Arc<QueryPrior>>>,
}

impl SearchChoices {
    /// Creates choices of which nothing is loaded yet.
    pub fn new(settings: config::Search) -> Self {
        Self { settings, loaded: Arc::default() }
    }

    /// Returns what was loaded last; empty where the configuration gives no points.
    pub fn prior(&self) -> Arc<QueryPrior> {
        Arc::clone(&self.loaded.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Loads the choices, unless the configuration gives no points.
    ///
    /// # Errors
    /// On database errors; what was loaded before then stays.
    pub async fn load(&self, db: &PgPool) -> anyhow::Result<()> {
        let config::Search { choice_points, choice_clicks, .. } = self.settings;
        if choice_points == 0 {
            return Ok(());
        }
        let today = OffsetDateTime::now_utc().date();
        let first_day = today - time::Duration::days(DAYS - 1);
        let min_clicks = i64::from(choice_clicks.get());
        let choices = search_choices::list(db, first_day, today, min_clicks, MAX_TEXTS).await?;
        // Some hundred thousand choices take a while.
        let prior = spawn_blocking(move || QueryPrior::of(choices.iter().flat_map(to_query_choices))).await?;
        let prior = prior.with_limits(f32::from(choice_points), u64::from(choice_clicks.get()));
        *self.loaded.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(prior);
        Ok(())
    }

    /// Loads at each interval until `stopping` turns true.
    pub async fn run(self, db: PgPool, mut stopping: watch::Receiver<bool>) {
        loop {
            if let Err(error) = self.load(&db).await {
                warn!(
                    "Cannot load what visitors choose: {error}. Searches go on with the choices from before"
                );
            }
            // An error means that the sender is gone: stop as well.
            if tokio::time::timeout(LOAD_EVERY, stopping.wait_for(|stop| *stop)).await.is_ok() {
                return;
            }
        }
    }
}

/// Returns the choices of a product at whole places: of `n` choices with a sum of places of `s`, so many at the place below the
/// mean and so many at the one above it that their sum is `s`.
fn to_query_choices(choices: &ProductChoices) -> Vec<QueryChoice> {
    let choice = |rank: u32| QueryChoice {
        text: choices.text.clone(),
        product: choices.product_id,
        rank,
        clicks: 0,
        additions: 0,
        click_outs: 0,
    };
    let clicks = split(choices.clicks, choices.click_ranks)
        .map(|(clicks, rank)| QueryChoice { clicks, ..choice(rank) });
    let additions = split(choices.additions, choices.addition_ranks)
        .map(|(additions, rank)| QueryChoice { additions, ..choice(rank) });
    clicks.into_iter().chain(additions).filter(|choice| choice.clicks + choice.additions > 0).collect()
}

/// Splits a number of choices with a sum of places into those at two neighbouring places.
fn split(number: i64, ranks: i64) -> [(u32, u32); 2] {
    let whole = |number: i64| u32::try_from(number).unwrap_or(if number < 0 { 0 } else { u32::MAX });
    if number <= 0 {
        return [(0, 1); 2];
    }
    let (below, rest) = (ranks / number, ranks % number);
    [(whole(number - rest), whole(below)), (whole(rest), whole(below + 1))]
}

#[cfg(test)]
mod tests {
    use domain::model::ProductId;

    use super::*;

    #[test]
    fn choices_at_whole_places_have_the_stored_sum() {
        for (number, ranks, wanted) in
            [(4, 10, [(2, 2), (2, 3)]), (3, 3, [(3, 1), (0, 2)]), (0, 0, [(0, 1), (0, 1)])]
        {
            assert_eq!(split(number, ranks), wanted, "{number} at {ranks}");
        }
        let choices = ProductChoices {
            text: "fan".to_owned(),
            product_id: ProductId::random(),
            clicks: 4,
            click_ranks: 10,
            additions: 1,
            addition_ranks: 7,
        };
        let found: Vec<_> = to_query_choices(&choices)
            .into_iter()
            .map(|choice| (choice.rank, choice.clicks, choice.additions))
            .collect();
        assert_eq!(found, [(2, 2, 0), (3, 2, 0), (7, 0, 1)]);
    }
}
