//! Requests for a resource of which the caller holds the last state.

use domain::store::cached_responses::Validator;
use reqwest::{Method, header::HeaderMap};
use url::Url;

use super::{Answer, FetchError, Fetched, Request, RetailerClient, body, conditional, validator_of};

/// Result of a conditional request.
#[derive(Debug, Clone)]
pub enum Revalidated {
    /// The resource is unchanged.
    Unchanged,
    /// The resource is new or has changed; with the validator for the next request.
    Changed { fetched: Box<Fetched>, validator: Option<Validator> },
}

impl Request {
    /// Whether a 304 confirms the state that the caller holds.
    pub(super) fn is_unchanged(&self, asked: Option<&Validator>, said: &HeaderMap) -> bool {
        self.held.is_some() && asked.is_some_and(|asked| !conditional::contradicts_validator(said, asked))
    }
}

impl RetailerClient {
    /// Fetches an address in full, unless it is in the state that the caller holds, which `held` names.
    ///
    /// # Errors
    /// As [`RetailerClient::get`].
    pub async fn revalidate(&self, url: &Url, held: Option<Validator>) -> Result<Revalidated, FetchError> {
        let mut request = self.request(Method::GET, url, self.settings.request_timeout);
        request.held = held;
        let limit = self.settings.page_limit;
        self.with_retries(&request, |answer, url| async move {
            match answer {
                Answer::Held => Ok(Revalidated::Unchanged),
                Answer::Remembered(_) => Err(FetchError::NotModifiedUnasked { url }),
                Answer::Sent { response, .. } => {
                    let validator = validator_of(&response);
                    let fetched = Box::new(body::read(response, &url, limit).await?);
                    Ok(Revalidated::Changed { fetched, validator })
                }
            }
        })
        .await
    }
}
