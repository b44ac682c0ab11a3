use domain::model::Category;

use super::{Site, head::Head};

/// The front end's addresses besides the listings and those with a variable part.
const SINGLE: [&str; 16] = [
    "/",
    "/builder",
    "/products",
    "/search",
    "/compare",
    "/parts-list",
    "/data-sources",
    "/login",
    "/signup",
    "/forgot-password",
    "/reset-password",
    "/verify-email",
    "/favorites",
    "/my-builds",
    "/my-builds/compare",
    "/settings",
];
/// Addresses under which everything belongs to the front end.
const FOLDERS: [&str; 2] = ["/build/", "/admin"];
/// Addresses worth a crawler's time.
const OPEN: [&str; 4] = ["/", "/products", "/builder", "/data-sources"];

const TITLE: &str = "Tajmeea | تجميعة";
const DESCRIPTION: &str = "Compare PC part prices across shops in Kuwait and build your PC. \
                           قارن أسعار قطع الكمبيوتر في الكويت وجهّز تجميعتك.";

/// What the page at `path` says about itself; `None` when the front end has no such screen.
pub fn head_of(site: &Site, path: &str) -> Option<Head> {
    let path = if path == "/" { path } else { path.trim_end_matches('/') };
    if let Some(category) = Category::ALL.into_iter().find(|category| category.route() == Some(path)) {
        return Some(listing(site, category, path));
    }
    let known = SINGLE.contains(&path) || FOLDERS.iter().any(|folder| path.starts_with(folder));
    known.then(|| plain(site, path))
}

/// The addresses for the sitemap.
pub fn open_paths() -> impl Iterator<Item = &'static str> {
    ["/", "/products"].into_iter().chain(Category::ALL.into_iter().filter_map(Category::route))
}

/// A screen without content of its own.
pub fn plain(site: &Site, path: &str) -> Head {
    let canonical = OPEN.contains(&path).then(|| format!("{}{path}", site.public_url));
    let hidden = canonical.is_none();
    Head { hidden, ..Head::new(TITLE.to_owned(), DESCRIPTION.to_owned(), canonical) }
}

/// A screen that is not there.
pub fn missing() -> Head {
    Head { hidden: true, ..Head::new(TITLE.to_owned(), DESCRIPTION.to_owned(), None) }
}

fn listing(site: &Site, category: Category, path: &str) -> Head {
    let (en, ar) = (category.label_en(), category.label_ar());
    Head::new(
        format!("{en} prices in Kuwait | أسعار {ar} في الكويت | Tajmeea"),
        format!(
            "{en}: compare prices, stock and price history across shops in Kuwait. \
             {ar}: قارن الأسعار والتوفر وحركة السعر بين محلات الكويت."
        ),
        Some(format!("{}{path}", site.public_url)),
    )
}
