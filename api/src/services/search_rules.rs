//! Administrators' rules about searches, from the database to the engine.

use std::time::{Duration, Instant};

use anyhow::Context;
use domain::store::search_rules::{self, SearchRule};
use indexer::{Engine, SearchRules, SynonymRule};
use sqlx::PgPool;
use tokio::task::spawn_blocking;
use tracing::{info, warn};

/// First pause after a failure; each further failure doubles it, up to the maximum.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const MAX_PAUSE: Duration = Duration::from_secs(30);

/// Loads the rules into the engine whenever one has changed.
#[derive(Debug, Default)]
pub struct RuleFollower {
    /// Version of the rules that the engine has; `None` before the first load.
    version: Option<i64>,
    /// The next attempt after a failure; `None` while loading works.
    retry: Option<Retry>,
}

/// Time to try again, and the pause that led there.
#[derive(Debug, Clone, Copy)]
struct Retry {
    at: Instant,
    pause: Duration,
}

impl Retry {
    /// Returns the attempt after a failure at `now`.
    fn after(previous: Option<Self>, now: Instant) -> Self {
        let pause = previous.map_or(FIRST_PAUSE, |retry| (retry.pause * 2).min(MAX_PAUSE));
        Self { at: now + pause, pause }
    }
}

impl RuleFollower {
    /// Loads the rules if they have changed since the last call. After a failure the engine keeps the rules that it has, and
    /// the next attempt waits for its pause: a rule that cannot be loaded must not hold back changes of products. Each
    /// outage is logged once.
    pub async fn step(&mut self, db: &PgPool, engine: &Engine) {
        if self.retry.is_some_and(|retry| Instant::now() < retry.at) {
            return;
        }
        match self.load_if_changed(db, engine).await {
            Ok(()) if self.retry.take().is_some() => info!("The search rules are followed again"),
            Ok(()) => {}
            Err(error) => {
                if self.retry.is_none() {
                    warn!(
                        error = format!("{error:#}"),
                        "Cannot load the search rules: {error:#}. Searches go on by the rules from before"
                    );
                }
                self.retry = Some(Retry::after(self.retry, Instant::now()));
            }
        }
    }

    async fn load_if_changed(&mut self, db: &PgPool, engine: &Engine) -> anyhow::Result<()> {
        // Before the rules: what changes in between is loaded by the next step.
        let version =
            search_rules::version(db).await.context("cannot read the version of the search rules")?;
        if self.version == Some(version) {
            return Ok(());
        }
        let rules = search_rules::list(db, false).await.context("cannot read the search rules")?;
        let engine = engine.clone();
        spawn_blocking(move || engine.set_rules(engine.compile_rules(engine_rules(&rules)))).await?;
        self.version = Some(version);
        Ok(())
    }
}

/// Converts stored rules, the newest first, to those of the engine. Of several pinned products, the first entered is first.
pub fn engine_rules(rules: &[SearchRule]) -> SearchRules {
    let mut converted = SearchRules::default();
    for rule in rules.iter().rev() {
        if let Some(other) = &rule.other {
            let synonym =
                |words: &str, other: &str| SynonymRule { words: words.to_owned(), other: other.to_owned() };
            converted.synonyms.push(synonym(&rule.text, other));
            if rule.two_way {
                converted.synonyms.push(synonym(other, &rule.text));
            }
            continue;
        }
        let of_text = converted.texts.entry(rule.text_key.clone()).or_default();
        of_text.redirect = rule.path.clone().or(of_text.redirect.take());
        let list = if rule.kind == "PIN" { &mut of_text.pinned } else { &mut of_text.buried };
        // Two rules name one product where theirs were merged.
        list.extend(rule.product_id.filter(|product| !list.contains(product)));
    }
    converted
}

#[cfg(test)]
mod tests {
    use domain::model::{ProductId, SearchRuleId};
    use time::OffsetDateTime;
    use uuid::Uuid;

    use super::*;

    fn pin(product: ProductId) -> SearchRule {
        SearchRule {
            id: SearchRuleId(Uuid::new_v4()),
            kind: "PIN".to_owned(),
            text: "fan".to_owned(),
            text_key: "fan".to_owned(),
            other: None,
            other_key: None,
            two_way: false,
            path: None,
            product_id: Some(product),
            product_name: None,
            created_at: OffsetDateTime::UNIX_EPOCH,
            created_by: None,
            deleted_at: None,
        }
    }

    #[test]
    fn pause_after_each_failure_doubles_up_to_the_maximum() {
        let now = Instant::now();
        let mut retry = None;
        for expected in [250, 500, 1_000] {
            let next = Retry::after(retry, now);
            assert_eq!((next.pause.as_millis(), next.at), (expected, now + next.pause));
            retry = Some(next);
        }
        let last = (0..20).fold(retry, |retry, _| Some(Retry::after(retry, now)));
        assert_eq!(last.map(|retry| retry.pause), Some(MAX_PAUSE));
    }

    #[test]
    fn products_that_were_merged_are_pinned_once() {
        let [first, second] = [ProductId::random(), ProductId::random()];
        let rules = engine_rules(&[pin(second), pin(first), pin(second)]);
        assert_eq!(rules.texts["fan"].pinned, [second, first]);
    }
}
