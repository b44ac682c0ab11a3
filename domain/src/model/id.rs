use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Declares a random id that cannot be confused with another table's.
macro_rules! id {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, sqlx::Type)]
        #[serde(transparent)]
        #[sqlx(transparent)]
        pub struct $name(pub Uuid);

        impl $name {
            /// A new random id (version 4).
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
    /// A product: one thing a person can buy, whoever sells it.
    ProductId;
    /// One retailer's listing of something.
    OfferId;
    /// A shop.
    RetailerId;
    /// One run over a shop.
    CrawlId;
    /// A unit of background work.
    JobId;
    /// A person with an account.
    UserId;
    /// A signed-in browser.
    SessionId;
    /// What somebody says of a product.
    ReviewId;
    /// A build kept in somebody's account.
    BuildId;
    /// Somebody's wish to be told of a price.
    AlertId;
    /// An offer and a product that may be one.
    MatchId;
}
