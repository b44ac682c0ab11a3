//! Requests to addresses that users chose.

use std::{error::Error, sync::Arc, time::Duration};

use reqwest::{Client, RequestBuilder, redirect::Policy};
use tracing::warn;

use super::{
    ChannelSender,
    address::{PrivateAddressError, PublicResolver},
};

/// The longest that a request may take, until the head of its response.
pub(super) const MAX_WAIT: Duration = Duration::from_secs(3);

/// Reason why a message did not arrive. As text it is the code that is stored and that pages translate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// The push service knows the browser no more, or the chat takes no messages any more.
    #[error("GONE")]
    Gone,
    #[error("TIMEOUT")]
    Timeout,
    #[error("UNREACHABLE")]
    Unreachable,
    /// The name leads into a private network.
    #[error("PRIVATE_ADDRESS")]
    PrivateAddress,
    /// The status of the response, which is no success. Redirects are not followed.
    #[error("STATUS_{0}")]
    Status(u16),
    /// Telegram asks for a pause.
    #[error("STATUS_429")]
    TooOften(Duration),
    /// The stored address cannot be read.
    #[error("BAD_ADDRESS")]
    BadAddress,
    /// The operator has not set up what such channels need.
    #[error("NOT_CONFIGURED")]
    NotConfigured,
}

impl ChannelSender {
    /// Begins a request to a stored address, which is checked again: the rules may have become stricter.
    pub(super) async fn request(&self, url: &str) -> Result<RequestBuilder, SendError> {
        let url = self.0.rules.read(url).map_err(|_| SendError::BadAddress)?;
        let client = self.0.client.get_or_try_init(async || self.create_client()).await.map_err(|error| {
            warn!("Cannot send to channels: {error}");
            SendError::NotConfigured
        })?;
        Ok(client.post(url))
    }

    fn create_client(&self) -> reqwest::Result<Client> {
        // reqwest is built without a TLS provider of its own. An error means that one is installed already, which serves as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let builder = Client::builder()
            .user_agent("Tajmeea")
            .redirect(Policy::none())
            .timeout(MAX_WAIT)
            // A proxy would resolve names for us, behind the check of addresses.
            .no_proxy();
        if self.0.rules.allow_private {
            return builder.build();
        }
        builder.https_only(true).dns_resolver(Arc::new(PublicResolver)).build()
    }
}

/// Sends a request. The body of the response is not read.
pub(super) async fn send(request: RequestBuilder) -> Result<(), SendError> {
    let Ok(response) = tokio::time::timeout(MAX_WAIT, request.send()).await else {
        return Err(SendError::Timeout);
    };
    match response {
        Ok(response) if response.status().is_success() => Ok(()),
        Ok(response) => Err(SendError::Status(response.status().as_u16())),
        Err(error) if error.is_timeout() => Err(SendError::Timeout),
        Err(error) if is_private(&error) => Err(SendError::PrivateAddress),
        Err(_) => Err(SendError::Unreachable),
    }
}

/// Whether a name was not resolved because its addresses are private.
fn is_private(error: &reqwest::Error) -> bool {
    let mut source = error.source();
    while let Some(cause) = source {
        if cause.is::<PrivateAddressError>() {
            return true;
        }
        source = cause.source();
    }
    false
}
