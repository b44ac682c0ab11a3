//! The mix of requests: 70 % search and suggest, 20 % pages, 8 % compatibility, 2 % writes.

use std::{error::Error, fmt::Write as _};

use bench::{Client, Request, Rng};
use serde_json::{Value, json};

/// Classes of the mix with their share in percent.
pub(crate) const CLASSES: [(&str, u64); 4] =
    [("search", 70), ("pages", 20), ("compatibility", 8), ("writes", 2)];

const TEXTS: [&str; 16] = [
    "rtx 4070",
    "ryzen 7",
    "ddr5 32gb",
    "corsair",
    "750w gold",
    "samsung 990",
    "b650",
    "27 inch 144hz",
    "rtx+4070+under+250+kd",
    "intel i5",
    "white case",
    "360mm",
    "nvme 2tb",
    "keyboard",
    "كرت شاشة",
    "رام",
];
const CATEGORIES: [&str; 6] = ["cpu", "gpu", "ram", "motherboard", "storage", "case"];
const LISTINGS: [&str; 6] = ["cpu", "gpu", "memory", "motherboard", "storage", "case"];
/// Products that the requests name.
const PRODUCTS: usize = 400;

/// Facts from which requests are made.
pub(crate) struct Mix {
    products: Vec<String>,
    builds: Vec<String>,
    cookie: String,
}

impl Mix {
    /// Reads products of a running Tajmeea, and signs in.
    pub(crate) async fn new(
        client: &mut Client,
        email: &str,
        password: &str,
    ) -> Result<Self, Box<dyn Error>> {
        let mut products = Vec::new();
        let mut builds = Vec::new();
        let mut of_category = Vec::new();
        for category in CATEGORIES {
            let upper = category.to_ascii_uppercase();
            let mut ids = Vec::new();
            for page in 1..=4 {
                ids.extend(
                    list(client, &format!("/api/products/list?category={upper}&limit=20&page={page}"))
                        .await?,
                );
            }
            products.extend(ids.iter().cloned());
            of_category.push((upper, ids));
        }
        products.truncate(PRODUCTS);
        for number in 0..20 {
            let components: serde_json::Map<String, Value> = of_category
                .iter()
                .filter_map(|(category, ids)| {
                    let id = ids.get(number % ids.len().max(1))?;
                    Some((category.clone(), json!(id)))
                })
                .collect();
            builds.push(json!({ "components": components }).to_string());
        }
        if products.is_empty() {
            return Err("the catalogue has no products".into());
        }
        let credentials = json!({ "email": email, "password": password }).to_string();
        let answer = client.ask(&Request::post("/api/auth/login", credentials)).await?;
        let cookie = answer.cookie.ok_or_else(|| format!("the sign-in answered {}", answer.status))?;
        Ok(Self { products, builds, cookie })
    }

    /// Returns the index of a class, and one of its requests.
    pub(crate) fn next(&self, rng: &mut Rng) -> (usize, Request) {
        let mut at = rng.below(100);
        let class = CLASSES.iter().position(|(_, share)| {
            let is_this = at < *share;
            at = at.saturating_sub(*share);
            is_this
        });
        match class {
            Some(1) => (1, self.page(rng)),
            Some(2) => (2, self.check(rng)),
            Some(3) => (3, self.write(rng)),
            _ => (0, search(rng)),
        }
    }

    fn product<'a>(&'a self, rng: &mut Rng) -> &'a str {
        &self.products[rng.below(self.products.len() as u64) as usize]
    }

    fn page(&self, rng: &mut Rng) -> Request {
        let id = self.product(rng);
        match rng.below(10) {
            0..4 => Request::get(format!("/product/{id}")),
            4..7 => Request::get(format!("/api/products?id={id}")),
            7..9 => Request::get(format!("/api/products/{id}/price-history")),
            _ => Request::get(format!("/{}", rng.pick(&LISTINGS))),
        }
    }

    fn check(&self, rng: &mut Rng) -> Request {
        let build = self.builds[rng.below(self.builds.len() as u64) as usize].clone();
        Request::post(if rng.percent(50) { "/api/compatibility" } else { "/api/basket" }, build)
    }

    fn write(&self, rng: &mut Rng) -> Request {
        let body = json!({ "productId": self.product(rng) }).to_string();
        let method = if rng.percent(50) { "POST" } else { "DELETE" };
        Request { method, path: "/api/favorites".to_owned(), body, cookie: Some(self.cookie.clone()) }
    }
}

fn search(rng: &mut Rng) -> Request {
    let text = encode(rng.pick(&TEXTS));
    match rng.below(7) {
        0..3 => {
            let typed: String = text.chars().take(6).collect();
            // A cut escape would be another text, but not a wrong one.
            Request::get(format!("/api/suggest?q={}", typed.trim_end_matches('%')))
        }
        3..5 => Request::get(format!("/api/search?q={text}")),
        5 => Request::get(format!("/api/search?q={text}&page=2")),
        _ => Request::get(format!(
            "/api/products/list?category={}&maxPrice={}",
            rng.pick(&CATEGORIES).to_ascii_uppercase(),
            50 + rng.below(20) * 10
        )),
    }
}

fn encode(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        match byte {
            b' ' => encoded.push('+'),
            b'+' => encoded.push('+'),
            _ if byte.is_ascii_alphanumeric() => encoded.push(char::from(byte)),
            _ => {
                // Writing to a string cannot fail.
                let _ = write!(encoded, "%{byte:02X}");
            }
        }
        encoded
    })
}

async fn list(client: &mut Client, path: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let answer = client.ask(&Request::get(path)).await?;
    if answer.status != 200 {
        return Err(format!("{path} answered {}", answer.status).into());
    }
    let body: Value = serde_json::from_slice(&answer.body)?;
    let products = body["products"].as_array().ok_or("no products in the answer")?;
    Ok(products.iter().filter_map(|product| product["id"].as_str().map(str::to_owned)).collect())
}
