//! Query string of a listing page.

use super::listing_subject::Subject;

/// Number of products per page in the front end.
pub const PAGE_SIZE: u32 = 20;
/// Parameters of a listing besides the page; facts are filtered by parameters that begin with `spec.` or `-spec.`.
const FILTERS: [&str; 16] = [
    "q",
    "category",
    "manufacturer",
    "retailer",
    "-category",
    "-manufacturer",
    "-retailer",
    "minPrice",
    "maxPrice",
    "tier",
    "inStock",
    "tabby",
    "minRating",
    "literal",
    "sort",
    "fit",
];

/// Parsed query string of a listing page.
#[derive(Debug, Default)]
pub struct ListingRequest {
    /// Filters, search words and order, in the requested order.
    pub pairs: Vec<(String, String)>,
    /// Requested page, unless it is the first.
    pub page: Option<String>,
    /// Whether the query holds filters, search words or an order.
    pub is_filtered: bool,
    /// Whether the list is left to the browser: with the front end's own parameter `fit`, which says whether parts must fit
    /// the shopper's build, and with parameters that the front end drops.
    is_left_to_browser: bool,
}

fn is_of_spec(name: &str) -> bool {
    name.strip_prefix('-').unwrap_or(name).starts_with("spec.")
}

impl ListingRequest {
    /// Reads the parameters of a listing; others, such as a campaign's, are ignored.
    pub fn read(query: &str) -> Self {
        let mut request = Self::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "page" => request.page = Some(value.into_owned()).filter(|page| page != "1"),
                "compatibleWith" | "limit" => request.is_left_to_browser = true,
                name if FILTERS.contains(&name) || is_of_spec(name) => {
                    request.is_filtered = true;
                    request.is_left_to_browser |= name == "fit";
                    request.pairs.push((name.to_owned(), value.into_owned()));
                }
                _ => {}
            }
        }
        request
    }

    /// Returns the parameters with which the front end requests the list while the browser has no build; `None` where it
    /// requests none, or the list is left to the browser.
    pub fn parameters(&self, subject: &Subject) -> Option<String> {
        let mut parameters = form_urlencoded::Serializer::new(String::new());
        let mut in_stock = true;
        let mut has_words = false;
        // The page's own filter replaces the same one of the address.
        let own_filter = match subject {
            Subject::Landing(landing) => Some((landing.parameter(), &landing.value)),
            _ => None,
        };
        if let Some((parameter, value)) = &own_filter {
            parameters.append_pair(parameter, value);
        }
        for (name, value) in &self.pairs {
            match name.as_str() {
                "inStock" => in_stock = value != "false",
                name if own_filter.as_ref().is_some_and(|(parameter, _)| parameter == name) => {}
                "category" if subject.category().is_some() => {}
                _ => {
                    has_words |= name == "q" && !value.trim().is_empty();
                    parameters.append_pair(name, value);
                }
            }
        }
        // Without words the search page requests nothing.
        if self.is_left_to_browser || (matches!(subject, Subject::Search) && !has_words) {
            return None;
        }
        if let Some(category) = subject.category() {
            parameters.append_pair("category", category.as_str());
        }
        if in_stock {
            parameters.append_pair("inStock", "true");
        }
        parameters.append_pair("page", self.page.as_deref().unwrap_or("1"));
        parameters.append_pair("limit", &PAGE_SIZE.to_string());
        Some(parameters.finish())
    }

    /// Returns the page number; 1 for a malformed one.
    pub fn page_number(&self) -> u64 {
        self.page.as_deref().and_then(|page| page.parse().ok()).unwrap_or(1)
    }
}

#[cfg(test)]
mod tests {
    use domain::model::Category;

    use super::*;

    #[test]
    fn listing_address_becomes_its_api_call() {
        let request = |query, subject: Subject| ListingRequest::read(query).parameters(&subject);
        assert_eq!(
            request("", Subject::Category(Category::Gpu)).as_deref(),
            Some("category=GPU&inStock=true&page=1&limit=20")
        );
        assert_eq!(
            request("manufacturer=ASUS&spec.socket=AM5&page=3&inStock=false", Subject::All).as_deref(),
            Some("manufacturer=ASUS&spec.socket=AM5&page=3&limit=20")
        );
        assert_eq!(
            request("q=%D9%83%D8%B1%D8%AA", Subject::Search).as_deref(),
            Some("q=%D9%83%D8%B1%D8%AA&inStock=true&page=1&limit=20")
        );
        assert_eq!(request("fit=false", Subject::Category(Category::Gpu)), None);
        assert_eq!(request("utm_source=x", Subject::Search), None);
    }

    #[test]
    fn only_parameters_that_change_the_products_are_filters() {
        for (query, filtered) in [
            ("", false),
            ("page=2", false),
            ("utm_source=x&fbclid=y", false),
            ("sort=price_asc", true),
            ("spec.socket=AM5", true),
            ("-manufacturer=ASUS", true),
            ("-spec.socket=AM5", true),
        ] {
            assert_eq!(ListingRequest::read(query).is_filtered, filtered, "{query}");
        }
    }
}
