//! Query string of the page `/build-for`: the budget and the use that it names.

use domain::{budget::UseKey, model::Fils};

use crate::services::texts::{Sentence, Texts};

/// Path of the page, in no language.
pub const PATH: &str = "/build-for";
/// Budget and use of an address that names none, as in the web app.
const DEFAULT_BUILD: BudgetQuery = BudgetQuery { dinars: 500, use_key: UseKey::Gaming1440p };
/// Budgets that the sitemap lists, in dinars. Pages of other budgets show nothing that these do not.
const MIN_DINARS: u32 = 200;
const MAX_DINARS: u32 = 2_500;
const STEP_DINARS: u32 = 100;

/// Budget and use that the query string names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BudgetQuery {
    pub dinars: u32,
    pub use_key: UseKey,
}

impl Default for BudgetQuery {
    fn default() -> Self {
        DEFAULT_BUILD
    }
}

/// Paths for the sitemap, in no language, with their query strings.
pub fn sitemap_paths() -> impl Iterator<Item = String> {
    let budgets = (MIN_DINARS..=MAX_DINARS).step_by(STEP_DINARS as usize);
    let uses = UseKey::ALL.into_iter();
    uses.flat_map(move |use_key| budgets.clone().map(move |dinars| BudgetQuery { dinars, use_key }.path()))
}

impl BudgetQuery {
    /// Reads a query string; `None` where it names neither a budget nor a use.
    pub fn read(query: Option<&str>) -> Option<Self> {
        let (mut dinars, mut use_key) = (None, None);
        for (name, value) in form_urlencoded::parse(query.unwrap_or_default().as_bytes()) {
            match &*name {
                "budget" => {
                    dinars = value.parse::<u32>().ok().filter(|dinars| (1..=1_000_000).contains(dinars))
                }
                "use" => use_key = value.parse::<UseKey>().ok(),
                _ => {}
            }
        }
        (dinars.is_some() || use_key.is_some()).then(|| Self {
            dinars: dinars.unwrap_or(DEFAULT_BUILD.dinars),
            use_key: use_key.unwrap_or(DEFAULT_BUILD.use_key),
        })
    }

    /// Whether search engines may list the page under an address of its own: its budget is one of the sitemap's.
    pub fn is_in_sitemap(self) -> bool {
        (MIN_DINARS..=MAX_DINARS).contains(&self.dinars) && self.dinars.is_multiple_of(STEP_DINARS)
    }

    /// Path and query string of the page.
    pub fn path(self) -> String {
        format!("{PATH}?{}", self.query())
    }

    /// The query string that names budget and use.
    pub fn query(self) -> String {
        format!("budget={}&use={}", self.dinars, self.use_key)
    }

    /// The budget.
    pub fn fils(self) -> Fils {
        Fils(i64::from(self.dinars) * 1_000)
    }

    /// Name of the use in a language.
    pub fn use_name(self, texts: Texts) -> &'static str {
        texts.find(&format!("budget.uses.{}", self.use_key)).unwrap_or_default()
    }

    /// Returns the text of a key with budget and use filled in.
    pub fn sentence(self, key: &'static str) -> Sentence {
        let dinars = self.dinars.to_string();
        Sentence::from_fn(|texts| {
            texts.fill_plain(key, &[("use", self.use_name(texts)), ("budget", &dinars)])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budget_query_round_trips() {
        let named = BudgetQuery { dinars: 800, use_key: UseKey::Gaming4k };
        assert_eq!(BudgetQuery::read(Some("budget=800&use=gaming-4k")), Some(named));
        assert_eq!(named.path(), "/build-for?budget=800&use=gaming-4k");
        assert_eq!(BudgetQuery::read(Some("budget=-3&use=x")), None);
        assert_eq!(BudgetQuery::read(None), None);
        assert!(named.is_in_sitemap() && !BudgetQuery { dinars: 810, ..named }.is_in_sitemap());
        assert_eq!(sitemap_paths().count(), 5 * 24);
    }
}
