use axum::{extract::State, response::IntoResponse};
use domain::{
    model::{Category, ProductId},
    store::offers::{self, ManagedFilter, ManagedSearch, ManagedSort, SortColumn},
};
use indexer::{Filters, MAX_LIMIT, MAX_TEXT_CHARS, SearchRequest};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use utoipa::{
    IntoParams, ToSchema,
    openapi::{Object, ObjectBuilder, schema::Type},
};

use super::AdminProduct;
use crate::{
    http::{
        cache::CachePolicy,
        error::ApiResult,
        extract::{Json, Query},
        session::Admin,
        whole::Whole,
    },
    routes::admin::read_category,
    services::search_index::SearchIndex,
    wire::category::CategoryName,
};

/// Allowed page sizes.
const PAGE_SIZES: [u32; 4] = [10, 25, 50, 100];
/// The order of a plain list.
const DEFAULT_SORT: &str = "name";
/// Number of index pages that a search reads: 5 pages of 100 products, best matches first.
const SEARCHED_PAGES: u32 = 5;

/// Filters and order of the offer list.
#[derive(Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct AdminProductParams {
    /// From 0.
    #[param(inline)]
    page: Whole<0, 1_000_000, 0>,
    /// 10, 25, 50 or 100; 25 by default.
    #[param(value_type = Option<u32>, minimum = 10, maximum = 100, default = 25)]
    limit: Whole<1, { MAX_LIMIT }, 25>,
    /// Words to search for, or an id of a product or an offer, a retailer's own number, an SKU or a part number. The
    /// result holds the offers of the 500 best-matching products, and the offers without a product that contain the
    /// words.
    search: Option<String>,
    #[param(value_type = Option<CategoryName>)]
    category: Option<String>,
    /// Only offers of a product (true) or of none (false).
    linked: Option<bool>,
    #[param(schema_with = sort_schema)]
    sort: Option<String>,
    /// `asc` (the default) or `desc`.
    order: Option<String>,
}

/// A page of offers.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminProductList {
    pub products: Vec<AdminProduct>,
    pub total: i64,
    /// From 0.
    pub page: u32,
    pub limit: u32,
}

/// `GET /api/admin/products`: lists the retailers' offers, with or without a product, page by page.
#[utoipa::path(
    get,
    path = "/api/admin/products",
    params(AdminProductParams),
    responses(
        (status = 200, body = AdminProductList),
        (status = 503, description = "The database or the index does not answer at the moment"),
    )
)]
pub async fn list_admin_products(
    State(db): State<PgPool>,
    State(index): State<SearchIndex>,
    _: Admin,
    mut query: Query,
) -> ApiResult<impl IntoResponse> {
    let params: AdminProductParams = query.take();
    query.check_length("search", params.search.as_deref(), MAX_TEXT_CHARS);
    let category = read_category(params.category.clone())?;
    let sort = read_sort(&mut query, &params);
    let (Whole(page), Whole(limit)) = (params.page, params.limit);
    if !PAGE_SIZES.contains(&limit) {
        query.problem("limit", "must be 10, 25, 50 or 100");
    }
    query.finish()?;
    let search = params.search.map(|text| search(&index, text, category)).transpose()?;
    let filter = ManagedFilter { category, matched: params.linked, search };
    let mut tx = db.begin().await?;
    let offset = i64::from(page) * i64::from(limit);
    let (found, total) = offers::list_managed(&mut tx, &filter, sort, offset, limit.into()).await?;
    tx.commit().await?;
    let products = found.into_iter().map(AdminProduct::from).collect();
    Ok((CachePolicy::Never, Json(AdminProductList { products, total, page, limit })))
}

fn sort_schema() -> Object {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(SortColumn::names()))
        .description(Some("By default, a search sorts by relevance and a plain list by `name`."))
        .build()
}

fn read_sort(query: &mut Query, params: &AdminProductParams) -> ManagedSort {
    let by = match params.sort.as_deref() {
        None if params.search.is_some() => None,
        name => {
            let column = match name.unwrap_or(DEFAULT_SORT) {
                "stock" => SortColumn::find("inStock"),
                name => SortColumn::find(name),
            };
            if column.is_none() {
                let [others @ .., last] = SortColumn::names();
                query.problem("sort", format!("must be {} or {last}", others.join(", ")));
            }
            column
        }
    };
    let descending = match params.order.as_deref() {
        None | Some("asc") => false,
        Some("desc") => true,
        Some(_) => {
            query.problem("order", "must be asc or desc");
            false
        }
    };
    ManagedSort { by, descending }
}

/// Returns the products that the index finds, and the words and number by which the database finds offers without a
/// product.
fn search(index: &SearchIndex, text: String, category: Option<Category>) -> ApiResult<ManagedSearch> {
    if let Ok(id) = text.parse::<ProductId>() {
        return Ok(ManagedSearch { products: vec![id], words: Vec::new(), number: Some(text) });
    }
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words = words.map(str::to_owned).collect();
    let number = Some(text.trim().replace('\0', ""));
    let engine = index.engine()?;
    let mut request = SearchRequest {
        text,
        filters: Filters { categories: category.into_iter().collect(), ..Filters::default() },
        limit: MAX_LIMIT,
        ..SearchRequest::default()
    };
    let mut products = Vec::new();
    for page in 1..=SEARCHED_PAGES {
        request.page = page;
        let hits = engine.search(&request)?.hits;
        let last = (hits.len() as u32) < MAX_LIMIT;
        products.extend(hits.into_iter().map(|hit| hit.id));
        if last {
            break;
        }
    }
    Ok(ManagedSearch { products, words, number })
}
