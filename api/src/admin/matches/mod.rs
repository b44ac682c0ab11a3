//! The review queue: is an offer of a product?

pub mod decide;
pub mod decide_many;
pub mod export;
pub mod list;

pub use decide::{
    __path_approve_match, __path_flag_match, __path_reject_match, __path_undo_match, approve_match,
    flag_match, reject_match, undo_match,
};
pub use decide_many::{__path_approve_many_matches, approve_many_matches};
pub use export::{__path_export_matches, export_matches};
pub use list::{__path_list_matches, list_matches};

use domain::store::matches::{MatchDecision, MatchFilter, MatchOrder, MatchStatus};

use crate::query::Query;

/// Reads `status` and `decision`; `all` or nothing is every one.
fn read_filter(query: &mut Query) -> MatchFilter {
    MatchFilter {
        status: choice(
            query,
            "status",
            &[
                ("pending", MatchStatus::Pending),
                ("approved", MatchStatus::Approved),
                ("rejected", MatchStatus::Rejected),
            ],
        ),
        decision: choice(
            query,
            "decision",
            &[
                ("match", MatchDecision::Match),
                ("no_match", MatchDecision::NoMatch),
                ("needs_review", MatchDecision::NeedsReview),
            ],
        ),
    }
}

/// Reads `sort`: by worth unless asked for confidence.
fn read_order(query: &mut Query) -> MatchOrder {
    match query.one("sort").as_deref() {
        None | Some("worth") => MatchOrder::Worth,
        Some("confidence") => MatchOrder::Confidence,
        Some(_) => {
            query.problem("sort", "must be worth or confidence");
            MatchOrder::Worth
        }
    }
}

/// One of some words; `all` or nothing is every one.
pub(super) fn choice<T: Copy>(query: &mut Query, name: &str, choices: &[(&str, T)]) -> Option<T> {
    let value = query.one(name)?.to_lowercase();
    if value == "all" {
        return None;
    }
    let found = choices.iter().find(|(word, _)| *word == value).map(|(_, choice)| *choice);
    if found.is_none() {
        let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        query.problem(name, format!("must be all, {}", words.join(", ")));
    }
    found
}
