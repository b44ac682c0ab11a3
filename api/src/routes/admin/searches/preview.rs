use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{extract::State, response::IntoResponse};
use domain::{
    model::{ProductId, RuleContent},
    store::{
        search_rules::{self, SearchRule},
        searches::{self, SearchView, SearchedText},
        users::Language,
    },
    transactions::search_rules::check,
};
use indexer::{CompiledRules, Engine, RetailerNames, SearchRequest, SearchRules, SynonymRule};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use time::OffsetDateTime;
use tokio::task::spawn_blocking;
use utoipa::ToSchema;

use super::{
    list::first_day,
    rules::{SearchRuleRequest, read_rule},
};
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::Json,
        session::Admin,
    },
    routes::accounts::LanguageName,
    services::{retailer_cache::RetailerCache, search_index::SearchIndex, search_rules::engine_rules},
};

/// Number of the most frequent texts that are searched with and without the rule.
const MAX_TEXTS: i64 = 400;
/// Maximum time for searching them.
const MAX_TIME: Duration = Duration::from_secs(3);
/// Number of differences that are listed.
const MAX_DIFFERENCES: usize = 10;
/// Number of first products of an answer that are compared.
const COMPARED_PRODUCTS: u32 = 10;

/// What a rule would change for the texts of the last 30 days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchRulePreview {
    /// Number of texts that were searched with and without the rule.
    pub texts: usize,
    /// Number of them whose first ten products, number of products or redirect would change.
    pub changed: usize,
    /// The first ten of these, the text of the rule first, then the most frequent ones.
    pub differences: Vec<SearchDifference>,
}

/// What a rule would change for one text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchDifference {
    pub text: String,
    /// Language of the page; null for the text of the rule, if nobody has searched it.
    #[schema(value_type = Option<LanguageName>)]
    pub language: Option<Language>,
    /// Number of searches of the last 30 days.
    pub searches: i64,
    pub before: PreviewedAnswer,
    pub after: PreviewedAnswer,
}

/// The beginning of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PreviewedAnswer {
    pub total: u64,
    /// Names of the first ten products.
    pub products: Vec<String>,
    pub redirect: Option<String>,
    /// The products themselves, to compare.
    #[serde(skip)]
    ids: Vec<ProductId>,
}

/// `POST /api/admin/searches/rules/preview`: tells what a rule would change for the most frequent texts of the last 30 days, by
/// searching them with and without the rule. Nothing is stored.
#[utoipa::path(
    post,
    path = "/api/admin/searches/rules/preview",
    request_body = SearchRuleRequest,
    responses(
        (status = 200, body = SearchRulePreview),
        (status = 422, description = "The rule is wrong, or would lead back to itself"),
        (status = 409, description = "There is such a rule already"),
    )
)]
pub async fn preview_search_rule(
    State(db): State<PgPool>,
    State(index): State<SearchIndex>,
    State(retailers): State<RetailerCache>,
    _: Admin,
    Json(request): Json<SearchRuleRequest>,
) -> ApiResult<impl IntoResponse> {
    let engine = index.engine()?.clone();
    let rule = read_rule(&request, &engine)?;
    let today = OffsetDateTime::now_utc().date();
    let (holding, logged) = tokio::try_join!(
        search_rules::list(&db, false),
        searches::list(&db, SearchView::Frequent, first_day(today), today, 0, MAX_TEXTS),
    )?;
    check(&rule, &holding)?;
    let retailer_names = retailers.names();
    let preview = spawn_blocking(move || Preview::of(&engine, &holding, &rule, retailer_names).run(&logged));
    let preview = preview.await.map_err(|error| ApiError::Internal(error.into()))??;
    Ok((CachePolicy::Never, Json(preview)))
}

/// Searches with and without a rule.
struct Preview<'a> {
    engine: &'a Engine,
    without: CompiledRules,
    with: CompiledRules,
    rule_text: &'a str,
    rule_key: &'a str,
    retailer_names: Arc<RetailerNames>,
}

impl<'a> Preview<'a> {
    fn of(
        engine: &'a Engine,
        holding: &[SearchRule],
        rule: &'a RuleContent,
        retailer_names: Arc<RetailerNames>,
    ) -> Self {
        let rules = engine_rules(holding);
        let with = engine.compile_rules(with_rule(rules.clone(), rule));
        let text = rule.text();
        Self {
            engine,
            without: engine.compile_rules(rules),
            with,
            rule_text: &text.typed,
            rule_key: &text.key,
            retailer_names,
        }
    }

    fn run(&self, logged: &[SearchedText]) -> ApiResult<SearchRulePreview> {
        let started = Instant::now();
        let mut preview = SearchRulePreview { texts: 0, changed: 0, differences: Vec::new() };
        // The text of the rule first, also when nobody has searched it yet.
        let is_own = |searched: &&SearchedText| searched.text == self.rule_key;
        if !logged.iter().any(|searched| is_own(&searched)) {
            self.compare(&mut preview, self.rule_text, None, 0)?;
        }
        let own = logged.iter().filter(is_own);
        for searched in own.chain(logged.iter().filter(|searched| !is_own(searched))) {
            if started.elapsed() > MAX_TIME {
                break;
            }
            self.compare(&mut preview, &searched.text, Some(searched.language), searched.searches)?;
        }
        Ok(preview)
    }

    fn compare(
        &self,
        preview: &mut SearchRulePreview,
        text: &str,
        language: Option<Language>,
        searches: i64,
    ) -> ApiResult<()> {
        let (before, after) = (self.answer(text, &self.without)?, self.answer(text, &self.with)?);
        preview.texts += 1;
        if before == after {
            return Ok(());
        }
        preview.changed += 1;
        if preview.differences.len() < MAX_DIFFERENCES {
            let text = text.to_owned();
            preview.differences.push(SearchDifference { text, language, searches, before, after });
        }
        Ok(())
    }

    fn answer(&self, text: &str, rules: &CompiledRules) -> ApiResult<PreviewedAnswer> {
        let request = SearchRequest {
            limit: COMPARED_PRODUCTS,
            facets: false,
            retailer_names: Arc::clone(&self.retailer_names),
            ..SearchRequest::text(text)
        };
        let found = self.engine.search_by_rules(&request, rules)?;
        Ok(PreviewedAnswer {
            total: found.total,
            products: found.hits.iter().map(|hit| name_on(&hit.card)).collect(),
            redirect: rules.find_redirect(&request).map(str::to_owned),
            ids: found.hits.iter().map(|hit| hit.id).collect(),
        })
    }
}

/// Adds a rule that is not stored to those that hold.
fn with_rule(mut rules: SearchRules, rule: &RuleContent) -> SearchRules {
    let of_text = rules.texts.entry(rule.text().key.clone()).or_default();
    match rule {
        RuleContent::Synonym { text, other, two_way } => {
            let synonym =
                |words: &str, other: &str| SynonymRule { words: words.to_owned(), other: other.to_owned() };
            rules.synonyms.push(synonym(&text.typed, &other.typed));
            if *two_way {
                rules.synonyms.push(synonym(&other.typed, &text.typed));
            }
        }
        RuleContent::Redirect { path, .. } => of_text.redirect = Some(path.to_string()),
        RuleContent::Pin { product, .. } => of_text.pinned.push(*product),
        RuleContent::Bury { product, .. } => of_text.buried.push(*product),
    }
    rules
}

fn name_on(card: &[u8]) -> String {
    #[derive(Deserialize)]
    struct Named {
        name: String,
    }
    serde_json::from_slice::<Named>(card).map(|named| named.name).unwrap_or_default()
}
