//! The attempts of one request: each follows redirects, and is repeated where a failure may be temporary.

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

use domain::store::cached_responses::{CachedResponse, Validator};
use reqwest::{
    Method, Response, StatusCode,
    header::{HeaderMap, LOCATION},
};
use url::Url;

use super::{
    FetchError, HostState, MAX_REDIRECTS, Request, RetailerClient, address, conditional, host_name,
    pace::Pace, retry,
};

impl RetailerClient {
    /// Repeats a request until it succeeds, the failure is final, or the attempts are used up; `read` reads the body.
    pub(super) async fn with_retries<T, F>(
        &self,
        request: &Request,
        read: impl Fn(BodySource, Url) -> F,
    ) -> Result<T, FetchError>
    where
        F: Future<Output = Result<T, FetchError>>,
    {
        let mut attempt = 0;
        loop {
            let error = match self.attempt(request, &read).await {
                Ok(answer) => return Ok(answer),
                Err(failure) => failure,
            };
            if !error.error.is_transient() {
                return Err(error.error);
            }
            if attempt >= self.settings.retries {
                if let Some(host) = &error.host {
                    host.pace.record_failure(&error.error);
                }
                return Err(error.error);
            }
            let pause =
                error.retry_after.unwrap_or_else(|| retry::back_off(self.settings.retry_pause, attempt));
            if pause > self.settings.max_wait {
                return Err(FetchError::WaitTooLong { url: request.url.clone(), wait: pause });
            }
            tracing::debug!(url = %request.url, error = %error.error, "Retrying in {} ms", pause.as_millis());
            tokio::time::sleep(pause).await;
            attempt += 1;
        }
    }

    async fn attempt<T, F>(
        &self,
        request: &Request,
        read: &impl Fn(BodySource, Url) -> F,
    ) -> Result<T, Failure>
    where
        F: Future<Output = Result<T, FetchError>>,
    {
        let mut url = request.url.clone();
        let mut may_be_conditional = true;
        for _ in 0..=MAX_REDIRECTS {
            let host = self.allowed_host(&url).await?;
            let permit = host.pace.acquire().await.map_err(|open| FetchError::CircuitOpen {
                host: host_name(&url),
                failures: open.failures,
                last: open.last,
            })?;
            let validator = if may_be_conditional { self.find_validator(request, &url).await } else { None };
            let validator = validator.as_ref();
            let outcome = match self.send(request, &url, validator, &host.pace).await {
                Ok(ResponseKind::Success(response)) => {
                    let source = BodySource::Network { response, had_validator: validator.is_some() };
                    read(source, url.clone()).await.map_err(Failure::from)
                }
                Ok(ResponseKind::NotModified(headers)) if request.is_unchanged(validator, &headers) => {
                    read(BodySource::CallerIsCurrent, url.clone()).await.map_err(Failure::from)
                }
                Ok(ResponseKind::NotModified(headers)) => {
                    match self.load_cached(&url, validator, &headers).await {
                        Some(cached) => {
                            read(BodySource::Cached(cached), url.clone()).await.map_err(Failure::from)
                        }
                        // The page is unchanged, but the cache no longer has it: request the page in full.
                        None if validator.is_some() => {
                            host.pace.record_success();
                            may_be_conditional = false;
                            continue;
                        }
                        None => Err(FetchError::NotModifiedUnasked { url: url.clone() }.into()),
                    }
                }
                Ok(ResponseKind::Redirect(next)) => {
                    host.pace.record_success();
                    url = self.own_address(&url, &next)?;
                    continue;
                }
                Err(failure) => Err(failure),
            };
            drop(permit);
            if !outcome.as_ref().is_err_and(|failure| failure.error.is_transient()) {
                host.pace.record_success();
            }
            return outcome.map_err(|failure| Failure { host: Some(host), ..failure });
        }
        Err(FetchError::TooManyRedirects { url: request.url.clone(), limit: MAX_REDIRECTS }.into())
    }

    /// Returns the validator for a conditional request. A redirect target is requested in full where the caller has
    /// the state of the original address, because a validator belongs to one address.
    async fn find_validator(&self, request: &Request, url: &Url) -> Option<Validator> {
        if request.caller_validator.is_some() {
            return request.caller_validator.clone().filter(|_| *url == request.url);
        }
        let cache = self.cache.as_ref().filter(|_| request.method == Method::GET)?;
        cache.validator(url).await
    }

    /// Returns the cached response that a 304 confirms; `None` where its headers name another state.
    async fn load_cached(
        &self,
        url: &Url,
        validator: Option<&Validator>,
        response_headers: &HeaderMap,
    ) -> Option<CachedResponse> {
        let validator =
            validator.filter(|sent| !conditional::contradicts_validator(response_headers, sent))?;
        self.cache.as_ref()?.load(url, validator).await
    }

    pub(super) async fn send(
        &self,
        request: &Request,
        url: &Url,
        validator: Option<&Validator>,
        pace: &Pace,
    ) -> Result<ResponseKind, Failure> {
        let (address, headers) = match self.access.additions_for(url) {
            Some(additions) => (additions.address(url), additions.headers(&request.headers)),
            None => (url.clone(), request.headers.clone()),
        };
        let mut builder =
            self.client.request(request.method.clone(), address).headers(headers).timeout(request.timeout);
        if let Some(body) = &request.body {
            builder = builder.body(body.clone());
        }
        if let Some((name, value)) = validator.and_then(conditional::condition) {
            builder = builder.header(name, value);
        }
        let response = builder.send().await.map_err(|error| self.explain(url, error))?;
        let status = response.status();
        if status == StatusCode::NOT_MODIFIED {
            return Ok(ResponseKind::NotModified(response.headers().clone()));
        }
        if status.is_redirection()
            && let Some(location) = response.headers().get(LOCATION)
        {
            let location = String::from_utf8_lossy(location.as_bytes()).into_owned();
            return Ok(ResponseKind::Redirect(location));
        }
        if status.is_success() {
            return Ok(ResponseKind::Success(response));
        }
        let retry_after = retry::retry_after(response.headers(), SystemTime::now());
        if let Some(pause) = retry_after.filter(|_| status == StatusCode::TOO_MANY_REQUESTS) {
            pace.pause(pause.min(self.settings.max_wait));
        }
        let error = FetchError::Status { url: url.clone(), status: status.as_u16() };
        Err(Failure { retry_after, ..Failure::from(error) })
    }

    fn explain(&self, url: &Url, error: reqwest::Error) -> FetchError {
        let mut cause: Option<&dyn std::error::Error> = Some(&error);
        while let Some(inner) = cause {
            if inner.is::<address::PrivateAddressError>() {
                return FetchError::PrivateAddress { host: host_name(url) };
            }
            cause = inner.source();
        }
        FetchError::from_reqwest(url, error)
    }
}

/// Response to one HTTP request, by what its status asks of the client.
pub(super) enum ResponseKind {
    Success(Response),
    NotModified(HeaderMap),
    Redirect(String),
}

/// Source of a body: the retailer's response (and whether its request named a validator), the cache, or none where the
/// caller's state is current.
pub(super) enum BodySource {
    Network { response: Response, had_validator: bool },
    Cached(CachedResponse),
    CallerIsCurrent,
}

/// Why an attempt failed.
pub(super) struct Failure {
    pub(super) error: FetchError,
    /// The pause that the host asks for.
    pub(super) retry_after: Option<Duration>,
    /// The host that failed, which may be one to which the retailer redirected; none before it was requested.
    host: Option<Arc<HostState>>,
}

impl From<FetchError> for Failure {
    fn from(error: FetchError) -> Self {
        Failure { error, retry_after: None, host: None }
    }
}
