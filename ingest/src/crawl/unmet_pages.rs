//! Behind the limit of a list lie products that no crawl can meet. So that these keep no offer alive that has left the part
//! that was read, the own pages of offers that were not met are asked whether they are gone.

use tokio_util::sync::CancellationToken;

use crate::{
    fetch::{FetchSettings, RetailerClient},
    platforms::RetailerError,
    retailer_file::RetailerFile,
};

/// Maximum number of pages that one crawl asks; the next crawls ask for others.
pub(super) const MAX_ASKED: usize = 100;

/// Returns those of these addresses that answer that they no longer exist. Any other answer, or none, says nothing.
///
/// # Errors
/// When no client can be built.
pub(super) async fn find_gone(
    settings: &FetchSettings,
    file: &RetailerFile,
    addresses: Vec<String>,
    stop: &CancellationToken,
) -> anyhow::Result<Vec<String>> {
    let client = RetailerClient::new(settings, file.access())?;
    let mut gone = Vec::new();
    for address in addresses {
        let Ok(url) = address.parse() else { continue };
        let asked = tokio::select! {
            asked = client.get(&url) => asked,
            () = stop.cancelled() => break,
        };
        match asked.map_err(RetailerError::from) {
            Err(error) if error.is_gone() => gone.push(address),
            Err(error) if error.is_fatal() => break,
            _ => {}
        }
    }
    Ok(gone)
}
