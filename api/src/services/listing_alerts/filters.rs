//! The filters of a watched listing, as parameters of the listing's call.

use domain::model::{Fils, SpecKey};
use form_urlencoded::Serializer;
use indexer::{ExcludedValues, Filters, MAX_LIMIT, SearchRequest, Sort, SpecFilter};

use crate::{
    http::{
        error::{ApiError, ApiResult},
        extract::Query,
    },
    services::search_params::{RequestedSearch, read_request},
    wire::retailer::Retailer,
};

/// The field of a new alert that holds the filters.
pub(super) const FIELD: &str = "listing";
/// The most bytes of the filters, as the table allows.
const MAX_BYTES: usize = 2_000;
/// Parameters of a listing's call that choose no products, or products for a build that changes.
const NOT_WATCHED: [&str; 6] = ["page", "limit", "sort", "facets", "allValues", "compatibleWith"];

/// The filters of a watched listing.
#[derive(Debug, Clone)]
pub struct WatchedListing {
    /// The filters in one spelling: equal filters are equal texts.
    pub text: String,
    /// The search for the products. Only those in stock count, whatever the filters say.
    pub request: SearchRequest,
}

impl WatchedListing {
    /// Reads the parameters of a listing's call with the parser of that call.
    ///
    /// # Errors
    /// 422 naming every wrong parameter as `listing.<parameter>`; an unknown category is named alone.
    pub fn read(text: &str) -> ApiResult<Self> {
        if text.len() > MAX_BYTES {
            return Err(ApiError::field(FIELD, format!("is longer than {MAX_BYTES} bytes")));
        }
        let mut query = Query::parse(text.trim_start_matches('?'));
        for name in NOT_WATCHED {
            if query.names_with(name).contains(name) {
                query.ignore(name);
                query.problem(name, "cannot be watched");
            }
        }
        let RequestedSearch { request, .. } = read_request(query).map_err(prefix_fields)?;
        let text = to_text(&request);
        if text.is_empty() {
            return Err(ApiError::field(FIELD, "must have words or a filter"));
        }
        if text.len() > MAX_BYTES {
            return Err(ApiError::field(FIELD, format!("is longer than {MAX_BYTES} bytes")));
        }
        let filters = Filters { in_stock: true, ..request.filters };
        let request = SearchRequest {
            filters,
            sort: Sort::Relevance,
            page: 1,
            limit: MAX_LIMIT,
            facets: false,
            whole_group: None,
            ..request
        };
        Ok(Self { text, request })
    }

    /// Checks that the retailers that the filters name exist.
    ///
    /// # Errors
    /// 422 naming the parameter.
    pub fn check_retailers(&self, retailers: &[Retailer]) -> ApiResult<()> {
        let is_known = |slug: &String| retailers.iter().any(|retailer| retailer.slug == *slug);
        let filters = &self.request.filters;
        for (name, slugs) in [("retailer", &filters.retailers), ("-retailer", &filters.excluded.retailers)] {
            if !slugs.iter().all(is_known) {
                return Err(ApiError::field(format!("{FIELD}.{name}"), "must be slugs of retailers"));
            }
        }
        Ok(())
    }
}

/// Prefixes the names of wrong parameters with [`FIELD`].
fn prefix_fields(error: ApiError) -> ApiError {
    match error {
        ApiError::Invalid(problems) => ApiError::Invalid(
            problems.into_iter().map(|(name, problem)| (format!("{FIELD}.{name}"), problem)).collect(),
        ),
        other => other,
    }
}

/// Writes the words and filters of a request as parameters: always in the same order, the values of a list sorted, each a
/// parameter of its own.
fn to_text(request: &SearchRequest) -> String {
    let Filters {
        categories,
        manufacturers,
        retailers,
        price_min,
        price_max,
        tiers,
        in_stock: _,
        tabby,
        min_rating,
        specs,
        excluded,
    } = &request.filters;
    let mut parameters = Parameters::default();
    let words: Vec<&str> = request.text.split_whitespace().collect();
    parameters.add("q", (!words.is_empty()).then(|| words.join(" ")));
    parameters.add_list("literal", request.literal.iter().cloned());
    parameters.add_list("category", categories.iter().map(|category| category.as_str().to_owned()));
    parameters.add_list("manufacturer", manufacturers.iter().cloned());
    parameters.add_list("retailer", retailers.iter().cloned());
    let ExcludedValues { categories, manufacturers, retailers } = excluded;
    parameters.add_list("-category", categories.iter().map(|category| category.as_str().to_owned()));
    parameters.add_list("-manufacturer", manufacturers.iter().cloned());
    parameters.add_list("-retailer", retailers.iter().cloned());
    parameters.add("minPrice", price_min.map(Fils::to_short_string));
    parameters.add("maxPrice", price_max.map(Fils::to_short_string));
    parameters.add_list("tier", tiers.iter().map(ToString::to_string));
    parameters.add("tabby", tabby.then(|| "true".to_owned()));
    parameters.add("minRating", min_rating.map(|stars| stars.to_string()));
    let mut specs: Vec<(String, &SpecKey, &SpecFilter)> =
        specs.iter().map(|(key, filter)| (key.to_string(), key, filter)).collect();
    specs.sort_by(|(left, _, one), (right, _, other)| left.cmp(right).then(rank(one).cmp(&rank(other))));
    for (_, key, filter) in specs {
        parameters.add_spec(*key, filter);
    }
    parameters.0.finish()
}

/// Returns the place among the filters on one fact.
fn rank(filter: &SpecFilter) -> u8 {
    match filter {
        SpecFilter::AnyOf(_) => 0,
        SpecFilter::NoneOf(_) => 1,
        SpecFilter::Range { .. } => 2,
    }
}

/// Parameters that are being written.
struct Parameters(Serializer<'static, String>);

impl Default for Parameters {
    fn default() -> Self {
        Self(Serializer::new(String::new()))
    }
}

impl Parameters {
    fn add(&mut self, name: &str, value: Option<String>) {
        if let Some(value) = value {
            self.0.append_pair(name, &value);
        }
    }

    fn add_list(&mut self, name: &str, values: impl Iterator<Item = String>) {
        let mut values: Vec<String> = values.collect();
        values.sort_unstable();
        values.dedup();
        for value in values {
            // A plain comma separates two values.
            self.0.append_pair(name, &value.replace(',', "\\,"));
        }
    }

    fn add_spec(&mut self, key: SpecKey, filter: &SpecFilter) {
        match filter {
            SpecFilter::AnyOf(values) => self.add_list(&format!("spec.{key}"), values.iter().cloned()),
            SpecFilter::NoneOf(values) => self.add_list(&format!("-spec.{key}"), values.iter().cloned()),
            SpecFilter::Range { min, max } => {
                self.add(&format!("spec.{key}.min"), min.map(|bound| bound.to_string()));
                self.add(&format!("spec.{key}.max"), max.map(|bound| bound.to_string()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(listing: &str) -> String {
        WatchedListing::read(listing).unwrap().text
    }

    #[test]
    fn equal_filters_are_equal_texts() {
        let written = "q=rtx+5070&category=GPU&manufacturer=ASUS&manufacturer=MSI&maxPrice=250&tabby=true";
        for listing in [
            "q=rtx%205070&category=GPU&manufacturer=MSI,ASUS&maxPrice=250.000&tabby=true&inStock=true",
            "?tabby=true&maxPrice=250&manufacturer=ASUS&manufacturer=MSI&category=gpu&q=+rtx++5070+",
            written,
        ] {
            assert_eq!(text(listing), written, "{listing}");
        }
        let written =
            r"manufacturer=Acme%5C%2C+Ltd.&-manufacturer=AMD&spec.gpuVram.min=8&spec.gpuVram.max=16";
        assert_eq!(text(written), written);
        assert!(WatchedListing::read(written).unwrap().request.filters.in_stock);
    }

    #[test]
    fn absurd_filters_are_refused_by_parameter() {
        for (listing, field) in [
            ("", "listing"),
            ("inStock=true", "listing"),
            ("nothing=1", "listing.nothing"),
            ("category=GPU&page=2", "listing.page"),
            ("category=GPU&sort=price_asc", "listing.sort"),
            ("category=GPU&compatibleWith=x", "listing.compatibleWith"),
            ("minPrice=3&maxPrice=2", "listing.minPrice"),
            ("spec.nothing=1", "listing.spec.nothing"),
        ] {
            let Err(ApiError::Invalid(fields)) = WatchedListing::read(listing) else { panic!("{listing}") };
            assert!(fields.contains_key(field), "{listing}: {fields:?}");
        }
        assert!(matches!(WatchedListing::read("category=SHOES"), Err(ApiError::InvalidCategory)));
        assert!(WatchedListing::read(&format!("q={}", "a".repeat(3_000))).is_err());
    }
}
