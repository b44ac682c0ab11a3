//! A shared build's page with what messengers want to know about it, and the picture that they show.

use axum::{
    extract::{RawQuery, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::{
    model::ShareToken,
    store::{
        builds::{self, SavedBuild, SavedPart},
        users::Language,
    },
};
use time::OffsetDateTime;
use tracing::warn;

use super::{early, head::Head, screens};
use crate::{
    builds::{
        answer::{BuildAnswer, share_url},
        views::Visitor,
    },
    cache::CachePolicy,
    error::{ApiError, ApiResult},
    extract::Path,
    kwd::CURRENCY,
    limit::ClientAddress,
    preview::{HEIGHT, Picture, WIDTH},
    session::MaybeSignedIn,
    state::AppState,
};

/// `GET /build/{shareToken}`: the page. What is not shared is not there, but for its owner.
pub async fn build_page(
    State(app): State<AppState>,
    Path(token): Path<String>,
    session: ApiResult<MaybeSignedIn>,
    address: ClientAddress,
    headers: HeaderMap,
) -> Response {
    let Some(page) = &app.site.page else { return app.site.not_built().into_response() };
    let reader = session.ok().and_then(|MaybeSignedIn(session)| session).map(|session| session.user_id);
    let visitor = Visitor { reader, address, headers: &headers };
    match describe(&app, &token, &visitor).await {
        Ok(Some(head)) => page.answer(StatusCode::OK, &head),
        // Nothing that is kept on the way may say what a private build holds.
        Ok(None) => {
            let hidden = page.answer(StatusCode::OK, &screens::missing());
            (CachePolicy::Never, hidden).into_response()
        }
        Err(ApiError::BuildNotFound) => page.answer(StatusCode::NOT_FOUND, &screens::missing()),
        // The page itself says what is wrong: it asks the api for the same build.
        Err(error) => {
            warn!("Could not describe a shared build to messengers: {error}");
            page.answer(StatusCode::OK, &screens::missing())
        }
    }
}

/// `GET /build/{shareToken}/image.png`: the picture, in the owner's language unless `lang` names one.
pub async fn build_image(
    State(app): State<AppState>,
    Path(token): Path<String>,
    RawQuery(query): RawQuery,
) -> ApiResult<Response> {
    let token = ShareToken::read(&token).ok_or(ApiError::BuildNotFound)?;
    let build = builds::find_shared(&app.db, &token, None).await?.ok_or(ApiError::BuildNotFound)?;
    let parts = builds::list_parts(&app.db, &[build.id]).await?;
    let png = app.previews.draw(picture(&build, &parts, asked_language(query.as_deref()))).await?;
    Ok((CachePolicy::Revalidate, [(header::CONTENT_TYPE, "image/png")], png).into_response())
}

/// What the page says about itself; nothing for one's own build that is not shared.
async fn describe(app: &AppState, token: &str, visitor: &Visitor<'_>) -> ApiResult<Option<Head>> {
    let token = ShareToken::read(token).ok_or(ApiError::BuildNotFound)?;
    let found = builds::find_shared(&app.db, &token, visitor.reader).await?;
    let mut build = found.ok_or(ApiError::BuildNotFound)?;
    if !build.is_shared() {
        return Ok(None);
    }
    if let Some(count) = app.build_views.count(app, &build, visitor).await? {
        build.view_count = count;
    }
    let parts = builds::list_parts(&app.db, &[build.id]).await?;
    let head = head(app, &build, &parts);
    // An owner is told more than a page should carry that others may get from a cache on the way.
    let early = if visitor.reader == Some(build.user_id) {
        Vec::new()
    } else {
        early::of_build(&BuildAnswer::of(app, build, visitor.reader).await?)
    };
    Ok(Some(Head { early, ..head }))
}

fn head(app: &AppState, build: &SavedBuild, parts: &[SavedPart]) -> Head {
    let picture = picture(build, parts, None);
    let total = picture.total;
    let address = share_url(app, &build.share_token);
    let title = format!("{} · {total} {CURRENCY} | Tajmeea", build.name);
    let mut head = Head::new(title, description(parts, &total.to_string()), Some(address.clone()));
    // Whoever has the link may read it; nobody else should stumble over it.
    head.hidden = true;
    head.image = Some(format!("{address}/image.png?v={}", picture.version()));
    head.properties = vec![
        ("og:image:type", "image/png".to_owned()),
        ("og:image:width", WIDTH.to_string()),
        ("og:image:height", HEIGHT.to_string()),
        ("og:image:alt", format!("{} · {total} {CURRENCY}", build.name)),
        ("twitter:card", "summary_large_image".to_owned()),
    ];
    head
}

fn picture(build: &SavedBuild, parts: &[SavedPart], language: Option<Language>) -> Picture {
    let today = OffsetDateTime::now_utc().date();
    Picture::of(build, parts, language.unwrap_or(build.language), today)
}

/// In both languages: which of them a visitor reads is known only to the browser.
fn description(parts: &[SavedPart], total: &str) -> String {
    const MOST: usize = 3;
    let names: Vec<&str> = parts
        .iter()
        .take(MOST)
        .map(|part| part.today.as_ref().map_or(part.name.as_str(), |sold| sold.name.as_str()))
        .collect();
    let (count, names) = (parts.len(), names.join(", "));
    format!(
        "A PC build of {count} parts for {total} {CURRENCY} at today's prices in Kuwait: {names}. \
         تجميعة من {count} قطع بسعر {total} د.ك بأسعار اليوم في الكويت."
    )
}

/// The language that the address names. What else it holds names the content, for caches.
fn asked_language(query: Option<&str>) -> Option<Language> {
    let pairs = form_urlencoded::parse(query.unwrap_or_default().as_bytes());
    pairs.filter(|(name, _)| name == "lang").find_map(|(_, value)| match &*value {
        "ar" => Some(Language::Ar),
        "en" => Some(Language::En),
        _ => None,
    })
}
