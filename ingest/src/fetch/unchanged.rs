//! Requests for a resource of which the caller has the last state.

use domain::store::cached_responses::Validator;
use reqwest::{Method, header::HeaderMap};
use url::Url;

use super::{
    FetchError, Fetched, Request, RetailerClient, attempt::BodySource, body, conditional, validator_of,
};

/// Result of a conditional request.
#[derive(Debug, Clone)]
pub enum Revalidated {
    /// The resource is unchanged.
    Unchanged,
    /// The resource is new or has changed; with the validator for the next request.
    Changed { fetched: Box<Fetched>, validator: Option<Validator> },
}

impl Request {
    /// Whether a 304 confirms the state that the caller has.
    pub(super) fn is_unchanged(&self, validator: Option<&Validator>, response_headers: &HeaderMap) -> bool {
        self.caller_validator.is_some()
            && validator.is_some_and(|sent| !conditional::contradicts_validator(response_headers, sent))
    }
}

impl RetailerClient {
    /// Fetches an address in full, unless it is still in the state that the validator names.
    ///
    /// # Errors
    /// As [`RetailerClient::get`].
    pub async fn revalidate(
        &self,
        url: &Url,
        validator: Option<Validator>,
    ) -> Result<Revalidated, FetchError> {
        let mut request = self.request(Method::GET, url, self.settings.request_timeout);
        request.caller_validator = validator;
        let limit = self.settings.page_limit;
        self.with_retries(&request, |source, url| async move {
            match source {
                BodySource::CallerIsCurrent => Ok(Revalidated::Unchanged),
                BodySource::Cached(_) => Err(FetchError::NotModifiedUnasked { url }),
                BodySource::Network { response, .. } => {
                    let validator = validator_of(&response);
                    let fetched = Box::new(body::read(response, &url, limit).await?);
                    Ok(Revalidated::Changed { fetched, validator })
                }
            }
        })
        .await
    }
}
