//! Goods that are not new, prices that are not whole, and goods that are not there yet, as shops of several platforms state
//! them.

use axum::response::IntoResponse;
use domain::model::{Fils, RejectReason, Stock};
use serde_json::{Value, json};

use crate::{
    platforms::{Found, read_shop},
    test_retailer::{TestRetailer, html, json as json_answer},
};

fn product(id: u64, title: &str, kind: &str, tags: Value, price: &str) -> Value {
    json!({"id": id, "title": title, "handle": format!("h{id}"), "vendor": "MSI", "product_type": kind, "tags": tags,
        "variants": [{"id": id, "title": "Default Title", "price": price, "available": true}]})
}

/// Outcome for a listing: its price and stock, or the reason for which it was refused.
type Outcome = Result<(Fils, Stock), RejectReason>;

/// Returns what became of each listing, by its id.
fn outcomes(found: &Found) -> Vec<(String, Outcome)> {
    let read = found.drafts.iter().map(|draft| draft.draft());
    let read = read.map(|draft| (draft.external_id.clone(), Ok((draft.price, draft.stock))));
    let refused = found.rejected.iter();
    let refused = refused.map(|one| (one.id_or_url.clone(), Err(one.rejection.reason)));
    let mut outcomes: Vec<_> = read.chain(refused).collect();
    outcomes.sort_by(|(left, _), (right, _)| left.cmp(right));
    outcomes
}

#[tokio::test]
async fn shopify_states_terms_in_title_type_tags_and_option() -> anyhow::Result<()> {
    let name = "MSI GeForce RTX 5070 Ti VENTUS 3X OC 16G";
    let mut options = product(7, name, "Graphics Cards", json!([]), "214.250");
    options["variants"] = json!([
        {"id": 70, "title": "Brand New", "price": "214.250", "available": true},
        {"id": 71, "title": "Used - Good", "price": "171.750", "available": true},
        {"id": 72, "title": "Reservation", "price": "20.000", "available": true},
    ]);
    let mut early =
        product(8, &format!("{name} (Pre-Order)"), "Graphics Cards", json!("new, preorder"), "219.250");
    early["vendor"] = json!("PRE-ORDER");
    let mut described = product(9, name, "Graphics Cards", json!([]), "160.250");
    described["body_html"] = json!("<p>Refurbished by the maker. <b>No box.</b></p>");
    let mut policy = product(10, name, "Graphics Cards", json!([]), "214.750");
    policy["body_html"] = json!("<p>No refurbished goods are sold here.</p><p>Used for games.</p>");
    let products = json!({"products": [
        product(1, name, "Open-Box", json!([]), "180.250"),
        product(2, name, "Graphics Cards", json!(["gpu", "Renewed"]), "170.250"),
        product(3, &format!("{name} - Grade B"), "Graphics Cards", json!([]), "175.250"),
        product(4, &format!("{name} (ex-display)"), "Graphics Cards", json!([]), "176.250"),
        product(5, &format!("عربون {name}"), "Graphics Cards", json!([]), "25.000"),
        product(6, &format!("{name}, damaged box"), "Graphics Cards", json!([]), "209.250"),
        options, early, described, policy,
    ]});
    let shop = TestRetailer::open().await?;
    shop.answers(move |asked| match asked.path.as_str() {
        path if path.starts_with("/products.json") && path.ends_with("page=1") => json_answer(&products),
        _ => json_answer(&json!({"products": []})),
    });
    let found = read_shop(&shop.file("platform = \"shopify\"")).await?;
    let not_new = Err(RejectReason::NotNew);
    let part = Err(RejectReason::PartPayment);
    let expected = [
        ("1", not_new),
        ("10", Ok((Fils(214_750), Stock::In))),
        ("2", not_new),
        ("3", not_new),
        ("4", not_new),
        ("5", part),
        ("6", Ok((Fils(209_250), Stock::In))),
        ("70", Ok((Fils(214_250), Stock::In))),
        ("71", not_new),
        ("72", part),
        ("8", Ok((Fils(219_250), Stock::PreOrder))),
        ("9", not_new),
    ];
    assert_eq!(outcomes(&found), expected.map(|(id, outcome)| (id.to_owned(), outcome)));
    let early = found.drafts.iter().map(|draft| draft.draft()).find(|draft| draft.external_id == "8");
    assert_eq!(early.and_then(|draft| draft.stated_brand.as_deref()), None);
    Ok(())
}

#[tokio::test]
async fn feed_states_terms_in_its_fields() -> anyhow::Result<()> {
    let rows = "id,title,price,link,availability,condition\n\
        a,Seasonic Focus GX-850,41.250,https://shop.example/a,in_stock,Brand New\n\
        b,Seasonic Focus GX-850,31.250,https://shop.example/b,in_stock,Used - Very Good\n\
        c,Seasonic Focus GX-850,42.250,https://shop.example/c,preorder,new\n\
        d,Seasonic Focus GX-850,3.500 KD/month,https://shop.example/d,in_stock,new\n\
        e,Seasonic Focus GX-850,43.250,https://shop.example/e,backorder,New (sealed)\n\
        f,Seasonic Focus GX-850,44.250,https://shop.example/f,in_stock,\n";
    let shop = TestRetailer::open().await?;
    shop.answers(move |_| rows.into_response());
    let file = "platform = \"feed\"\n[feed]\npath = \"/feed\"\nformat = \"csv\"";
    let expected = [
        ("a", Ok((Fils(41_250), Stock::In))),
        ("b", Err(RejectReason::NotNew)),
        ("c", Ok((Fils(42_250), Stock::PreOrder))),
        ("d", Err(RejectReason::PartPayment)),
        ("e", Ok((Fils(43_250), Stock::Out))),
        ("f", Ok((Fils(44_250), Stock::In))),
    ];
    let found = read_shop(&shop.file(file)).await?;
    assert_eq!(outcomes(&found), expected.map(|(id, outcome)| (id.to_owned(), outcome)));
    Ok(())
}

#[tokio::test]
async fn pages_state_terms_in_their_structured_data() -> anyhow::Result<()> {
    let page = |id: &str, condition: &str, availability: &str| {
        let data = json!({"@context": "https://schema.org", "@type": "Product", "name": "Intel Core i5-14600K Processor",
            "sku": id, "offers": {"@type": "Offer", "price": "87.250", "priceCurrency": "KWD",
                "availability": availability, "itemCondition": condition}});
        html(format!("<script type=\"application/ld+json\">{data}</script>"))
    };
    let shop = TestRetailer::open().await?;
    shop.answers(move |asked| match asked.path.as_str() {
        "/p/a" => page("a", "Brand New", "https://schema.org/PreOrder"),
        "/p/b" => page("b", "Pre-owned", "https://schema.org/InStock"),
        "/p/c" => page("c", "https://schema.org/NewCondition", "PreSale"),
        "/p/d" => page("d", "https://schema.org/DamagedCondition", "InStock"),
        _ => "<urlset><url><loc>/p/a</loc></url><url><loc>/p/b</loc></url><url><loc>/p/c</loc></url><url><loc>/p/d</loc></url></urlset>"
            .into_response(),
    });
    let file = "platform = \"schema_org\"\n[schema_org]\nproduct_path = \"/p/\"";
    let found = read_shop(&shop.file(file)).await?;
    let stocks: Vec<_> =
        found.drafts.iter().map(|draft| (draft.draft().external_id.as_str(), draft.draft().stock)).collect();
    assert_eq!(stocks.len(), 2, "{:?}", found.rejected);
    assert!(
        stocks.iter().all(|(id, stock)| matches!(*id, "a" | "c") && *stock == Stock::PreOrder),
        "{stocks:?}"
    );
    assert!(
        found.rejected.iter().all(|one| one.rejection.reason == RejectReason::NotNew),
        "{:?}",
        found.rejected
    );
    Ok(())
}
