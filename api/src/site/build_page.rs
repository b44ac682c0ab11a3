//! Page of a shared build with its metadata for messengers, and the preview image.

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

use super::{
    Site, SiteState,
    address::PageAddress,
    app_routes,
    content::{self, RetailerDisplayNames},
    head::{Addresses, Head},
    html::money,
    preload,
};
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::Path,
        limit::ClientAddress,
        session::MaybeSignedIn,
    },
    routes::builds::{answer::SavedBuildResponse, views::ViewVisitor},
    services::{
        preview::{HEIGHT, Picture, WIDTH},
        texts::{Texts, clean},
    },
};

/// `GET /build/{shareToken}`: returns the page. A build that is not shared is 404 for everybody but its owner.
pub async fn build_page(
    State(app): State<SiteState>,
    Path(token): Path<String>,
    page_address: PageAddress,
    session: ApiResult<MaybeSignedIn>,
    address: ClientAddress,
    headers: HeaderMap,
) -> Response {
    let Some(page) = &app.site.page else { return app.site.not_built().into_response() };
    let reader = session.ok().and_then(|MaybeSignedIn(session)| session).map(|session| session.user_id);
    let visitor = ViewVisitor { reader, address, headers: &headers };
    match describe(&app, &page_address, &token, &visitor).await {
        Ok(Some((head, content))) => page.answer(StatusCode::OK, &head, &content),
        // No cache on the way may store the content of a private build.
        Ok(None) => app_routes::answer_private(page, &page_address),
        Err(ApiError::BuildNotFound) => {
            app_routes::answer_without_content(page, &page_address, StatusCode::NOT_FOUND)
        }
        // The page still works: the app requests the same build and shows the error.
        Err(error) => {
            warn!("Cannot add the link preview of a shared build: {error}");
            app_routes::answer_without_content(page, &page_address, StatusCode::OK)
        }
    }
}

/// `GET /build/{shareToken}/image.png`: returns the preview image, in the owner's language unless `lang` names one.
pub async fn build_image(
    State(app): State<SiteState>,
    Path(token): Path<String>,
    RawQuery(query): RawQuery,
) -> ApiResult<Response> {
    let token = ShareToken::read(&token).ok_or(ApiError::BuildNotFound)?;
    let build = builds::find_shared(&app.db, &token, None).await?.ok_or(ApiError::BuildNotFound)?;
    let parts = builds::list_parts(&app.db, &[build.id]).await?;
    let png = app.previews.draw(picture(&build, &parts, requested_language(query.as_deref()))).await?;
    Ok((CachePolicy::Revalidate, [(header::CONTENT_TYPE, "image/png")], png).into_response())
}

/// Returns head and content of the page; `None` for the reader's own build that is not shared.
async fn describe(
    app: &SiteState,
    address: &PageAddress,
    token: &str,
    visitor: &ViewVisitor<'_>,
) -> ApiResult<Option<(Head, String)>> {
    let token = ShareToken::read(token).ok_or(ApiError::BuildNotFound)?;
    let found = builds::find_shared(&app.db, &token, visitor.reader).await?;
    let mut build = found.ok_or(ApiError::BuildNotFound)?;
    if !build.is_shared() {
        return Ok(None);
    }
    if let Some(count) = app.build_views.count(&build, visitor).await? {
        build.view_count = count;
    }
    let parts = builds::list_parts(&app.db, &[build.id]).await?;
    let head = head(&app.site, address, &build, &parts);
    let total = picture(&build, &parts, None).total;
    let content = content::build::write(
        address,
        &build,
        &parts,
        total,
        &RetailerDisplayNames::load(&app.retailers).await,
    );
    // The owner's answer holds private data that a cache on the way must not store.
    let preloaded = if visitor.reader == Some(build.user_id) {
        Vec::new()
    } else {
        preload::build_responses(
            &SavedBuildResponse::from_saved(&app.db, &app.site.public_url, build, visitor.reader).await?,
        )
    };
    Ok(Some((Head { preloaded, ..head }, content)))
}

fn head(site: &Site, page: &PageAddress, build: &SavedBuild, parts: &[SavedPart]) -> Head {
    let picture = picture(build, parts, Some(page.language));
    let texts = Texts(page.language);
    let name = clean(&build.name);
    let total = money(picture.total);
    let named = format!("{name} · {total} {}", texts.get("money.kwd"));
    let title = texts.fill_plain("app.title", &[("page", &named)]);
    let addresses =
        Addresses { public_url: site.public_url.to_string(), path: format!("/build/{}", build.share_token) };
    let address = addresses.in_language(Language::En);
    let mut head = Head::new(page, title, description(texts, parts, &total));
    // Readable with the link, but hidden from search engines.
    head.hidden = true;
    let language = if page.language == Language::Ar { "ar" } else { "en" };
    head.image = Some(format!("{address}/image.png?lang={language}&v={}", picture.version()));
    head.addresses = Some(addresses);
    head.properties = vec![
        ("og:image:type", "image/png".to_owned()),
        ("og:image:width", WIDTH.to_string()),
        ("og:image:height", HEIGHT.to_string()),
        ("og:image:alt", named),
        ("twitter:card", "summary_large_image".to_owned()),
    ];
    head
}

fn picture(build: &SavedBuild, parts: &[SavedPart], language: Option<Language>) -> Picture {
    let today = OffsetDateTime::now_utc().date();
    Picture::from_build(build, parts, language.unwrap_or(build.language), today)
}

fn description(texts: Texts, parts: &[SavedPart], total: &str) -> String {
    const MAX_NAMES: usize = 3;
    let names: Vec<&str> = parts
        .iter()
        .take(MAX_NAMES)
        .map(|part| part.today.as_ref().map_or(part.name.as_str(), |sold| sold.name.as_str()))
        .collect();
    texts.count_plain("site.buildText", parts.len() as u64, &[("total", total), ("names", &names.join(", "))])
}

/// Reads the language from the query. Other parameters, such as the content version, only distinguish cache entries.
pub fn requested_language(query: Option<&str>) -> Option<Language> {
    let pairs = form_urlencoded::parse(query.unwrap_or_default().as_bytes());
    pairs.filter(|(name, _)| name == "lang").find_map(|(_, value)| match &*value {
        "ar" => Some(Language::Ar),
        "en" => Some(Language::En),
        _ => None,
    })
}
