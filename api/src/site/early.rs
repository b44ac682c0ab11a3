//! Answers of the api sent along with the page that asks for them first: it is drawn without waiting for another call.

use std::fmt::{self, Display};

use domain::{
    model::{Category, Picture},
    store::snapshots::Snapshot,
};
use serde::Serialize;
use tracing::debug;

use super::head::{Escaped, InScript};
use crate::{
    builds::answer::BuildAnswer,
    extract::Query,
    products::detail,
    retailers,
    search::{ProductList, find},
    state::AppState,
};

/// How many products the front end shows on a page of a listing.
const PAGE_SIZE: u32 = 20;
/// How many pictures are fetched beside the page's code: those that are seen first on a phone.
const PICTURES: usize = 2;

/// How wide pictures are shown, as in `web/src/lib/pictures.ts`.
const CARD_SIZES: &str = "(max-width: 47.9375rem) 5.7rem, 11.5rem";
const PHOTO_SIZES: &str = "(max-width: 47.9375rem) 75vw, 22rem";

/// An answer that the page would ask for.
#[derive(Debug, Clone)]
pub struct Early {
    /// The call, with its query string.
    call: String,
    /// The JSON as the call would answer it.
    body: String,
    /// Pictures that it names and the page shows at once.
    pictures: Vec<Preload>,
}

/// A picture to fetch at once, in the width that the browser will show.
#[derive(Debug, Clone)]
struct Preload {
    /// As in `srcset`.
    sources: String,
    /// As in `sizes`: the same as the front end says, or the browser would fetch two.
    sizes: &'static str,
}

impl Preload {
    fn of(picture: &Picture, sizes: &'static str) -> Self {
        let sources = picture.files().into_iter().map(|file| {
            let width = file.width.min(picture.width);
            format!("{} {width}w", file.path())
        });
        Self { sources: sources.collect::<Vec<_>>().join(", "), sizes }
    }
}

impl Early {
    fn new(call: String, answer: &impl Serialize) -> Option<Self> {
        let body = serde_json::to_string(answer).ok()?;
        Some(Self { call, body, pictures: Vec::new() })
    }
}

impl Display for Early {
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

/// What the listing at `path` asks for first. An extra: a page whose answer fails says so by itself.
pub async fn of_listing(app: &AppState, path: &str, query: Option<&str>) -> Vec<Early> {
    let path = path.trim_end_matches('/');
    let category = Category::ALL.into_iter().find(|category| category.route() == Some(path));
    let call = match path {
        "/search" => "/api/search",
        "/products" => "/api/products/list",
        _ if category.is_some() => "/api/products/list",
        _ => return Vec::new(),
    };
    let query = query.unwrap_or_default();
    // Without words the search page asks for nothing.
    if path == "/search"
        && !form_urlencoded::parse(query.as_bytes())
            .any(|(name, value)| name == "q" && !value.trim().is_empty())
    {
        return Vec::new();
    }
    let Some(parameters) = listing_parameters(query, category) else { return Vec::new() };
    let found = match find(app, Query::parse(&parameters)).await {
        Ok(found) => found,
        Err(error) => {
            debug!("Sent a listing without its products: {error}");
            return Vec::new();
        }
    };
    let pictures = pictures(&found);
    let body = found.to_json().ok().and_then(|json| String::from_utf8(json).ok());
    let listing = body.map(|body| Early { call: format!("{call}?{parameters}"), body, pictures });
    listing.into_iter().chain(shops(app).await).collect()
}

/// What a product's page asks for first.
pub async fn of_product(app: &AppState, snapshot: &Snapshot) -> Vec<Early> {
    let Ok(answer) = detail::describe(app, snapshot).await else { return Vec::new() };
    let call = format!("/api/products?id={}", snapshot.product.id);
    let picture = snapshot.product.picture.as_ref();
    let pictures = picture.map(|picture| Preload::of(picture, PHOTO_SIZES)).into_iter().collect();
    let product = Early::new(call, &answer).map(|early| Early { pictures, ..early });
    product.into_iter().chain(shops(app).await).collect()
}

/// What a shared build's page asks for first.
pub fn of_build(answer: &BuildAnswer) -> Vec<Early> {
    Early::new(format!("/api/builds/{}", answer.build.share_token), answer).into_iter().collect()
}

async fn shops(app: &AppState) -> Option<Early> {
    Early::new("/api/retailers".to_owned(), &retailers::current(app).await.ok()?)
}

/// The parameters with which the front end asks for the listing whose own query string this is. `None` when it asks for
/// something else: what fits a build is known to the browser only.
fn listing_parameters(query: &str, category: Option<Category>) -> Option<String> {
    let mut parameters = form_urlencoded::Serializer::new(String::new());
    let (mut in_stock, mut page) = (true, None);
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        match &*name {
            "fit" | "compatibleWith" | "limit" => return None,
            "inStock" => in_stock = value != "false",
            "page" => page = Some(value),
            "category" if category.is_some() => {}
            _ => {
                parameters.append_pair(&name, &value);
            }
        }
    }
    if let Some(category) = category {
        parameters.append_pair("category", category.as_str());
    }
    if in_stock {
        parameters.append_pair("inStock", "true");
    }
    parameters.append_pair("page", page.as_deref().unwrap_or("1"));
    parameters.append_pair("limit", &PAGE_SIZE.to_string());
    Some(parameters.finish())
}

/// The pictures of the first products.
fn pictures(found: &ProductList) -> Vec<Preload> {
    #[derive(serde::Deserialize)]
    struct Pictured {
        picture: Option<Picture>,
    }
    let card = |card: &crate::search::answer::Card| serde_json::from_slice::<Pictured>(card).ok()?.picture;
    let shown = found.products.iter().take(PICTURES).filter_map(card);
    shown.map(|picture| Preload::of(&picture, CARD_SIZES)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listings_address_becomes_its_call() {
        let asked = |query, category| listing_parameters(query, category);
        assert_eq!(
            asked("", Some(Category::Gpu)).as_deref(),
            Some("category=GPU&inStock=true&page=1&limit=20")
        );
        assert_eq!(
            asked("manufacturer=ASUS&spec.socket=AM5&page=3&inStock=false", None).as_deref(),
            Some("manufacturer=ASUS&spec.socket=AM5&page=3&limit=20")
        );
        assert_eq!(
            asked("q=%D9%83%D8%B1%D8%AA", None).as_deref(),
            Some("q=%D9%83%D8%B1%D8%AA&inStock=true&page=1&limit=20")
        );
        assert_eq!(asked("fit=false", Some(Category::Gpu)), None);
    }

    #[test]
    fn nothing_escapes_from_its_place() {
        let foul = "</script><script>alert(1)</script>\u{2028}";
        let early = Early {
            pictures: vec![Preload { sources: format!("\"{foul}"), sizes: CARD_SIZES }],
            ..Early::new(format!("\"{foul}"), &foul).unwrap()
        };
        let html = early.to_string();
        assert_eq!((html.matches("<script").count(), html.matches("</script>").count()), (1, 1), "{html}");
        let body = html.split_once("\">{").is_none().then(|| html.rsplit_once("\">").unwrap().1).unwrap();
        assert_eq!(serde_json::from_str::<String>(body.split_once("</script>").unwrap().0).unwrap(), foul);
    }
}
