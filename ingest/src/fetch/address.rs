//! Decides which addresses may be fetched: a retailer file must not lead the client into our own network.

use std::net::SocketAddr;

use domain::public_address::is_public;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// Resolves names to public addresses only. The check follows the resolution, so a public name that points to a
/// private address is caught.
#[derive(Debug, Clone, Copy)]
pub(super) struct PublicResolver;

/// Error for a name that has private addresses only.
#[derive(Debug, thiserror::Error)]
#[error("the address is private or loopback")]
pub(super) struct PrivateAddressError;

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let public: Vec<SocketAddr> = found.filter(|address| is_public(address.ip())).collect();
            if public.is_empty() {
                return Err(PrivateAddressError.into());
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn name_with_a_private_address_is_not_resolved() {
        let name = "localhost".parse().expect("a name");
        let error = PublicResolver.resolve(name).await.err().expect("nothing public");
        assert!(error.is::<PrivateAddressError>(), "{error}");
    }
}
