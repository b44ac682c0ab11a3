//! Counts of what visitors search: collected in memory, added to the day's counts in Postgres every few seconds.
//!
//! A text is shown only when visitors from several networks typed it (`search_visitors.rs`). What is stored of a visitor is a
//! digest of network and text with a secret of the day: nobody can tell which texts came from one network. Digests and secret are
//! deleted after the day. Accounts are never read.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::http::HeaderMap;
use domain::{
    model::ProductId,
    store::{
        builds,
        searches::{self, CountedText, MIN_VISITORS},
        users::Language,
    },
};
use serde_json::Value;
use sha2::{Digest, Sha256};
use sqlx::PgPool;
use time::{Date, OffsetDateTime};
use tokio::sync::watch;
use tracing::warn;

use super::search_visitors::{Visitor, Visitors};
use crate::http::limit::{ClientAddress, NetworkKey, RateLimits};

/// Interval of storing. A killed process loses at most the searches of this time.
const STORE_EVERY: Duration = Duration::from_secs(5);
/// Maximum number of texts that wait to be stored; further ones are not counted.
const MAX_TEXTS: usize = 2_000;
/// Maximum number of different products and of different next texts of a waiting text.
const MAX_DETAILS: usize = 20;

/// Action of a visitor on a result of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultAction {
    /// The first click.
    Click,
    /// An addition to a build, right from the results.
    Addition,
}

/// A text in a language of the site.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SearchedText {
    /// Normalised, 1 to 200 characters.
    pub text: String,
    pub language: Language,
}

/// Result of a search.
#[derive(Debug, Clone)]
pub struct SearchOutcome {
    pub results: u64,
    /// Understood parts, as a JSON list.
    pub understood: Value,
    /// Words that had to be dropped.
    pub unknown_words: Vec<String>,
}

/// Searches that are not stored yet. Cheap to clone.
#[derive(Clone)]
pub struct SearchLog {
    /// `None` where the configuration turns the log off.
    log: Option<Arc<WaitingLog>>,
}

struct WaitingLog {
    visitors: Visitors,
    waiting: Mutex<HashMap<(Date, SearchedText), WaitingText>>,
    /// The last day for which something was stored, and its secret.
    salt: Mutex<Option<(Date, Vec<u8>)>>,
}

#[derive(Debug, Default)]
struct WaitingText {
    searches: i64,
    empty_searches: i64,
    outcome: Option<SearchOutcome>,
    /// At most [`MIN_VISITORS`]: more need not be told apart.
    visitors: HashSet<NetworkKey>,
    /// Number of clicks and sum of their places, by product.
    clicks: HashMap<ProductId, (i64, i64)>,
    /// Additions, likewise.
    additions: HashMap<ProductId, (i64, i64)>,
    next_texts: HashMap<String, i64>,
}

impl SearchLog {
    /// Creates a log; one that is off counts nothing.
    pub fn new(is_on: bool, limits: Arc<RateLimits>) -> Self {
        let log = || WaitingLog {
            visitors: Visitors::new(limits),
            waiting: Mutex::default(),
            salt: Mutex::default(),
        };
        Self { log: is_on.then(|| Arc::new(log())) }
    }

    /// Returns the visitor to count for; `None` where the log is off, and for visitors that do not count
    /// ([`Visitors::admit`]).
    pub fn admit(&self, address: ClientAddress, headers: &HeaderMap) -> Option<Visitor> {
        self.log.as_ref()?.visitors.admit(address, headers)
    }

    /// Counts a search that the app requests; `previous` is the text that the visitor searched before. A search that was
    /// counted when the server rendered its page is not counted again.
    pub fn count_search(
        &self,
        visitor: Visitor,
        searched: SearchedText,
        previous: Option<String>,
        outcome: SearchOutcome,
    ) {
        if self.log.as_ref().is_some_and(|log| log.visitors.take_rendered(visitor, &searched)) {
            return;
        }
        if let Some(previous) = previous.filter(|previous| *previous != searched.text) {
            let refined = SearchedText { text: previous, language: searched.language };
            self.change(refined, |waiting| {
                if waiting.next_texts.len() < MAX_DETAILS || waiting.next_texts.contains_key(&searched.text) {
                    *waiting.next_texts.entry(searched.text.clone()).or_default() += 1;
                }
            });
        }
        self.add_search(visitor, searched, outcome);
    }

    /// Counts a search whose page the server renders with its results: the app need not request them.
    pub fn count_rendered_search(&self, visitor: Visitor, searched: SearchedText, outcome: SearchOutcome) {
        if let Some(log) = &self.log {
            log.visitors.remember_rendered(visitor, &searched);
        }
        self.add_search(visitor, searched, outcome);
    }

    fn add_search(&self, visitor: Visitor, searched: SearchedText, outcome: SearchOutcome) {
        self.change(searched, |waiting| {
            waiting.searches += 1;
            waiting.empty_searches += i64::from(outcome.results == 0);
            waiting.outcome = Some(outcome);
            if waiting.visitors.len() < MIN_VISITORS {
                waiting.visitors.insert(visitor.network());
            }
        });
    }

    /// Counts a choice among the results, once a day for each browser, text and product; `rank` is the product's place, from 1.
    pub fn count_choice(
        &self,
        visitor: Visitor,
        searched: SearchedText,
        product: ProductId,
        rank: u32,
        action: ResultAction,
    ) {
        let Some(log) = &self.log else { return };
        if !log.visitors.is_first_choice(visitor, &searched, product, action) {
            return;
        }
        self.change(searched, |waiting| {
            let choices = match action {
                ResultAction::Click => &mut waiting.clicks,
                ResultAction::Addition => &mut waiting.additions,
            };
            if choices.len() < MAX_DETAILS || choices.contains_key(&product) {
                let (number, ranks) = choices.entry(product).or_default();
                *number += 1;
                *ranks += i64::from(rank);
            }
        });
    }

    fn change(&self, searched: SearchedText, change: impl FnOnce(&mut WaitingText)) {
        let Some(log) = &self.log else { return };
        let key = (OffsetDateTime::now_utc().date(), searched);
        let mut waiting = log.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < MAX_TEXTS || waiting.contains_key(&key) {
            change(waiting.entry(key).or_default());
        }
    }

    /// Adds the collected searches to the counts of their days. On a new day, deletes what is rare of the days before.
    ///
    /// # Errors
    /// On database errors; the searches are then lost, because they are not worth keeping in memory.
    pub async fn store(&self, db: &PgPool) -> sqlx::Result<()> {
        let Some(log) = &self.log else { return Ok(()) };
        let waiting = std::mem::take(&mut *log.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        let mut days: HashMap<Date, Vec<(SearchedText, WaitingText)>> = HashMap::new();
        for ((day, searched), counts) in waiting {
            days.entry(day).or_default().push((searched, counts));
        }
        let mut days: Vec<_> = days.into_iter().collect();
        days.sort_unstable_by_key(|(day, _)| *day);
        for (day, texts) in days {
            let salt = log.salt(db, day).await?;
            let counted: Vec<CountedText> =
                texts.into_iter().map(|(searched, counts)| counts.counted(searched, &salt)).collect();
            let mut tx = db.begin().await?;
            searches::add(&mut tx, day, &counted).await?;
            tx.commit().await?;
        }
        Ok(())
    }

    /// Stores at each interval until `stopping` turns true, and once more then.
    pub async fn run(self, db: PgPool, mut stopping: watch::Receiver<bool>) {
        loop {
            let stop = tokio::select! {
                () = tokio::time::sleep(STORE_EVERY) => false,
                // An error means that the sender is gone: stop as well.
                _ = stopping.wait_for(|stop| *stop) => true,
            };
            if let Err(error) = self.store(&db).await {
                warn!("Cannot store the counted searches: {error}");
            }
            if stop {
                return;
            }
        }
    }
}

impl WaitingLog {
    /// Returns the secret of a day. The first call of a process for a day deletes what is rare of the days before.
    async fn salt(&self, db: &PgPool, day: Date) -> sqlx::Result<Vec<u8>> {
        let stored = self.salt.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((stored_day, salt)) = stored
            && stored_day == day
        {
            return Ok(salt);
        }
        let salt = builds::load_or_insert_salt(db, day, &rand::random::<[u8; 32]>()).await?;
        searches::delete_rare(db, day).await?;
        *self.salt.lock().unwrap_or_else(PoisonError::into_inner) = Some((day, salt.clone()));
        Ok(salt)
    }
}

impl WaitingText {
    fn counted(self, searched: SearchedText, salt: &[u8]) -> CountedText {
        let visitors = self.visitors.iter().map(|network| digest(salt, &searched, *network)).collect();
        let choices = |choices: HashMap<ProductId, (i64, i64)>| {
            choices.into_iter().map(|(product, (number, ranks))| (product, number, ranks)).collect()
        };
        let (results, understood, unknown_words) = match self.outcome {
            Some(outcome) => (
                i64::try_from(outcome.results).unwrap_or(i64::MAX),
                outcome.understood,
                outcome.unknown_words,
            ),
            None => (0, Value::Array(Vec::new()), Vec::new()),
        };
        CountedText {
            text: searched.text,
            language: searched.language,
            searches: self.searches,
            empty_searches: self.empty_searches,
            results,
            understood,
            unknown_words,
            visitors,
            clicks: choices(self.clicks),
            additions: choices(self.additions),
            next_texts: self.next_texts.into_iter().collect(),
        }
    }
}

/// Half a SHA-256 of secret, language, text and network: enough to tell three networks of one text apart.
fn digest(salt: &[u8], searched: &SearchedText, network: NetworkKey) -> Vec<u8> {
    let mut digest = Sha256::new_with_prefix(salt);
    digest.update(b"search");
    digest.update(if searched.language == Language::Ar { b"ar" } else { b"en" });
    digest.update(searched.text.as_bytes());
    digest.update(network.bytes());
    digest.finalize().iter().take(16).copied().collect()
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use axum::http::{HeaderValue, header::USER_AGENT};
    use domain::config::Config;

    use super::*;

    fn log(is_on: bool) -> SearchLog {
        SearchLog::new(is_on, Arc::new(RateLimits::new(&Config::load().unwrap().limits)))
    }

    fn browser() -> HeaderMap {
        HeaderMap::from_iter([(USER_AGENT, HeaderValue::from_static("Mozilla/5.0"))])
    }

    fn searched(text: &str) -> SearchedText {
        SearchedText { text: text.to_owned(), language: Language::En }
    }

    fn found(results: u64) -> SearchOutcome {
        SearchOutcome { results, understood: Value::Array(Vec::new()), unknown_words: Vec::new() }
    }

    #[test]
    fn waiting_searches_are_bounded() {
        let log = log(true);
        let visitor = |number: usize| {
            let address = Ipv4Addr::new(192, 0, (number % 200) as u8, 7);
            log.admit(ClientAddress(IpAddr::V4(address)), &browser()).unwrap()
        };
        for number in 0..MAX_TEXTS * 2 {
            log.count_search(visitor(number), searched(&number.to_string()), None, found(1));
        }
        for number in 0..100 {
            log.count_search(visitor(number), searched("0"), None, found(0));
            for action in [ResultAction::Click, ResultAction::Addition] {
                log.count_choice(visitor(number), searched("0"), ProductId::random(), 2, action);
            }
        }
        let waiting = log.log.as_ref().unwrap().waiting.lock().unwrap_or_else(PoisonError::into_inner);
        assert_eq!(waiting.len(), MAX_TEXTS);
        let text = waiting.iter().find(|((_, searched), _)| searched.text == "0").unwrap().1;
        assert_eq!((text.searches, text.empty_searches), (101, 100));
        assert_eq!((text.visitors.len(), text.clicks.len()), (MIN_VISITORS, MAX_DETAILS));
        assert_eq!(text.additions.len(), MAX_DETAILS);
    }

    #[test]
    fn rendered_search_counts_once_and_browsers_of_one_network_are_one_visitor() {
        let log = log(true);
        let visitor = |agent: &'static str| {
            let headers = HeaderMap::from_iter([(USER_AGENT, HeaderValue::from_static(agent))]);
            log.admit(ClientAddress(IpAddr::V4(Ipv4Addr::LOCALHOST)), &headers).unwrap()
        };
        for agent in ["Firefox", "Safari", "Chrome"] {
            log.count_rendered_search(visitor(agent), searched("fan"), found(1));
            log.count_search(visitor(agent), searched("fan"), None, found(1));
        }
        log.count_search(visitor("Chrome"), searched("fan"), None, found(1));
        let product = ProductId::random();
        for _ in 0..3 {
            log.count_choice(visitor("Chrome"), searched("fan"), product, 4, ResultAction::Click);
        }
        let waiting = log.log.as_ref().unwrap().waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let text = waiting.values().next().unwrap();
        assert_eq!((waiting.len(), text.searches, text.visitors.len()), (1, 4, 1));
        assert_eq!(text.clicks.get(&product), Some(&(1, 4)));
    }

    #[test]
    fn robots_floods_and_a_log_that_is_off_count_nothing() {
        let address = ClientAddress(IpAddr::V4(Ipv4Addr::LOCALHOST));
        assert!(log(false).admit(address, &browser()).is_none());
        let log = log(true);
        assert!(log.admit(address, &HeaderMap::new()).is_none());
        let admitted = (0..10_000).filter(|_| log.admit(address, &browser()).is_some()).count();
        assert!((1..5_000).contains(&admitted), "{admitted}");
    }

    #[test]
    fn digests_of_one_network_have_nothing_in_common() {
        let visitor = ClientAddress(IpAddr::V4(Ipv4Addr::LOCALHOST)).network();
        assert_ne!(digest(b"salt", &searched("a"), visitor), digest(b"salt", &searched("b"), visitor));
        assert_ne!(digest(b"salt", &searched("a"), visitor), digest(b"other", &searched("a"), visitor));
        assert_eq!(digest(b"salt", &searched("a"), visitor), digest(b"salt", &searched("a"), visitor));
    }
}
