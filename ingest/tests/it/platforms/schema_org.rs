//! Sitemaps with schema.org data.

use axum::response::{IntoResponse, Response};
use domain::model::PlatformKind;
use serde_json::json;
use sqlx::PgPool;

use crate::{
    bad_answers::{OFFERS, Sample, check, title},
    detect::{self, CARDS, not_found},
    test_retailer::{ReceivedRequest, html},
};

const SAMPLE: Sample = Sample {
    file: "platform = \"schema_org\"\n[schema_org]\nproduct_path = \"/p/\"",
    good,
    empty: || "<urlset></urlset>".into_response(),
    product_pages: Some("/p/"),
};

fn good(asked: &ReceivedRequest) -> Response {
    let Some(id) = asked.path.strip_prefix("/p/") else {
        let urls: String = (1..=OFFERS).map(|id| format!("<url><loc>/p/{id}</loc></url>")).collect();
        return format!("<urlset>{urls}</urlset>").into_response();
    };
    let product = json!({"@type": "Product", "name": title(id.parse().expect("a number")), "sku": id, "offers":
        {"@type": "Offer", "price": "100.500", "priceCurrency": "KWD", "availability": "InStock"}});
    html(format!("<script type=\"application/ld+json\">{product}</script>"))
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn failing_schema_org_retailer_loses_nothing(db: PgPool) -> anyhow::Result<()> {
    check(&db, &SAMPLE).await
}

/// A site whose pages hold microdata.
pub(crate) fn microdata(asked: &ReceivedRequest) -> Response {
    match asked.path.as_str() {
        "/sitemap.xml" => {
            let urls: String =
                (0..4).map(|number| format!("<url><loc>/product/{number}</loc></url>")).collect();
            (
                [("content-type", "application/xml")],
                format!("<urlset><url><loc>/about/us</loc></url>{urls}</urlset>"),
            )
                .into_response()
        }
        path => match path.strip_prefix("/product/").and_then(|number| number.parse::<usize>().ok()) {
            None => not_found(),
            Some(number) => html(format!(
                "<nav class=breadcrumb><a>Home</a><a>Components</a><a>VGA</a></nav><div itemscope itemtype=\"https://schema.org/Product\">\
                 <h1 itemprop=name>{}</h1><meta itemprop=sku content=S{number}><div itemprop=offers itemscope itemtype=\"https://schema.org/Offer\">\
                 <meta itemprop=price content=150.500><meta itemprop=priceCurrency content=KWD>\
                 <link itemprop=availability href=\"https://schema.org/InStock\"></div></div>",
                CARDS[number % 4]
            )),
        },
    }
}

#[tokio::test]
async fn it_is_detected() -> anyhow::Result<()> {
    let lines = ["product_path = \"/product/\""];
    detect::check(microdata, PlatformKind::SchemaOrg, "Components", &lines).await
}
