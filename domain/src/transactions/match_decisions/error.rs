//! The error of a decision about a match.

use crate::{model::Category, store::matches::MatchStatus, transactions::merges::MergeError};

/// Why a match could not be decided.
#[derive(Debug, thiserror::Error)]
pub enum MatchDecisionError {
    #[error("there is no such match")]
    NoSuchMatch,
    /// The match is no longer pending.
    #[error("this match was decided meanwhile")]
    Decided(MatchStatus),
    /// The offer belongs to another product by now.
    #[error("this offer was matched to another product meanwhile")]
    MatchedElsewhere,
    #[error("the offer is of category {offered}, the product of {product}")]
    OtherCategory { offered: Category, product: Category },
    /// The time for undoing is over, or another administrator decided.
    #[error("this decision can no longer be taken back")]
    TooLate,
    /// A product of the undone merge was merged again or removed since.
    #[error("one of the products was merged again or removed since")]
    MergedAgain,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl From<MergeError> for MatchDecisionError {
    fn from(error: MergeError) -> Self {
        match error {
            MergeError::OtherCategory { from, into } => Self::OtherCategory { offered: from, product: into },
            MergeError::Database(error) => Self::Database(error),
            // A product is gone, or the two are one product by now. The other reasons are of splits and of
            // merges by hand; a decision does not meet them.
            MergeError::NoProduct(_)
            | MergeError::Itself
            | MergeError::RejectedPair
            | MergeError::OtherOffer(_)
            | MergeError::SplitsNoneOrAll
            | MergeError::TooLateToUndo
            | MergeError::MergedAgain => Self::MatchedElsewhere,
        }
    }
}
