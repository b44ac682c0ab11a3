use std::sync::Arc;

use axum::{
    extract::{Request, State},
    http::Method,
    middleware::Next,
    response::{IntoResponse, Response},
};
use metrics::counter;

use crate::{
    http::{
        admission::{Admission, LoadClass},
        error::ApiError,
        extract::buffer_body,
    },
    site::{Site, address::PageAddress, app_routes},
};

/// Admits a request. If no slot of its class is free, the request waits for the class's `wait_milliseconds`; then the
/// answer is 503. If no slot is free and a request of a more important class is waiting, the answer is 503 at once.
pub(super) async fn admit(
    State((admission, site)): State<(Arc<Admission>, Arc<Site>)>,
    request: Request,
    next: Next,
) -> Response {
    let Some(class) = LoadClass::of(request.method(), request.uri().path()) else {
        return next.run(request).await;
    };
    // Read the body first: otherwise a client that sends it slowly would hold a slot all the time.
    let request = match buffer_body(request).await {
        Ok(request) => request,
        Err(error) => return error.into_response(),
    };
    let Some(_slot) = admission.acquire_slot(class).await else {
        counter!("requests_shed_total", "class" => class.label()).increment(1);
        return refuse(&site, &request);
    };
    next.run(request).await
}

/// Refuses a request. A page is answered without content: the app requests the content, and again after a refusal.
fn refuse(site: &Site, request: &Request) -> Response {
    let path = request.uri().path();
    let is_page = *request.method() == Method::GET && !path.starts_with("/api/") && !path.contains('.');
    match &site.page {
        Some(page) if is_page => app_routes::answer_overloaded(page, &PageAddress::from_path(path)),
        _ => ApiError::Overloaded.into_response(),
    }
}
