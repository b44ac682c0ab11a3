//! Content that readers without scripts and search engines find in a page's first answer, in both languages.

use domain::model::{Category, SpecKey, SpecValue};
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::signed_in_user,
    builds::{gaming, save_build, update_build},
    fixtures::{import, offer, open_shop, part, shop, store, with_fact, world},
};

/// The page as a reader without scripts sees it: the HTML in the root element, and its text.
pub(crate) struct Page {
    pub html: String,
    pub content: String,
    pub text: String,
}

pub(crate) async fn read(app: &TestApp, uri: &str) -> Page {
    let reply = app.get(uri).await;
    assert_eq!(reply.status.as_u16(), 200, "{uri}");
    let html = reply.text();
    let content = html.split_once("<div id=\"root\">").unwrap().1.split_once("<script").unwrap().0.to_owned();
    let text = text_of(&content);
    Page { html, content, text }
}

/// Returns the text of an HTML fragment, without direction marks.
fn text_of(html: &str) -> String {
    let mut text = String::new();
    for piece in html.split('<') {
        text.push(' ');
        text.push_str(piece.split_once('>').map_or(piece, |(_, text)| text));
    }
    let text = text.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    text.replace(['\u{2066}', '\u{2068}', '\u{2069}'], "").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the schema.org data.
pub(crate) fn data(html: &str) -> Vec<Value> {
    let rest = html.split("ld+json\">").skip(1);
    rest.map(|rest| serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()).collect()
}

pub(crate) fn assert_all(page: &Page, expected: &[&str]) {
    for words in expected {
        assert!(page.text.contains(words), "{words} is not in {}", page.text);
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn a_product_is_read_without_scripts_in_both_languages(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db).await;
    let path = format!("/product/{}", world.ryzen.id);
    let english = read(&app, &path).await;
    assert!(english.html.starts_with("<!doctype html>\n<html lang=\"en\" dir=\"ltr\">"));
    assert_all(
        &english,
        &[
            "AMD Ryzen 7 9800X3D",
            "100-100001084WOF",
            "Prices at 2 shops",
            "Shop alpha",
            "Shop beta",
            "145.000 KWD",
            "149.900 KWD",
        ],
    );
    assert_all(
        &english,
        &["In stock", "Free delivery", "Specifications", "Socket AM5", "Cores 8 cores", "Home CPUs AM5 AMD"],
    );
    for (path, name) in [("/cpu", "CPUs"), ("/cpu/am5", "AM5"), ("/cpu/amd", "AMD")] {
        let link = format!("<a href=\"{path}\">");
        let there = english.content.split(&link).skip(1).any(|rest| text_of(rest).starts_with(name));
        assert!(there, "{link} is not in {}", english.content);
    }
    assert!(
        english
            .content
            .contains("href=\"https://shop.example/100-100001084WOF\" rel=\"noopener nofollow sponsored\"")
    );
    let arabic = read(&app, &format!("/ar{path}")).await;
    assert!(arabic.html.starts_with("<!doctype html>\n<html lang=\"ar\" dir=\"rtl\">"));
    assert_all(
        &arabic,
        &[
            "AMD Ryzen 7 9800X3D",
            "محل alpha",
            "محل beta",
            "145.000 د.ك",
            "149.900 د.ك",
            "متوفر",
            "الرئيسية المعالجات AM5",
        ],
    );
    assert!(
        arabic.html.contains("<title>سعر AMD Ryzen 7 9800X3D في الكويت · تجميعة</title>"),
        "{}",
        arabic.html
    );
    let own = arabic
        .content
        .split("href=\"/")
        .skip(1)
        .filter(|rest| !rest.starts_with("ar/") && !rest.starts_with("ar\""));
    assert_eq!(own.count(), 0, "every link of an Arabic page is Arabic: {}", arabic.content);
    assert!(!arabic.content.contains("data-ar"));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn home_page_names_the_shops_and_embeds_the_calls_of_its_figures(db: PgPool) {
    world(&db).await;
    let app = TestApp::new(db).await;
    let english = read(&app, "/").await;
    assert_all(&english, &["Build your PC", "Parts", "Shop alpha", "Mid-Range Gaming", "800.000 KWD"]);
    let arabic = read(&app, "/ar").await;
    assert_all(&arabic, &["جهّز تجميعتك", "القطع", "محل alpha", "قيمنق متوسط", "800.000 د.ك"]);
    for call in ["/api/categories", "/api/retailers"] {
        assert!(english.html.contains(&format!("data-call=\"{call}\"")), "{call}: {}", english.html);
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn listings_are_read_without_scripts_in_both_languages(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db).await;
    let english = read(&app, "/cpu").await;
    assert_all(
        &english,
        &[
            "CPUs",
            "2 products",
            "AMD Ryzen 7 9800X3D",
            "145.000 KWD",
            "118.500 KWD",
            "8 cores",
            "Shop alpha",
            "In stock",
        ],
    );
    assert!(
        english.content.contains("<a href=\"/cpu/am5\">")
            && english.content.contains("<a href=\"/cpu/intel\">")
    );
    let arabic = read(&app, "/ar/cpu").await;
    assert_all(&arabic, &["المعالجات", "AMD Ryzen 7 9800X3D", "145.000 د.ك", "محل alpha", "متوفر"]);
    assert!(arabic.content.contains(&format!("<a href=\"/ar/product/{}\">", world.ryzen.id)));
    let landing = read(&app, "/cpu/am5").await;
    assert_all(
        &landing,
        &["AM5 CPU price in Kuwait", "Lowest price today: 145.000 KWD", "1 product", "Home CPUs AM5 CPU"],
    );
    assert!(!landing.text.contains("265K"), "{}", landing.text);
    assert!(landing.html.contains("<title>AM5 CPU price in Kuwait: from 145.000 KWD · Tajmeea</title>"));
    let arabic = read(&app, "/ar/cpu/am5").await;
    assert!(
        arabic.html.contains("<title>سعر المعالج AM5 في الكويت: يبدأ من 145.000 د.ك · تجميعة</title>"),
        "{}",
        arabic.html
    );
    for uri in ["/cpu/am6", "/ar/cpu/am6", "/toaster/am5", "/cpu/am5/more", "/cpu/", "/ar/x"] {
        let status = app.get(uri).await.status.as_u16();
        assert_eq!(status, if uri == "/cpu/" { 200 } else { 404 }, "{uri}");
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn landing_page_price_counts_offers_in_stock_only(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    store(&db, world.alpha, &[offer(&world.ryzen, 139_250)]).await;
    let title = async |app: &TestApp| {
        let html = app.get("/cpu/am5").await.text();
        html.split_once("<title>").unwrap().1.split_once(" ·").unwrap().0.to_owned()
    };
    app.eventually("/api/products/list?category=CPU&sort=price_desc", |body| {
        body["products"][0]["price"] == json!(139.25)
    })
    .await;
    assert_eq!(title(&app).await, "AM5 CPU price in Kuwait: from 139.250 KWD");
    sqlx::query("update offer set stock = 'OUT' where product_id = $1")
        .bind(world.ryzen.id)
        .execute(&db)
        .await
        .unwrap();
    let later = TestApp::new(db).await;
    assert_eq!(title(&later).await, "AM5 CPU price in Kuwait");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn landing_pages_need_several_offers(db: PgPool) {
    let socket = |name: &str, number: &str, socket: &str| {
        with_fact(part(Category::Cpu, name, number), SpecKey::Socket, SpecValue::Text(socket.into()))
    };
    let mut sold: Vec<_> = (0..45)
        .map(|index| socket(&format!("AMD Ryzen {index}"), &format!("100-1000{index:02}BOX"), "AM5"))
        .collect();
    // A cooler that a retailer filed among processors, and a processor that nobody sells.
    sold.push(part(Category::Cpu, "Thermalright Peerless Assassin", "TR-PA120"));
    let unsold = socket("Intel Core 2 Duo E8400", "BX80570E8400", "LGA775");
    import(&db, &sold).await;
    import(&db, std::slice::from_ref(&unsold)).await;
    let alpha = open_shop(&db, &shop("alpha")).await;
    let offers: Vec<_> = sold.iter().map(|facts| offer(facts, 90_000)).collect();
    store(&db, alpha, &offers).await;
    let app = TestApp::new(db).await;
    for (uri, expected) in [
        ("/cpu/am5", 200),
        ("/cpu/amd", 200),
        ("/cpu/thermalright", 404),
        ("/cpu/intel", 404),
        ("/cpu/lga775", 404),
    ] {
        assert_eq!(app.get(uri).await.status.as_u16(), expected, "{uri}");
    }
    let pages = app.get("/api/landing-pages?category=CPU").await.json();
    let slugs: Vec<&str> =
        pages["landingPages"].as_array().unwrap().iter().map(|page| page["slug"].as_str().unwrap()).collect();
    assert_eq!(slugs, ["am5", "amd"]);
    let sitemap = app.get("/sitemaps/landing.xml").await.text();
    assert!(sitemap.contains("/cpu/am5") && !sitemap.contains("thermalright"), "{sitemap}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn a_shared_build_is_read_without_scripts_in_both_languages(db: PgPool) {
    let world = world(&db).await;
    let app = TestApp::new(db.clone()).await;
    let mut sara = signed_in_user(&app, &db, "sara").await;
    let kept = save_build(&mut sara, gaming(&world)).await;
    update_build(&mut sara, &kept, json!({"isPublic": true})).await;
    let path = format!("/build/{}", kept["shareToken"].as_str().unwrap());
    let english = read(&app, &path).await;
    assert_all(
        &english,
        &[
            "Gaming",
            "For work and play",
            "CPU AMD Ryzen 7 9800X3D 145.000 KWD",
            "231.750 KWD",
            "376.750 KWD",
            "Shop alpha",
        ],
    );
    let arabic = read(&app, &format!("/ar{path}")).await;
    assert_all(&arabic, &["المعالج AMD Ryzen 7 9800X3D 145.000 د.ك", "376.750 د.ك", "محل alpha"]);
    assert!(!english.text.contains("sara") && !arabic.text.contains("sara"), "the profile is private");
    update_build(&mut sara, &kept, json!({"isPublic": false})).await;
    for path in [path.clone(), format!("/ar{path}")] {
        let own = sara.get(&path).await;
        assert_eq!((own.status.as_u16(), own.header("cache-control")), (200, "no-store"));
        assert!(!own.text().contains("Gaming") && app.get(&path).await.status.as_u16() == 404);
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn markup_in_names_is_escaped(db: PgPool) {
    let foul = "AMD </script></title><b onload='x'>\"&<\u{202e}gnihton\u{2069}";
    let facts = with_fact(
        part(Category::Cpu, foul, "FOUL-<1>"),
        SpecKey::Socket,
        SpecValue::Text("<i>AM5</i>\u{202e}".into()),
    );
    import(&db, std::slice::from_ref(&facts)).await;
    let mut draft = shop("foul");
    draft.name_en = "<u>Shop</u>\u{202d}".into();
    let alpha = open_shop(&db, &draft).await;
    let mut sold = offer(&facts, 5000);
    sold.url = "javascript:alert(1)".into();
    store(&db, alpha, &[sold]).await;
    let app = TestApp::new(db).await;
    for uri in [
        format!("/product/{}", facts.id),
        format!("/ar/product/{}", facts.id),
        "/cpu".into(),
        "/ar/cpu".into(),
    ] {
        let Page { html, content, .. } = read(&app, &uri).await;
        let (head, _) = html.split_once("<div id=\"root\">").unwrap();
        for marks in ["<b ", "<i>", "<u>", "onload='"] {
            // In the JSON of a script other characters are harmless; only `<` could end the element.
            let in_head = marks.starts_with('<') && head.contains(marks);
            assert!(!content.contains(marks) && !in_head, "{uri}: {marks} in {html}");
        }
        assert!(
            !content.contains("javascript:") && !content.contains(['\u{202e}', '\u{202d}']),
            "{uri}: {content}"
        );
        assert_eq!(html.matches("</title>").count(), 1, "{uri}");
        let opened = html.matches("<script").count();
        assert_eq!(opened, html.matches("</script>").count(), "{uri}");
        assert!(
            !head.split("<script type=\"application/json\"").next().unwrap().contains('\u{202e}'),
            "{uri}"
        );
        data(&html);
    }
}
