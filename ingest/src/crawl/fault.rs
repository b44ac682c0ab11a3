//! Why a crawl did not complete: a sentence for operators, and the problem that the panel words in every language.

use domain::model::CrawlProblem;

use super::crawl_screen::CrawlHoldReason;
use crate::{
    fetch::FetchError,
    platforms::{RetailerError, Unread},
};

/// Why a crawl did not complete, or what a complete one could not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CrawlFault {
    pub(crate) sentence: String,
    /// Absent where the kind of the problem is not known.
    pub(crate) problem: Option<CrawlProblem>,
}

impl CrawlFault {
    pub(crate) fn new(sentence: impl Into<String>, problem: CrawlProblem) -> Self {
        CrawlFault { sentence: sentence.into(), problem: Some(problem) }
    }
}

/// A sentence of an unknown kind.
impl From<String> for CrawlFault {
    fn from(sentence: String) -> Self {
        CrawlFault { sentence, problem: None }
    }
}

impl From<&RetailerError> for CrawlFault {
    fn from(error: &RetailerError) -> Self {
        let problem = match error {
            RetailerError::Fetch(error) => Some(fetch_problem(error)),
            RetailerError::Unreadable { url, .. } => {
                Some(CrawlProblem::new("UNREADABLE").with("address", url))
            }
            RetailerError::Other(_) => None,
            RetailerError::Stopped => Some(CrawlProblem::new("STOPPED")),
        };
        CrawlFault { sentence: error.to_string(), problem }
    }
}

impl From<&Unread> for CrawlFault {
    fn from(unread: &Unread) -> Self {
        let problem = match unread.failed() {
            0 => CrawlProblem::new("LIST_LIMIT"),
            failed => {
                CrawlProblem::new("PAGES_UNREAD").with("failed", failed).with("all", failed + unread.read)
            }
        };
        CrawlFault::new(unread.to_string(), problem)
    }
}

impl From<CrawlHoldReason> for CrawlFault {
    fn from(reason: CrawlHoldReason) -> Self {
        let problem = match reason {
            CrawlHoldReason::MissedOffers { missed, live } => {
                CrawlProblem::new("MISSED_OFFERS").with("missed", missed).with("live", live)
            }
            CrawlHoldReason::MovedPrices { moved, live } => {
                CrawlProblem::new("MOVED_PRICES").with("moved", moved).with("live", live)
            }
        };
        CrawlFault::new(reason.to_string(), problem)
    }
}

fn fetch_problem(error: &FetchError) -> CrawlProblem {
    let about = |code, url: &url::Url| CrawlProblem::new(code).with("address", url);
    match error {
        FetchError::Disallowed { host, path } => {
            CrawlProblem::new("DISALLOWED").with("host", host).with("path", path)
        }
        FetchError::RobotsUnreadable { host, .. } => {
            CrawlProblem::new("ROBOTS_UNREADABLE").with("host", host)
        }
        FetchError::PrivateAddress { host } => CrawlProblem::new("PRIVATE_ADDRESS").with("host", host),
        FetchError::LeavesDomain { from, to } => about("LEAVES_DOMAIN", from).with("to", to),
        FetchError::BadAddress(address) => CrawlProblem::new("BAD_ADDRESS").with("address", address),
        FetchError::TooManyRedirects { url, .. } => about("TOO_MANY_REDIRECTS", url),
        FetchError::Status { url, status } => about("STATUS", url).with("status", status),
        FetchError::NotModifiedUnasked { url } => about("NOT_MODIFIED", url),
        FetchError::WaitTooLong { url, wait } => about("WAIT_TOO_LONG", url).with("seconds", wait.as_secs()),
        FetchError::TooLarge { url, .. } => about("TOO_LARGE", url),
        FetchError::TimedOut { url } => about("TIMED_OUT", url),
        FetchError::Unreachable { url, .. } => about("UNREACHABLE", url),
        FetchError::CircuitOpen { host, failures, .. } => {
            CrawlProblem::new("CIRCUIT_OPEN").with("host", host).with("failures", failures)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problem_holds_the_values_of_its_sentence() {
        let fault = CrawlFault::from(CrawlHoldReason::MissedOffers { missed: 31, live: 100 });
        assert!(fault.sentence.contains("31 of the 100"), "{}", fault.sentence);
        let problem = serde_json::to_value(&fault.problem).expect("JSON");
        let expected =
            serde_json::json!({ "code": "MISSED_OFFERS", "values": { "live": "100", "missed": "31" } });
        assert_eq!(problem, expected);

        let status =
            FetchError::Status { url: "https://shop.example/p".parse().expect("a URL"), status: 503 };
        let problem = CrawlFault::from(&RetailerError::Fetch(status)).problem.expect("a known kind");
        assert_eq!((problem.code.as_ref(), problem.values["status"].as_str()), ("STATUS", "503"));
        assert_eq!(CrawlFault::from(&RetailerError::Other("no column".into())).problem, None);
    }
}
