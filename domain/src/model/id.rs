use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Declares a random id as a type of its own, so that ids of two tables cannot be confused.
macro_rules! id {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, sqlx::Type)]
        #[serde(transparent)]
        #[sqlx(transparent)]
        pub struct $name(pub Uuid);

        impl $name {
            /// Returns a new random id (version 4).
            pub fn random() -> Self {
                Self(Uuid::new_v4())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Uuid::parse_str(text).map(Self)
            }
        }

        impl From<Uuid> for $name {
            fn from(id: Uuid) -> Self {
                Self(id)
            }
        }
    )*};
}

id! {
    /// A product: one thing that a user can buy, from any retailer.
    ProductId;
    /// An offer: one retailer's listing of something.
    OfferId;
    /// A retailer.
    RetailerId;
    /// Crawl of a retailer.
    CrawlId;
    /// A token by which a retailer hands its offers in.
    RetailerTokenId;
    /// A list of offers that a retailer handed in.
    HandedListId;
    /// A background job.
    JobId;
    /// A rule of an administrator about searches.
    SearchRuleId;
    /// A user with an account.
    UserId;
    /// A session of a signed-in browser.
    SessionId;
    /// A passkey of a user.
    PasskeyId;
    /// A user's review of a product.
    ReviewId;
    /// A build saved in a user's account.
    BuildId;
    /// A swap that a visitor proposes for a shared build.
    SuggestionId;
    /// A user's price alert.
    AlertId;
    /// A candidate match of an offer and a product.
    MatchId;
    /// A bulk decision: the matches that an administrator decided together. The browser chooses the id.
    BulkDecisionId;
}
