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
    SiteState,
    address::PageAddress,
    app_routes,
    content::{
        self, RetailerDisplayNames,
        build::{BuildHeading, BuildOwnerName},
    },
    head::Head,
    preload,
    shared_page::SharedPage,
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
        fit::Fit,
        preview::{Picture, PictureTitle},
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
    let fit = Fit::check_saved(&app.db, &parts).await?;
    let language = requested_language(query.as_deref()).unwrap_or(build.language);
    let png = app.previews.draw(picture(&build, &parts, fit, language)).await?;
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
    let fit = Fit::check_saved(&app.db, &parts).await?;
    let picture = picture(&build, &parts, fit, address.language);
    let shared =
        SharedPage { path: format!("/build/{}", build.share_token), picture: &picture, parts: &parts };
    let head = shared.head(&app.site, address);
    let owner = match build.owner_is_public {
        true => BuildOwnerName::Public(&build.owner_name),
        false => BuildOwnerName::Anonymous,
    };
    let heading =
        BuildHeading { name: &build.name, owner: Some(owner), description: build.description.as_deref() };
    let retailers = RetailerDisplayNames::load(&app.retailers).await;
    let content = content::build::write(address, &heading, &parts, picture.total, &retailers);
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

fn picture(build: &SavedBuild, parts: &[SavedPart], fit: Fit, language: Language) -> Picture {
    let title = PictureTitle {
        name: build.name.clone(),
        owner: build.owner_is_public.then(|| build.owner_name.clone()),
    };
    Picture::from_parts(title, parts, fit, language, OffsetDateTime::now_utc().date())
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
