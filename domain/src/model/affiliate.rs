use std::{fmt::Write, str::FromStr};

use serde::{Deserialize, Serialize};

/// Stands for the address of the offer in a template.
const OFFER: &str = "{url}";
const MAX_LENGTH: usize = 500;

/// How links to a retailer's offers say that a shopper comes from this site: an address in which `{url}` stands for that of the
/// offer, or parameters that are added to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, sqlx::Type)]
#[serde(try_from = "String", into = "String")]
#[sqlx(transparent)]
pub struct AffiliateTemplate(String);

/// Reason why a text is no template.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AffiliateError {
    #[error("is longer than {MAX_LENGTH} characters")]
    TooLong,
    #[error(
        "must be an https address such as \"https://go.example/?to={{url}}\", or parameters such as \"?ref=tajmeea\""
    )]
    NoTemplate,
    #[error("must have {{url}} once, behind the host, where the address of the offer belongs")]
    OfferOnce,
    #[error("must have a name and a value in each parameter, such as \"?ref=tajmeea&medium=web\"")]
    IncompleteParameter,
    #[error("has {0:?}, which no address has")]
    NoAddressCharacter(char),
}

impl AffiliateTemplate {
    /// Returns the text of the retailer's file.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the link to an offer. An address that is not one of the web stays as it is.
    pub fn link(&self, offer: &str) -> String {
        if !(offer.starts_with("https://") || offer.starts_with("http://")) {
            return offer.to_owned();
        }
        let Some(parameters) = self.0.strip_prefix('?') else {
            return self.0.replace(OFFER, &percent_encoded(offer));
        };
        let (address, fragment) = offer.split_at(offer.find('#').unwrap_or(offer.len()));
        let separator = match address.split_once('?') {
            None => "?",
            Some((_, query)) if query.is_empty() || query.ends_with('&') => "",
            Some(_) => "&",
        };
        format!("{address}{separator}{parameters}{fragment}")
    }
}

/// Returns the link to an offer, for shoppers: that of the retailer's template, or the plain one.
pub fn shopper_url(offer: &str, affiliate: Option<&AffiliateTemplate>) -> String {
    affiliate.map_or_else(|| offer.to_owned(), |template| template.link(offer))
}

/// Encodes everything but RFC 3986's unreserved characters, so that the address is one value of a query.
fn percent_encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len() + text.len() / 2);
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

impl FromStr for AffiliateTemplate {
    type Err = AffiliateError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.len() > MAX_LENGTH {
            return Err(AffiliateError::TooLong);
        }
        let is_foreign =
            |character: &char| !character.is_ascii_graphic() || "\"#<>\\^`{|}".contains(*character);
        if let Some(character) = text.replace(OFFER, "").chars().find(is_foreign) {
            return Err(AffiliateError::NoAddressCharacter(character));
        }
        if let Some(parameters) = text.strip_prefix('?') {
            let is_complete = |parameter: &str| {
                parameter.split_once('=').is_some_and(|(name, value)| !name.is_empty() && !value.is_empty())
            };
            return match parameters.contains(OFFER) {
                true => Err(AffiliateError::NoTemplate),
                false if parameters.split('&').all(is_complete) => Ok(Self(text.to_owned())),
                false => Err(AffiliateError::IncompleteParameter),
            };
        }
        let behind = text.strip_prefix("https://").ok_or(AffiliateError::NoTemplate)?;
        let (host, rest) = behind.split_at(behind.find(['/', '?']).unwrap_or(behind.len()));
        if host.is_empty() || host.contains('@') {
            return Err(AffiliateError::NoTemplate);
        }
        if host.contains(OFFER) || rest.matches(OFFER).count() != 1 {
            return Err(AffiliateError::OfferOnce);
        }
        Ok(Self(text.to_owned()))
    }
}

impl TryFrom<String> for AffiliateTemplate {
    type Error = AffiliateError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<AffiliateTemplate> for String {
    fn from(template: AffiliateTemplate) -> Self {
        template.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(template: &str, offer: &str) -> String {
        template.parse::<AffiliateTemplate>().unwrap().link(offer)
    }

    #[test]
    fn offer_is_one_value_of_the_templates_address() {
        let template = "https://go.example/track?id=7&to={url}&from=kw";
        assert_eq!(
            link(template, "https://shop.example/a b?x=1&y=كرت"),
            "https://go.example/track?id=7&to=https%3A%2F%2Fshop.example%2Fa%20b%3Fx%3D1%26y%3D%D9%83%D8%B1%D8%AA&from=kw"
        );
        assert_eq!(link(template, "javascript:alert(1)"), "javascript:alert(1)");
    }

    #[test]
    fn parameters_join_those_of_the_offer_before_its_fragment() {
        for (offer, expected) in [
            ("https://shop.example/a", "https://shop.example/a?ref=us&m=web"),
            ("https://shop.example/a?v=2", "https://shop.example/a?v=2&ref=us&m=web"),
            ("https://shop.example/a?", "https://shop.example/a?ref=us&m=web"),
            ("https://shop.example/a?v=2#top?", "https://shop.example/a?v=2&ref=us&m=web#top?"),
        ] {
            assert_eq!(link("?ref=us&m=web", offer), expected);
        }
        assert_eq!(shopper_url("https://shop.example/a", None), "https://shop.example/a");
    }

    #[test]
    fn what_makes_no_link_is_refused_with_its_reason() {
        for (text, expected) in [
            ("", AffiliateError::NoTemplate),
            ("http://go.example/?to={url}", AffiliateError::NoTemplate),
            ("ref=us", AffiliateError::NoTemplate),
            ("https:///?to={url}", AffiliateError::NoTemplate),
            ("https://us@go.example/?to={url}", AffiliateError::NoTemplate),
            ("?to={url}", AffiliateError::NoTemplate),
            ("https://go.example/", AffiliateError::OfferOnce),
            ("https://{url}/?to={url}", AffiliateError::OfferOnce),
            ("https://go.example/{url}?to={url}", AffiliateError::OfferOnce),
            ("?", AffiliateError::IncompleteParameter),
            ("?ref", AffiliateError::IncompleteParameter),
            ("?ref=us&=1", AffiliateError::IncompleteParameter),
            ("https://go.example/?to={link}", AffiliateError::NoAddressCharacter('{')),
            ("?ref=u s", AffiliateError::NoAddressCharacter(' ')),
            ("?ref=us#a", AffiliateError::NoAddressCharacter('#')),
        ] {
            assert_eq!(text.parse::<AffiliateTemplate>(), Err(expected), "{text}");
        }
        let long = format!("?ref={}", "x".repeat(MAX_LENGTH));
        assert_eq!(long.parse::<AffiliateTemplate>(), Err(AffiliateError::TooLong));
    }
}
