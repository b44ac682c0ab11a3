//! Parses a page into a tree, unless the page is built to overload the parser.

use scraper::Html;

use super::shape;

/// Parses a page.
///
/// # Errors
/// A sentence part, when the page nests too deep or holds too many elements or attributes.
pub fn parse(html: &str) -> Result<Html, String> {
    shape::check(html)?;
    Ok(Html::parse_document(html))
}
