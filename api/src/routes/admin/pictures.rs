use axum::{extract::State, response::IntoResponse};
use domain::{
    model::{Picture, ProductId},
    store::pictures::{self, ShownPicture},
    transactions::picture_choices::{self, PictureChoice, PictureError},
};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::{Json, Path},
        session::Admin,
    },
    services::pictures::Pictures,
    wire::picture::PictureBody,
};

/// The pictures that retailers show of a product.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProductPictures {
    /// Best first.
    pub pictures: Vec<ProductPicture>,
}

/// One picture of a product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductPicture {
    #[schema(value_type = PictureBody)]
    pub picture: Picture,
    /// 0 to 1: high for a large picture on a plain background with little lettering.
    pub quality: f32,
    /// Names of the retailers that show it; empty when none shows it any more.
    pub retailers: Vec<String>,
    /// Number of products that show it. A picture of many products stands for "no picture" and is never chosen
    /// automatically.
    pub products: i64,
    /// Whether an administrator refused it for this product.
    pub refused: bool,
    /// Whether it is the product's current picture.
    pub chosen: bool,
    /// Whether an administrator chose it as the current picture.
    pub pinned: bool,
}

/// Action on a product's picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PictureAction {
    /// Show this picture, whatever retailers show later.
    Choose,
    /// Never show this picture for this product.
    Refuse,
    /// Allow a refused picture again.
    Allow,
    /// Choose the best picture automatically again.
    Automatic,
}

/// A decision about a product's picture.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PictureDecision {
    pub action: PictureAction,
    /// Hash of the picture; absent for `automatic`.
    #[schema(example = "0123456789abcdef0123456789abcdef")]
    pub hash: Option<String>,
}

/// `GET /api/admin/catalogue/{id}/pictures`: lists the pictures that retailers show of a product.
#[utoipa::path(
    get,
    path = "/api/admin/catalogue/{id}/pictures",
    params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = ProductPictures), (status = 404, description = "The product does not exist"))
)]
pub async fn list_product_pictures(
    State(db): State<PgPool>,
    _: Admin,
    Path(id): Path<String>,
) -> ApiResult<impl IntoResponse> {
    Ok((CachePolicy::Never, Json(list(&db, read_id(&id)?).await?)))
}

/// `POST /api/admin/catalogue/{id}/pictures`: chooses, refuses or allows a picture of a product.
#[utoipa::path(
    post,
    path = "/api/admin/catalogue/{id}/pictures",
    params(("id" = uuid::Uuid, Path)),
    request_body = PictureDecision,
    responses(
        (status = 200, description = "The pictures after the decision", body = ProductPictures),
        (status = 404, description = "The product does not exist"),
        (status = 422, description = "The product has no such picture"),
    )
)]
pub async fn decide_product_picture(
    State(db): State<PgPool>,
    State(stored): State<Pictures>,
    Admin(session): Admin,
    Path(id): Path<String>,
    Json(decision): Json<PictureDecision>,
) -> ApiResult<impl IntoResponse> {
    let id = read_id(&id)?;
    let choice = decision.read()?;
    let mut tx = db.begin().await?;
    picture_choices::decide(&mut tx, session.user_id, id, &choice, stored.placeholder_rule).await?;
    tx.commit().await?;
    Ok((CachePolicy::Never, Json(list(&db, id).await?)))
}

async fn list(db: &PgPool, id: ProductId) -> ApiResult<ProductPictures> {
    let known = pictures::list_shown(db, id).await?.ok_or(ApiError::ProductNotFound)?;
    Ok(ProductPictures { pictures: known.into_iter().map(ProductPicture::from).collect() })
}

fn read_id(text: &str) -> ApiResult<ProductId> {
    text.parse().map_err(|_| ApiError::ProductNotFound)
}

impl PictureDecision {
    fn read(self) -> ApiResult<PictureChoice> {
        let hash = || {
            let text = self.hash.as_deref().ok_or_else(|| ApiError::field("hash", "say which picture"))?;
            text.parse().map_err(|_| ApiError::field("hash", NO_SUCH_PICTURE))
        };
        Ok(match self.action {
            PictureAction::Choose => PictureChoice::Pin(hash()?),
            PictureAction::Refuse => PictureChoice::Refuse(hash()?),
            PictureAction::Allow => PictureChoice::Allow(hash()?),
            PictureAction::Automatic => PictureChoice::Unpin,
        })
    }
}

const NO_SUCH_PICTURE: &str = "there is no such picture of this product";

impl From<ShownPicture> for ProductPicture {
    fn from(known: ShownPicture) -> Self {
        let ShownPicture { picture, quality, retailers, products, refused, chosen, pinned } = known;
        Self { picture, quality, retailers, products, refused, chosen, pinned }
    }
}

impl From<PictureError> for ApiError {
    fn from(error: PictureError) -> Self {
        match error {
            PictureError::UnknownProduct(_) => Self::ProductNotFound,
            PictureError::UnknownPicture(_) => Self::field("hash", NO_SUCH_PICTURE),
            PictureError::Database(error) => error.into(),
        }
    }
}
