//! Preview image of `/build-for`: the best build's parts and their total, drawn as that of a shared build.

use axum::{
    extract::{RawQuery, State},
    http::header,
    response::{IntoResponse, Response},
};
use domain::store::users::Language;
use time::OffsetDateTime;

use super::{
    SiteState,
    address::PageAddress,
    budget_query::{BudgetQuery, PATH},
    build_page::requested_language,
    head::Head,
};
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        limit::ClientAddress,
    },
    routes::budget::{
        self,
        answer::{BudgetBuilds, BudgetPart},
    },
    services::{
        fit::Fit,
        preview::{HEIGHT, Line, MAX_LINES, Picture, WIDTH, facts},
        texts::{Texts, category_name},
    },
};

/// `GET /build-for/image.png`: returns the preview image of the page with the same query, in English unless `lang` names
/// another language.
pub async fn budget_image(
    State(app): State<SiteState>,
    client: ClientAddress,
    RawQuery(query): RawQuery,
) -> ApiResult<Response> {
    let shown = BudgetQuery::read(query.as_deref()).unwrap_or_default();
    let found = budget::find_best(&app.budget, client, shown.budget, shown.use_key).await?;
    let language = requested_language(query.as_deref()).unwrap_or(Language::En);
    let picture = draw(shown, &found, language).ok_or(ApiError::NoRoute)?;
    let png = app.previews.draw(picture).await?;
    Ok((CachePolicy::Revalidate, [(header::CONTENT_TYPE, "image/png")], png).into_response())
}

/// Adds the image to the page's head, if there is a build.
pub fn add_image(
    head: &mut Head,
    public_url: &str,
    page: &PageAddress,
    shown: BudgetQuery,
    found: &BudgetBuilds,
) {
    let Some(picture) = draw(shown, found, page.language) else { return };
    let language = if page.language == Language::Ar { "ar" } else { "en" };
    let query = format!("{}&lang={language}&v={}", shown.query(), picture.version());
    head.image = Some(format!("{public_url}{PATH}/image.png?{query}"));
    head.properties = vec![
        ("og:image:type", "image/png".to_owned()),
        ("og:image:width", WIDTH.to_string()),
        ("og:image:height", HEIGHT.to_string()),
        ("og:image:alt", picture.name),
        ("twitter:card", "summary_large_image".to_owned()),
    ];
}

/// Returns the content of the image; `None` without a build.
fn draw(shown: BudgetQuery, found: &BudgetBuilds, language: Language) -> Option<Picture> {
    let best = &found.builds.first()?.build;
    let line = |part: &BudgetPart| {
        let product = found.products.iter().find(|product| product.id == part.product_id)?;
        Some(Line {
            label: category_name(part.category, "one").in_language(language).to_owned(),
            name: product.name.clone(),
            quantity: i32::try_from(part.quantity).unwrap_or(i32::MAX),
            price: Some(part.price.0),
        })
    };
    let mut lines: Vec<Line> = best.parts.iter().filter_map(line).collect();
    let count = lines.len();
    let pieces = best.parts.iter().map(|part| u64::from(part.quantity)).sum();
    if count > MAX_LINES {
        lines.truncate(MAX_LINES - 1);
    }
    Some(Picture {
        language,
        name: shown.sentence("site.buildForTitle").in_language(language).to_owned(),
        owner: None,
        more: count - lines.len(),
        facts: facts(
            Texts(language),
            pieces,
            best.deliveries.len(),
            best.unchecked.is_empty().then_some(Fit::Fits),
        ),
        lines,
        total: best.total.0,
        unpriced: 0,
        day: OffsetDateTime::now_utc().date().to_string(),
    })
}
