//! The address to which retailers send lists of offers: its bodies may be larger, and take longer, than those of any other.

use axum::http::Method;

/// Returns the slug in the address, where a request sends a list; it is not checked.
pub fn retailer_of_list<'a>(method: &Method, path: &'a str) -> Option<&'a str> {
    let call = path.strip_prefix("/api/retailers/").filter(|_| *method == Method::PUT)?;
    call.strip_suffix("/offers")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lists_are_sent_to_the_address_of_lists() {
        assert_eq!(retailer_of_list(&Method::PUT, "/api/retailers/alpha/offers"), Some("alpha"));
        assert_eq!(retailer_of_list(&Method::POST, "/api/retailers/alpha/offers"), None);
        assert_eq!(retailer_of_list(&Method::PUT, "/api/retailers/alpha/offers/x"), None);
        assert_eq!(retailer_of_list(&Method::PUT, "/api/auth/login"), None);
    }
}
