//! Reads one field of a page by CSS selector.

use regex::Regex;
use scraper::{ElementRef, Html, Selector};

use super::amount_text::{amount_text, whole_amount};
use crate::retailer_file::FieldRule;

/// A compiled field rule.
#[derive(Debug)]
pub struct Field {
    is_amount: bool,
    select: Selector,
    attribute: Option<String>,
    pattern: Option<Regex>,
}

impl Field {
    /// Compiles a rule.
    ///
    /// # Errors
    /// A sentence part when the selector or the pattern is invalid; checked retailer files have only valid ones.
    pub fn new(rule: &FieldRule) -> Result<Field, String> {
        let select = Selector::parse(&rule.select).map_err(|error| format!("{:?}: {error}", rule.select))?;
        let pattern =
            rule.pattern.as_deref().map(Regex::new).transpose().map_err(|error| error.to_string())?;
        Ok(Field { is_amount: false, select, attribute: rule.attribute.clone(), pattern })
    }

    /// Compiles the rule of an amount, whose digits may be parted by elements.
    ///
    /// # Errors
    /// As [`Field::new`].
    pub fn amount(rule: &FieldRule) -> Result<Field, String> {
        Ok(Field { is_amount: true, ..Field::new(rule)? })
    }

    /// Returns the value of the first element, where it has one.
    pub fn first(&self, page: &Html) -> Option<String> {
        self.value(page.select(&self.select).next()?)
    }

    /// Returns the values of all elements.
    pub fn all<'a>(&'a self, page: &'a Html) -> impl Iterator<Item = String> + 'a {
        page.select(&self.select).filter_map(|element| self.value(element))
    }

    fn value(&self, element: ElementRef<'_>) -> Option<String> {
        let text = match &self.attribute {
            Some(attribute) => element.attr(attribute)?.trim().to_owned(),
            None if self.is_amount => amount_text(element),
            None => element.text().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" "),
        };
        let text = match &self.pattern {
            Some(pattern) => {
                let kept = pattern.captures(&text)?.get(1)?;
                let kept = if self.is_amount { whole_amount(&text, kept.range()) } else { kept.as_str() };
                kept.trim().to_owned()
            }
            None => text,
        };
        (!text.is_empty()).then_some(text)
    }
}
