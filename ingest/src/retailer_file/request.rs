//! `[request]` of a retailer file: what is added to each request to the retailer. Secrets come from the environment.

use std::collections::BTreeMap;

use reqwest::header::{self, HeaderName, HeaderValue};
use serde::{Deserialize, Deserializer, de::Error as _};

use super::check::Problem;
use crate::fetch::RequestAdditions;

/// A text in which `${NAME}` is replaced by the environment variable of that name when the file is read. It is never
/// shown.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret {
    text: String,
    /// The values of the variables in it: what is written in the file itself, such as a language, may stand anywhere.
    variables: Vec<String>,
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[hidden]")
    }
}

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text =
            String::deserialize(deserializer).map_err(|_| D::Error::custom("the value must be a text"))?;
        expand(&text, |name| std::env::var(name).ok()).map_err(D::Error::custom)
    }
}

/// Replaces each `${NAME}` of a text by the value of the variable.
///
/// # Errors
/// A sentence part that names the variable that is not set, and no value.
fn expand(text: &str, variable: impl Fn(&str) -> Option<String>) -> Result<Secret, String> {
    let mut parts = text.split("${");
    let mut expanded = parts.next().unwrap_or_default().to_owned();
    let mut variables = Vec::new();
    for part in parts {
        let is_name = |name: &&str| {
            !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
        };
        let Some((name, rest)) = part.split_once('}').filter(|(name, _)| is_name(name)) else {
            return Err("\"${\" must be followed by the name of an environment variable and \"}\"".to_owned());
        };
        match variable(name).filter(|value| !value.trim().is_empty()) {
            Some(value) => {
                expanded.push_str(value.trim());
                variables.push(value.trim().to_owned());
            }
            None => return Err(format!("the environment variable {name} is not set, or is empty")),
        }
        expanded.push_str(rest);
    }
    Ok(Secret { text: expanded, variables })
}

/// `[request]`
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RequestOptions {
    /// Sent as `Authorization: Bearer …`.
    pub token: Option<Secret>,
    pub headers: BTreeMap<String, Secret>,
    pub cookies: BTreeMap<String, Secret>,
    /// Parameters of every address that has none of that name, such as `lang` (WPML, Polylang) or the key of a feed.
    pub query: BTreeMap<String, Secret>,
    /// Language and country of the answers, sent as `Accept-Language`: `en-KW`.
    pub locale: Option<String>,
    /// Further domains to which all of this is sent, such as the host of the feed.
    pub domains: Vec<String>,
}

/// Headers that the client sets itself.
const OWN_HEADERS: [&str; 13] = [
    "user-agent",
    "host",
    "cookie",
    "connection",
    "content-length",
    "content-type",
    "transfer-encoding",
    "accept-encoding",
    "if-none-match",
    "if-modified-since",
    "range",
    "te",
    "upgrade",
];

impl RequestOptions {
    /// Returns the first problem; it names no value.
    pub(super) fn find_problem(&self) -> Option<Problem> {
        for (name, value) in &self.headers {
            match name.parse::<HeaderName>() {
                Err(_) => {
                    return Some(("request.headers", format!("has {name:?}, which is no name of a header")));
                }
                Ok(name) if OWN_HEADERS.contains(&name.as_str()) => {
                    let what = if name == header::COOKIE {
                        "belongs into request.cookies"
                    } else {
                        "is set by the client"
                    };
                    return Some(("request.headers", format!("has {name}, which {what}")));
                }
                Ok(_) => {}
            }
            if HeaderValue::from_str(&value.text).is_err() {
                return Some(("request.headers", format!("has a value for {name} that no header can have")));
            }
        }
        let is_cookie = |text: &str| {
            text.chars().all(|letter| letter.is_ascii_graphic() && !matches!(letter, ';' | ',' | '"'))
        };
        for (name, value) in &self.cookies {
            if name.is_empty() || name.contains('=') || !is_cookie(name) || !is_cookie(&value.text) {
                return Some((
                    "request.cookies",
                    format!("has {name:?}, whose name or value no cookie can have"),
                ));
            }
        }
        if self.query.keys().any(String::is_empty) {
            return Some(("request.query", "has a parameter without a name".to_owned()));
        }
        if self.token.as_ref().is_some_and(|token| bearer(token).is_none()) {
            return Some(("request.token", "has a value that no header can have".to_owned()));
        }
        let locale = self.locale.as_deref().filter(|locale| {
            let is_part =
                |part: &str| (1..=8).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric());
            !locale.split('-').all(is_part)
        })?;
        Some(("request.locale", format!("is {locale:?}, and not a language and a country such as \"en-KW\"")))
    }

    /// Returns what is added to each request.
    pub(super) fn additions(&self) -> RequestAdditions {
        let mut additions = RequestAdditions::for_domains(self.domains.clone());
        if let Some(value) = self.token.as_ref().and_then(bearer) {
            additions.add_header(header::AUTHORIZATION, value);
        }
        if let Some(value) = self.locale.as_deref().and_then(|locale| HeaderValue::from_str(locale).ok()) {
            additions.add_header(header::ACCEPT_LANGUAGE, value);
        }
        let cookies: Vec<String> =
            self.cookies.iter().map(|(name, value)| format!("{name}={}", value.text)).collect();
        if let Some(value) = HeaderValue::from_str(&cookies.join("; ")).ok().filter(|value| !value.is_empty())
        {
            additions.add_header(header::COOKIE, value);
        }
        for (name, value) in &self.headers {
            if let (Ok(name), Ok(value)) = (name.parse::<HeaderName>(), HeaderValue::from_str(&value.text)) {
                additions.add_header(name, value);
            }
        }
        // The token is one in any case; of the others, what comes from the environment.
        let named = [&self.headers, &self.cookies, &self.query].into_iter().flat_map(BTreeMap::values);
        let secrets = named.chain(&self.token).flat_map(|value| value.variables.iter());
        for secret in secrets.chain(self.token.as_ref().map(|token| &token.text)) {
            additions.add_secret(secret.clone());
        }
        for (name, value) in &self.query {
            additions.add_parameter(name.clone(), value.text.clone());
        }
        additions
    }
}

fn bearer(token: &Secret) -> Option<HeaderValue> {
    HeaderValue::from_str(&format!("Bearer {}", token.text)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_expanded_and_a_missing_one_is_named() {
        let expand = |text: &str| {
            let expanded = expand(text, |name| (name == "KEY").then(|| "s3cret\n".to_owned()));
            expanded.map(|secret| secret.text)
        };
        assert_eq!(expand("a ${KEY}-${KEY}$ {KEY}").as_deref(), Ok("a s3cret-s3cret$ {KEY}"));
        assert_eq!(expand("plain").as_deref(), Ok("plain"));
        let missing = expand("${KEY} ${OTHER_KEY}").expect_err("not set");
        assert!(missing.contains("OTHER_KEY") && !missing.contains("s3cret"), "{missing}");
        for broken in ["${KEY", "${}", "${KEY NAME}", "${K-Y}"] {
            assert!(expand(broken).expect_err(broken).contains("${"), "{broken}");
        }
    }
}
