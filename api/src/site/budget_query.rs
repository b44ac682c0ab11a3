//! Query string of the page `/build-for`: the budget and the use that it names.

use domain::{budget::UseKey, model::Fils};

use crate::services::texts::{Sentence, Texts};

/// Path of the page, in no language.
pub const PATH: &str = "/build-for";
/// Budget and use of an address that names none, as in the web app.
const DEFAULT_BUILD: BudgetQuery = BudgetQuery { budget: Fils(500_000), use_key: UseKey::Gaming1440p };
/// Budgets that the sitemap lists. Pages of other budgets show nothing that these do not.
const MIN_BUDGET: Fils = Fils(200_000);
const MAX_BUDGET: Fils = Fils(2_500_000);
/// Step between these budgets, in fils.
const BUDGET_STEP: i64 = 100_000;

/// Budget and use that the query string names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BudgetQuery {
    pub budget: Fils,
    pub use_key: UseKey,
}

impl Default for BudgetQuery {
    fn default() -> Self {
        DEFAULT_BUILD
    }
}

/// Paths for the sitemap, in no language, with their query strings.
pub fn sitemap_paths() -> impl Iterator<Item = String> {
    let budgets = (MIN_BUDGET.0..=MAX_BUDGET.0).step_by(BUDGET_STEP as usize).map(Fils);
    let uses = UseKey::ALL.into_iter();
    uses.flat_map(move |use_key| budgets.clone().map(move |budget| BudgetQuery { budget, use_key }.path()))
}

impl BudgetQuery {
    /// Reads a query string; `None` where it names neither a budget nor a use.
    pub fn read(query: Option<&str>) -> Option<Self> {
        let (mut budget, mut use_key) = (None, None);
        for (name, value) in form_urlencoded::parse(query.unwrap_or_default().as_bytes()) {
            match &*name {
                "budget" => {
                    let named = value.parse::<Fils>().ok();
                    budget = named.filter(|budget| *budget > Fils::ZERO && *budget <= Fils::MAX_PRICE);
                }
                "use" => use_key = value.parse::<UseKey>().ok(),
                _ => {}
            }
        }
        (budget.is_some() || use_key.is_some()).then(|| Self {
            budget: budget.unwrap_or(DEFAULT_BUILD.budget),
            use_key: use_key.unwrap_or(DEFAULT_BUILD.use_key),
        })
    }

    /// Whether search engines may list the page under an address of its own: its budget is one of the sitemap's.
    pub fn is_in_sitemap(self) -> bool {
        (MIN_BUDGET..=MAX_BUDGET).contains(&self.budget) && self.budget.0 % BUDGET_STEP == 0
    }

    /// Path and query string of the page.
    pub fn path(self) -> String {
        format!("{PATH}?{}", self.query())
    }

    /// The query string that names budget and use.
    pub fn query(self) -> String {
        format!("budget={}&use={}", self.budget.to_short_string(), self.use_key)
    }

    /// Name of the use in a language.
    pub fn use_name(self, texts: Texts) -> &'static str {
        texts.find(&format!("budget.uses.{}", self.use_key)).unwrap_or_default()
    }

    /// Returns the text of a key with budget and use filled in.
    pub fn sentence(self, key: &'static str) -> Sentence {
        let budget = self.budget.to_short_string();
        Sentence::from_fn(|texts| {
            texts.fill_plain(key, &[("use", self.use_name(texts)), ("budget", &budget)])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budget_query_round_trips() {
        let named = BudgetQuery { budget: Fils(800_000), use_key: UseKey::Gaming4k };
        assert_eq!(BudgetQuery::read(Some("budget=800&use=gaming-4k")), Some(named));
        assert_eq!(named.path(), "/build-for?budget=800&use=gaming-4k");
        assert_eq!(BudgetQuery::read(Some("budget=-3&use=x")), None);
        assert_eq!(BudgetQuery::read(None), None);
        assert!(named.is_in_sitemap() && !BudgetQuery { budget: Fils(810_000), ..named }.is_in_sitemap());
        let exact = BudgetQuery::read(Some("budget=449.500&use=office")).unwrap();
        assert_eq!((exact.budget, exact.query().as_str()), (Fils(449_500), "budget=449.500&use=office"));
        assert!(!exact.is_in_sitemap());
        assert_eq!(sitemap_paths().count(), 5 * 24);
    }
}
