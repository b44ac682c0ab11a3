//! Page behind the short link of a guest's build, with its metadata for messengers, and the preview image.

use axum::{
    extract::{RawQuery, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::store::users::Language;
use time::OffsetDateTime;
use tracing::warn;

use super::{
    SiteState,
    address::PageAddress,
    app_routes,
    build_page::requested_language,
    content::{self, RetailerDisplayNames, build::BuildHeading},
    head::Head,
    preload::PreloadedResponse,
    shared_page::SharedPage,
};
use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::Path,
        limit::ClientAddress,
    },
    routes::builds::guest_load::GuestBuildToday,
    services::{
        preview::{Picture, PictureTitle},
        texts::Texts,
    },
};

/// `GET /b/{code}`: returns the page. An unknown link is 404.
pub async fn guest_page(
    State(app): State<SiteState>,
    Path(code): Path<String>,
    page_address: PageAddress,
    client: ClientAddress,
) -> Response {
    let Some(page) = &app.site.page else { return app.site.not_built().into_response() };
    match describe(&app, &page_address, client, &code).await {
        Ok((head, content)) => page.answer(StatusCode::OK, &head, &content),
        Err(ApiError::BuildNotFound) => {
            app_routes::answer_without_content(page, &page_address, StatusCode::NOT_FOUND)
        }
        // The page still works: the app requests the same build and shows the error.
        Err(error) => {
            // Guesses of links beyond the limit are not logged.
            if !matches!(error, ApiError::TooOften { .. }) {
                warn!("Cannot add the link preview of a guest's build: {error}");
            }
            app_routes::answer_without_content(page, &page_address, StatusCode::OK)
        }
    }
}

/// `GET /b/{code}/image.png`: returns the preview image, in English unless `lang` names another language.
pub async fn guest_image(
    State(app): State<SiteState>,
    Path(code): Path<String>,
    client: ClientAddress,
    RawQuery(query): RawQuery,
) -> ApiResult<Response> {
    let build = GuestBuildToday::load(&app.db, &app.limits, client, &code).await?;
    let language = requested_language(query.as_deref()).unwrap_or(Language::En);
    let png = app.previews.draw(picture(&build, language)).await?;
    Ok((CachePolicy::Revalidate, [(header::CONTENT_TYPE, "image/png")], png).into_response())
}

/// Returns head and content of the page.
async fn describe(
    app: &SiteState,
    address: &PageAddress,
    client: ClientAddress,
    code: &str,
) -> ApiResult<(Head, String)> {
    let build = GuestBuildToday::load(&app.db, &app.limits, client, code).await?;
    let picture = picture(&build, address.language);
    let code = build.code.as_str();
    let shared = SharedPage { path: format!("/b/{code}"), picture: &picture, parts: &build.parts };
    let mut head = shared.head(&app.site, address);
    let call = format!("/api/guest-builds/{code}");
    head.preloaded = PreloadedResponse::new(call, &build.to_wire()).into_iter().collect();
    let heading = BuildHeading { name: &picture.name, owner: None, description: None };
    let retailers = RetailerDisplayNames::load(&app.retailers).await;
    let content = content::build::write(address, &heading, &build.parts, picture.total, &retailers);
    Ok((head, content))
}

fn picture(build: &GuestBuildToday, language: Language) -> Picture {
    let unnamed = || Texts(language).get("partsList.title").to_owned();
    let title = PictureTitle { name: build.name.clone().unwrap_or_else(unnamed), owner: None };
    Picture::from_parts(title, &build.parts, build.fit, language, OffsetDateTime::now_utc().date())
}
