//! Asking for something of which the caller has the last state already.

use domain::store::remembered_pages::Validator;
use reqwest::{Method, header::HeaderMap};
use url::Url;

use super::{Answer, FetchError, Fetched, Request, RetailerClient, body, conditional, validator_of};

/// What came of asking.
#[derive(Debug, Clone)]
pub enum Revalidated {
    /// It is the same as before.
    Unchanged,
    /// It is new or another, and what to ask by next time.
    Changed { fetched: Box<Fetched>, validator: Option<Validator> },
}

impl Request {
    /// Whether a 304 says that what the caller has stands.
    pub(super) fn is_unchanged(&self, asked: Option<&Validator>, said: &HeaderMap) -> bool {
        self.held.is_some() && asked.is_some_and(|asked| !conditional::contradicts_validator(said, asked))
    }
}

impl RetailerClient {
    /// Fetches an address whole unless it is in the state that the caller has, which is named by `held`.
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
