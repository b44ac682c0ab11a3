use axum::http::Method;
use strum::{IntoStaticStr, VariantArray};

/// Class of a request. Each class has slots of its own. In ascending order of importance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum LoadClass {
    /// Searches, suggestions and lists of products from the index.
    Search,
    /// Builds for a budget, the page that shows one, and upgrades of a PC at home.
    Budget,
    /// Compatibility checks and baskets.
    Compatibility,
    /// Pages, and everything else that is only read.
    Pages,
    /// Sign-in, sign-up and password changes, which hash a password. The hasher has a queue of its own.
    Passwords,
    /// Everything of administrators.
    Admin,
    /// Changes of data.
    Writes,
}

impl LoadClass {
    /// Returns the class of a request; `None` for requests that are always answered: health, files and documentation.
    pub fn of(method: &Method, path: &str) -> Option<Self> {
        let Some(call) = path.strip_prefix("/api/") else { return class_of_page(path) };
        match call {
            "search" | "suggest" | "products/list" | "parts-list" => Some(Self::Search),
            "compatibility" | "compatibility/candidates" | "basket" => Some(Self::Compatibility),
            "auth/login"
            | "auth/register"
            | "auth/reset-password"
            | "auth/confirm-password"
            | "user/password"
            | "user/email"
            | "user/delete" => Some(Self::Passwords),
            _ => match call.split('/').next().unwrap_or_default() {
                "health" | "docs" | "openapi.json" => None,
                "budget-builds" | "budget-upgrades" | "build-repairs" => Some(Self::Budget),
                "admin" => Some(Self::Admin),
                // Lists that retailers hand in have limits of their own (`routes/hand_in/receive.rs`).
                "retailers" if *method == Method::PUT => None,
                _ if matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS) => Some(Self::Pages),
                _ => Some(Self::Writes),
            },
        }
    }

    /// The class as a metrics label, and as its key in the section `load` of the configuration.
    pub fn label(self) -> &'static str {
        self.into()
    }
}

/// Returns the class of a page, of a preview image, which is drawn, or of a feed, which is read from the database. Other
/// files are cheap, and always answered.
fn class_of_page(path: &str) -> Option<LoadClass> {
    let name = path.rsplit('/').next().unwrap_or_default();
    let (first, rest) = first_segment(path);
    let (screen, _) = if first == "ar" { first_segment(rest) } else { (first, rest) };
    let class = if screen == "build-for" { LoadClass::Budget } else { LoadClass::Pages };
    let is_made = ["image.png", "deals.rss", "deals.json"].contains(&name);
    (!name.contains('.') || is_made).then_some(class)
}

/// Returns the first segment of a path, and what follows it.
fn first_segment(path: &str) -> (&str, &str) {
    let path = path.trim_start_matches('/');
    path.split_once('/').unwrap_or((path, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_have_the_class_of_their_cost() {
        for (method, path, class) in [
            (Method::GET, "/api/search", Some(LoadClass::Search)),
            (Method::GET, "/api/products/list", Some(LoadClass::Search)),
            (Method::POST, "/api/parts-list", Some(LoadClass::Search)),
            (Method::GET, "/api/products", Some(LoadClass::Pages)),
            (Method::GET, "/api/products/1/price-history", Some(LoadClass::Pages)),
            (Method::GET, "/product/1", Some(LoadClass::Pages)),
            (Method::GET, "/build/1/image.png", Some(LoadClass::Pages)),
            (Method::GET, "/build-for", Some(LoadClass::Budget)),
            (Method::GET, "/ar/build-for", Some(LoadClass::Budget)),
            (Method::GET, "/build-for/image.png", Some(LoadClass::Budget)),
            (Method::GET, "/", Some(LoadClass::Pages)),
            (Method::POST, "/api/basket", Some(LoadClass::Compatibility)),
            (Method::GET, "/api/budget-builds/curve", Some(LoadClass::Budget)),
            (Method::POST, "/api/auth/login", Some(LoadClass::Passwords)),
            (Method::POST, "/api/auth/logout", Some(LoadClass::Writes)),
            (Method::GET, "/api/favorites", Some(LoadClass::Pages)),
            (Method::PUT, "/api/favorites", Some(LoadClass::Writes)),
            (Method::GET, "/api/admin/operations", Some(LoadClass::Admin)),
            (Method::GET, "/api/retailers/shop/offers/1", Some(LoadClass::Pages)),
            (Method::PUT, "/api/retailers/shop/offers", None),
            (Method::GET, "/api/health/ready", None),
            (Method::GET, "/api/openapi.json", None),
            (Method::GET, "/ar/deals.rss", Some(LoadClass::Pages)),
            (Method::GET, "/assets/app-1.js", None),
            (Method::GET, "/robots.txt", None),
        ] {
            assert_eq!(LoadClass::of(&method, path), class, "{method} {path}");
        }
    }

    #[test]
    fn classes_are_listed_by_importance() {
        assert!(LoadClass::VARIANTS.is_sorted());
    }
}
