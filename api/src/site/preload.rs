//! API answers embedded in the page that requests them first: the app renders without waiting for another call.

use std::fmt::{self, Display};

use domain::{model::Picture, store::snapshots::Snapshot};
use serde::Serialize;

use super::{
    content::{CARD_SIZES, PHOTO_SIZES},
    escape::{Escaped, InScript},
    html::picture_sources,
};
use crate::{
    routes::{
        builds::answer::SavedBuildResponse, catalogue::retailers::RetailerList, products::detail,
        search::ProductList,
    },
    services::{read_pool::ReadPool, retailer_cache::RetailerCache, search_index::SearchIndex},
};

/// Number of pictures fetched together with the page's code: those visible first on a phone.
const PICTURES: usize = 2;

/// An API answer that the page would request.
#[derive(Debug, Clone)]
pub struct PreloadedResponse {
    /// Path of the call, with its query string.
    call: String,
    /// JSON of the answer.
    body: String,
    /// Pictures of the answer that the page shows at once.
    pictures: Vec<Preload>,
}

/// A picture to fetch at once, in the width that the browser will show.
#[derive(Debug, Clone)]
struct Preload {
    /// `srcset` value.
    sources: String,
    /// `sizes` value; must equal the front end's, or the browser would fetch two files.
    sizes: &'static str,
}

impl Preload {
    fn from_picture(picture: &Picture, sizes: &'static str) -> Self {
        Self { sources: picture_sources(picture), sizes }
    }
}

impl PreloadedResponse {
    /// Creates the embedded answer to a call; `None` if it cannot be serialised.
    pub fn new(call: String, answer: &impl Serialize) -> Option<Self> {
        let body = serde_json::to_string(answer).ok()?;
        Some(Self { call, body, pictures: Vec::new() })
    }

    /// Creates the embedded answer to a call for a list of products.
    pub fn product_list(call: String, found: &ProductList) -> Option<Self> {
        let body = String::from_utf8(found.to_json().ok()?).ok()?;
        Some(Self { call, body, pictures: pictures(found) })
    }
}

impl Display for PreloadedResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for picture in &self.pictures {
            let (sources, sizes) = (Escaped(&picture.sources), picture.sizes);
            writeln!(
                f,
                "<link rel=\"preload\" as=\"image\" fetchpriority=\"high\" imagesrcset=\"{sources}\" imagesizes=\"{sizes}\" />"
            )?;
        }
        let (call, body) = (Escaped(&self.call), InScript(&self.body));
        writeln!(f, "<script type=\"application/json\" data-call=\"{call}\">{body}</script>")
    }
}

/// Returns the answers that a product's page requests first.
pub async fn product_responses(
    reads: &ReadPool,
    index: &SearchIndex,
    retailers: &RetailerCache,
    snapshot: &Snapshot,
) -> Vec<PreloadedResponse> {
    let Ok(answer) = detail::describe(reads, index, snapshot).await else { return Vec::new() };
    let call = format!("/api/products?id={}", snapshot.product.id);
    let picture = snapshot.product.picture.as_ref();
    let pictures = picture.map(|picture| Preload::from_picture(picture, PHOTO_SIZES)).into_iter().collect();
    let product =
        PreloadedResponse::new(call, &answer).map(|response| PreloadedResponse { pictures, ..response });
    product.into_iter().chain(retailer_list(retailers).await).collect()
}

/// Returns the answers that a shared build's page requests first.
pub fn build_responses(answer: &SavedBuildResponse) -> Vec<PreloadedResponse> {
    PreloadedResponse::new(format!("/api/builds/{}", answer.build.share_token), answer).into_iter().collect()
}

/// Returns the list of retailers, which every page needs.
pub async fn retailer_list(retailers: &RetailerCache) -> Option<PreloadedResponse> {
    let retailers = retailers.load_or_cached().await.ok()?;
    PreloadedResponse::new("/api/retailers".to_owned(), &RetailerList { retailers })
}

/// Returns the pictures of the first products.
fn pictures(found: &ProductList) -> Vec<Preload> {
    #[derive(serde::Deserialize)]
    struct Pictured {
        picture: Option<Picture>,
    }
    let card =
        |card: &crate::routes::search::answer::Card| serde_json::from_slice::<Pictured>(card).ok()?.picture;
    let shown = found.products.iter().take(PICTURES).filter_map(card);
    shown.map(|picture| Preload::from_picture(&picture, CARD_SIZES)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn injected_markup_is_escaped() {
        let foul = "</script><script>alert(1)</script>\u{2028}";
        let response = PreloadedResponse {
            pictures: vec![Preload { sources: format!("\"{foul}"), sizes: CARD_SIZES }],
            ..PreloadedResponse::new(format!("\"{foul}"), &foul).unwrap()
        };
        let html = response.to_string();
        assert_eq!((html.matches("<script").count(), html.matches("</script>").count()), (1, 1), "{html}");
        let body = html.split_once("\">{").is_none().then(|| html.rsplit_once("\">").unwrap().1).unwrap();
        assert_eq!(serde_json::from_str::<String>(body.split_once("</script>").unwrap().0).unwrap(), foul);
    }
}
