//! Fetches one picture address, and stores its files and the outcome.

use std::{sync::Arc, time::Instant};

use ::pictures::{
    MadePicture, PictureStore,
    background::{self, WorkPanicked},
    make,
};
use bytes::Bytes;
use domain::{
    config::Pictures,
    model::{PictureHash, RetailerId},
    store::pictures::{self, DueSource, SourceOutcome},
};
use sqlx::PgPool;
use url::Url;

use crate::{
    crawl::IngestContext,
    fetch::{FetchError, Fetched, RetailerClient, Revalidated},
};

/// Context for fetching a retailer's pictures.
#[derive(Clone)]
pub(super) struct PictureFetcher {
    pub db: PgPool,
    pub store: PictureStore,
    pub settings: Pictures,
    pub retailer_id: RetailerId,
    pub client: Arc<RetailerClient>,
    /// Time at which to stop; the remaining pictures wait.
    pub until: Option<Instant>,
}

/// Outcome of an address, before it is recorded.
enum SourceResult {
    Unchanged,
    /// A picture that is stored already.
    Known {
        hash: PictureHash,
    },
    New(Box<MadePicture>),
    Refused(String),
    Failed(String),
}

impl PictureFetcher {
    /// Whether no further picture may be started.
    pub(super) fn is_over(&self, context: &IngestContext) -> bool {
        context.stop.is_cancelled() || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Fetches an address and records the outcome.
    ///
    /// # Errors
    /// When the database or the picture store fails.
    pub(super) async fn check_source(&self, source: &DueSource) -> anyhow::Result<SourceOutcome> {
        let (found, validator) = match self.ask(source).await {
            Ok(Revalidated::Unchanged) => (SourceResult::Unchanged, None),
            Ok(Revalidated::Changed { fetched, validator }) => (self.read(*fetched).await?, validator),
            Err(error) => (refused_or_failed(&error), None),
        };
        let outcome = match &found {
            SourceResult::Unchanged => SourceOutcome::Unchanged,
            SourceResult::Known { hash } => SourceOutcome::Fetched { hash: hash.clone(), validator },
            SourceResult::New(made) => {
                SourceOutcome::Fetched { hash: made.stored.picture.hash.clone(), validator }
            }
            SourceResult::Refused(reason) => SourceOutcome::Refused { reason: reason.clone() },
            SourceResult::Failed(reason) => SourceOutcome::Failed { reason: reason.clone() },
        };
        let mut tx = self.db.begin().await?;
        if let SourceResult::New(made) = found {
            pictures::lock(&mut tx, &made.stored.picture.hash).await?;
            // Files come first: a row must not name files that do not exist.
            for (file, bytes) in made.files {
                self.store.put(&file, Bytes::from(bytes)).await?;
            }
            pictures::insert(&mut tx, &made.stored).await?;
        }
        let days = self.settings.refresh_days;
        pictures::record(&mut tx, self.retailer_id, &source.address, &outcome, days).await?;
        tx.commit().await?;
        Ok(outcome)
    }

    async fn ask(&self, source: &DueSource) -> Result<Revalidated, FetchError> {
        let url = Url::parse(&source.address).map_err(|_| FetchError::BadAddress(source.address.clone()))?;
        self.client.revalidate(&url, source.validator.clone()).await
    }

    async fn read(&self, fetched: Fetched) -> anyhow::Result<SourceResult> {
        let hash = PictureHash::of(&fetched.body);
        if pictures::find_stored(&self.db, &hash).await?.is_some() {
            return Ok(SourceResult::Known { hash });
        }
        let settings = self.settings.clone();
        // The number of simultaneous decoders is that of the background threads, which bounds their memory.
        Ok(match background::run(move || make(&fetched.body, &settings)).await? {
            Ok(Ok(made)) => SourceResult::New(Box::new(made)),
            Ok(Err(refusal)) => SourceResult::Refused(refusal.to_string()),
            // A panic of the decoder means unforeseen bytes: such files are refused as well.
            Err(WorkPanicked) => SourceResult::Refused("the decoder panicked".to_owned()),
        })
    }
}

/// Refuses a picture for failures that stay; all others are retried soon.
fn refused_or_failed(error: &FetchError) -> SourceResult {
    let reason = match error {
        FetchError::LeavesDomain { to, .. } => {
            format!("{to} is outside the retailer's domain: allow it with extra_domains in the retailer file")
        }
        FetchError::TooLarge { limit, .. } => format!("the file is larger than the limit of {limit} bytes"),
        FetchError::Status { status, .. } => format!("the retailer answered {status}"),
        FetchError::TimedOut { .. } => "the download took longer than allowed".to_owned(),
        FetchError::Unreachable { why, .. } => format!("the server is unreachable: {why}"),
        other => other.to_string(),
    };
    match error {
        FetchError::TooLarge { .. } | FetchError::BadAddress(_) | FetchError::PrivateAddress { .. } => {
            SourceResult::Refused(reason)
        }
        _ => SourceResult::Failed(reason),
    }
}
