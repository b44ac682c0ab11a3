use domain::model::Fils;
use serde_json::json;
use time::macros::datetime;

use super::*;
use crate::{normalise::price, raw_offer::RawStock};

const NOW: OffsetDateTime = datetime!(2026-11-30 09:00 UTC);
const URL: &str = "https://shop.example/item/nh-u12s";

fn rules(options: &str) -> Rules {
    let options: SchemaOrgOptions = toml::from_str(options).expect("options");
    let fields = FieldRules::new(&options).expect("rules");
    Rules { options, fields }
}

fn read_with(options: &str, html: &str) -> RetailerResponse {
    parse_page(&rules(options), &URL.parse().expect("an address"), html, NOW)
}

fn read(html: &str) -> RetailerResponse {
    read_with("", html)
}

fn amount(price: &RawPrice) -> Option<Fils> {
    match price {
        RawPrice::Decimal(text) => price::parse_decimal(text).ok(),
        RawPrice::Text(text) => {
            price::parse(text, price::PriceFormat { decimal: '.', thousands: Some(',') }).ok()
        }
        RawPrice::Minor { amount, scale } => price::parse_minor_units(amount, *scale).ok(),
        RawPrice::Absent => None,
    }
}

fn prices(read: &RetailerResponse) -> Vec<Option<i64>> {
    read.offers.iter().map(|offer| amount(&offer.price).map(|fils| fils.0)).collect()
}

fn only(read: RetailerResponse) -> RawOffer {
    assert!(read.rejected.is_empty(), "{:?}", read.rejected);
    let mut offers = read.offers;
    assert_eq!(offers.len(), 1, "{offers:?}");
    offers.remove(0)
}

fn block(json: &str) -> String {
    format!("<script type=\"application/ld+json\">{json}</script>")
}

const COOLER: &str = r#""@type":"Product","name":"Noctua NH-U12S redux","sku":"N12","offers":{"@type":"Offer","price":"18.750","priceCurrency":"KWD"}"#;

#[test]
fn broken_blocks_are_read_or_named() {
    for json in [
        format!("{{{COOLER},}}"),
        format!("{{{COOLER}}}}}"),
        format!("{{\"@type\":\"WebSite\"}}{{{COOLER}}}"),
        format!("// <![CDATA[\n{{{COOLER}}}\n// ]]&gt;"),
        format!("<!-- seo -->{{{COOLER}}}<!-- /seo -->"),
    ] {
        assert_eq!(prices(&read(&block(&json))), [Some(18_750)], "{json}");
    }
    let broken = read(&block(
        "{\"@type\":\"Product\",\n\"name\":\"Noctua NH-U12S,\n\"offers\":{\"price\":\"18.750\"}}",
    ));
    assert!(broken.offers.is_empty());
    let rejection = &broken.rejected[0].rejection;
    assert_eq!(rejection.reason, RejectReason::Unreadable);
    assert!(rejection.detail.starts_with("JSON-LD block 1 of the page is broken in line 3"), "{rejection}");
    // A block of reviews beside the broken one has no offer: the broken one is the reason.
    let review = block(r#"{"@type":"Product","name":"Noctua NH-U12S","review":{"author":"A"}}"#);
    let broken =
        read(&format!("<h1>Noctua NH-U12S</h1>{review}{}", block("{\"@type\":\"Product\",\"offers\":")));
    assert_eq!(broken.rejected[0].rejection.reason, RejectReason::Unreadable);
}

#[test]
fn related_products_keep_the_prices_of_their_own_pages() {
    let related = r#"{"@type":"Product","name":"Arctic P12","sku":"P12","offers":{"price":"3.250"}}"#;
    for html in [
        format!("{}{}", block(&format!("{{{COOLER}}}")), block(related)),
        format!("<h1>Noctua NH-U12S redux</h1>{}{}", block(related), block(&format!("{{{COOLER}}}"))),
        block(&format!("[{{{COOLER}}},{related}]")),
    ] {
        let offer = only(read(&html));
        assert_eq!((offer.external_id.as_str(), amount(&offer.price)), ("N12", Some(Fils(18_750))), "{html}");
    }
}

#[test]
fn amount_in_two_elements_is_never_a_thousand_times_too_high() {
    let page = |price: &str| {
        read(&format!(
            "<div itemscope itemtype=\"https://schema.org/Product\"><h1 itemprop=name>Noctua NH-U12S</h1>
             <div itemprop=offers itemscope itemtype=\"https://schema.org/Offer\">{price}</div></div>"
        ))
    };
    for (price, expected) in [
        ("<span itemprop=price>18<sup>750</sup></span>", Some(18_750)),
        ("<span itemprop=price>KD 18<small>750</small></span>", Some(18_750)),
        ("<span itemprop=price>1,018<sup>750</sup></span>", Some(1_018_750)),
        ("<span itemprop=price><b>18</b><b>750</b></span>", None),
        ("<span itemprop=price content=\"1,018.750\">x</span>", Some(1_018_750)),
        ("<span itemprop=price content=\"18,750\">18,750</span>", None),
    ] {
        assert_eq!(prices(&page(price)), [expected], "{price}");
    }
}

#[test]
fn price_and_stock_of_meta_tags_and_rdfa_are_read() {
    let offer = only(read(
        "<meta property=\"og:title\" content=\"Noctua NH-U12S\"><meta property=\"product:price:amount\" content=\"18.750\">
         <meta property=\"product:price:currency\" content=\"KWD\"><meta property=\"product:availability\" content=\"instock\">",
    ));
    assert_eq!(amount(&offer.price), Some(Fils(18_750)));
    assert_eq!((offer.title_en.as_deref(), offer.currency.as_deref()), (Some("Noctua NH-U12S"), Some("KWD")));
    assert_eq!((offer.stock, offer.external_id.as_str()), (RawStock::Words("instock".into()), URL));
    let sale = only(read(
        "<h1>Noctua NH-U12S</h1><meta property=\"product:price:amount\" content=\"18.750\">
         <meta property=\"product:sale_price:amount\" content=\"15.000\">
         <meta property=\"product:sale_price_dates:end\" content=\"2026-11-15\">",
    ));
    assert_eq!(amount(&sale.price), Some(Fils(18_750)));
    let rdfa = only(read(
        "<div vocab=\"https://schema.org/\" typeof=\"Product\"><h1 property=name>Noctua NH-U12S</h1><div property=offers
         typeof=Offer><span property=price>18.750</span></div></div>",
    ));
    assert_eq!(amount(&rdfa.price), Some(Fils(18_750)));
}

const NEXT: &str = r#"
    [embedded]
    product = "props.pageProps.product"
    minor_units = 3
    [embedded.fields]
    external_id = "id"
    title = "names.0"
    price = "price.now"
    stock = "quantity"
    category = "path"
    image_url = "/images/0/src"
"#;

#[test]
fn embedded_json_is_read_by_paths() {
    let json = json!({"props": {"pageProps": {"product": {"id": 512, "names": ["Noctua NH-U12S"], "price": {"now": 18750},
        "quantity": 4, "path": [{"name": "Cooling"}, {"name": "Air"}], "images": [{"src": "/i.png"}]}}}});
    let offer =
        only(read_with(NEXT, &format!("<script id=__NEXT_DATA__ type=\"application/json\">{json}</script>")));
    assert_eq!((offer.external_id.as_str(), amount(&offer.price)), ("512", Some(Fils(18_750))));
    assert_eq!((offer.stock, offer.title_en.as_deref()), (RawStock::Flag(true), Some("Noctua NH-U12S")));
    assert_eq!(offer.image_url.as_deref(), Some("https://shop.example/i.png"));
    assert_eq!(offer.categories[0].path, ["Cooling", "Air"]);
    for (html, reason) in [
        ("<p>x</p>", "the page has no embedded JSON at"),
        ("<script id=__NEXT_DATA__>{\"props\":</script>", "is broken"),
        ("<script id=__NEXT_DATA__>{\"props\":{}}</script>", "holds nothing at"),
        ("<script id=__NEXT_DATA__>x</script>", "holds no JSON"),
    ] {
        let read = read_with(NEXT, html);
        assert!(read.offers.is_empty() && read.rejected.len() == 1);
        assert!(read.rejected[0].rejection.detail.contains(reason), "{:?}", read.rejected);
    }
}

#[test]
fn embedded_json_of_a_script_that_assigns_it_is_read() {
    let options = r#"
        [embedded]
        script = { select = "script", pattern = "window\\.shop = (\\{.*)" }
        product = "item"
        fields = { title = "title", price = "price", stock = "available" }
    "#;
    let html = "<script>var a = {};</script><script>\nwindow.shop = {\"item\": {\"title\": \"Noctua NH-U12S\", \"price\": \"18.750\",
        \"available\": false}}; window.more = {};</script>";
    let offer = only(read_with(options, html));
    assert_eq!((amount(&offer.price), offer.stock), (Some(Fils(18_750)), RawStock::Flag(false)));
}

#[test]
fn one_field_by_selector_stands_beside_structured_data() {
    let options = "fields = { price = { select = \".now\" }, stock = { select = \".left\" } }";
    let html = format!(
        "{}<b class=now>KD 17<sup>500</sup></b><i class=left>Only 2 left</i>",
        block(&format!("{{{COOLER}}}"))
    );
    let offer = only(read_with(options, &html));
    assert_eq!((offer.external_id.as_str(), amount(&offer.price)), ("N12", Some(Fils(17_500))));
    assert_eq!(offer.stock, RawStock::Words("Only 2 left".into()));
    // A field that the page does not show leaves the structured data.
    assert_eq!(amount(&only(read_with(options, &block(&format!("{{{COOLER}}}")))).price), Some(Fils(18_750)));
    // A product without an offer gives the rest.
    let bare = block(r#"{"@type":"Product","name":"Noctua NH-U12S","sku":"N12"}"#);
    let offer = only(read_with(options, &format!("{bare}<b class=now>KD 17.500</b>")));
    assert_eq!((offer.external_id.as_str(), amount(&offer.price)), ("N12", Some(Fils(17_500))));
    // A used product stays refused.
    let used = block(&format!("{{{COOLER},\"itemCondition\":\"UsedCondition\"}}"));
    let read = read_with(options, &format!("{used}<b class=now>KD 17.500</b>"));
    assert_eq!(read.rejected[0].rejection.reason, RejectReason::NotNew);
}

#[test]
fn rules_that_read_no_page_are_named_with_their_lines() {
    let problem = |section: &str| {
        let text = format!(
            "slug = \"a-shop\"\nnames = {{ en = \"A\", ar = \"ا\" }}\nbase_url = \"https://shop.example\"\n\
             platform = \"schema_org\"\nprice_format = {{ decimal = \".\" }}\n{section}"
        );
        let read = crate::retailer_file::read_text(std::path::Path::new("a.toml"), &text);
        read.map(|_| ()).map_err(|problem| problem.to_string())
    };
    assert_eq!(problem("[schema_org.fields]\nprice = { select = \"b\" }"), Ok(()));
    assert_eq!(problem("[schema_org.embedded]\nfields = { title = \"a.0.b\", price = \"/p\" }"), Ok(()));
    for (section, words) in [
        (
            "[schema_org.fields]\nprice = { select = \"b[\" }",
            "line 6: schema_org.fields is wrong: price has no valid CSS",
        ),
        ("[schema_org.fields]\ncolour = { select = \"b\" }", "no key \"colour\""),
        ("[schema_org.embedded]\nfields = { title = \"a..b\" }", "empty part: title"),
        (
            "[schema_org.embedded]\nscript = { select = \"b\", pattern = \"x\" }\nfields = {}",
            "line 7: schema_org.embedded.script has a pattern without a group",
        ),
    ] {
        let said = problem(section).expect_err(section);
        assert!(said.contains(words), "{said}");
    }
}
