//! Serves the folders of `real_inputs`, each by its `routes.json`, on a port of its own.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::Bytes,
    http::{HeaderName, HeaderValue, Method, StatusCode, Uri, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
};
use regex::bytes::{Captures, Regex};
use serde::Deserialize;
use time::{Date, Duration, OffsetDateTime, macros::date};

use crate::fetching::serve;

/// Beginning of all addresses in the inputs.
const STATED_ADDRESS: &str = "127.0.0.1:8790";
/// The day as seen from which the dates of the inputs are meant.
const INPUTS_MEANT_ON: Date = date!(2026 - 11 - 30);

/// An entry of `routes.json`.
#[derive(Debug, Clone, Deserialize)]
struct Route {
    file: Option<PathBuf>,
    #[serde(rename = "type")]
    content_type: Option<String>,
    status: Option<u16>,
    #[serde(default)]
    headers: BTreeMap<String, String>,
}

/// A route with what it asks for.
#[derive(Debug, Clone)]
struct RouteKey {
    method: Method,
    path: String,
    parameters: Vec<(String, String)>,
}

impl RouteKey {
    /// Reads `/path`, `/path?page=1` and `POST /path`.
    fn read(key: &str) -> RouteKey {
        let (method, address) = match key.split_once(' ') {
            Some(("POST", address)) => (Method::POST, address),
            _ => (Method::GET, key),
        };
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        RouteKey { method, path: path.to_owned(), parameters: parameters(query) }
    }
}

fn parameters(query: &str) -> Vec<(String, String)> {
    url::form_urlencoded::parse(query.as_bytes()).into_owned().collect()
}

/// A folder of the inputs, which is a retailer.
struct Folder {
    path: PathBuf,
    routes: Vec<(RouteKey, Route)>,
}

impl Folder {
    /// Returns the route of a request: of those that fit, the one that asks for the most parameters.
    fn find(&self, method: &Method, path: &str, query: &str) -> Option<&Route> {
        let asked = parameters(query);
        let fits = |key: &RouteKey| {
            key.method == *method && key.path == path && key.parameters.iter().all(|one| asked.contains(one))
        };
        let fitting = self.routes.iter().filter(|(key, _)| fits(key));
        fitting.max_by_key(|(key, _)| key.parameters.len()).map(|(_, route)| route)
    }
}

/// The server of all folders.
pub(crate) struct Inputs {
    root: PathBuf,
    pub(crate) address: SocketAddr,
    folders: Arc<BTreeMap<String, Folder>>,
    asked: Arc<Mutex<usize>>,
}

impl Inputs {
    /// Serves the folders under `root` that have a `routes.json`.
    pub(crate) async fn open(root: &Path) -> anyhow::Result<Inputs> {
        let folders = Arc::new(read_folders(root)?);
        let asked = Arc::new(Mutex::new(0));
        let own_address: Arc<Mutex<Option<SocketAddr>>> = Arc::default();
        let (served, counted, known) = (folders.clone(), asked.clone(), own_address.clone());
        let handle = move |method: Method, uri: Uri, _body: Bytes| {
            *counted.lock().expect("a lock") += 1;
            let response = known
                .lock()
                .expect("a lock")
                .and_then(|address| answer(&served, address, &method, &uri))
                .unwrap_or_else(|| StatusCode::NOT_FOUND.into_response());
            async move { response }
        };
        let address = serve(Router::new().fallback(handle)).await?;
        *own_address.lock().expect("a lock") = Some(address);
        Ok(Inputs { root: root.to_owned(), address, folders, asked })
    }

    /// Returns the number of requests since the last call.
    pub(crate) fn take_requests(&self) -> usize {
        std::mem::take(&mut *self.asked.lock().expect("a lock"))
    }

    /// Returns the retailer files of `retailers/` with the address of this server, by their path.
    pub(crate) fn retailer_files(&self) -> anyhow::Result<Vec<(PathBuf, String)>> {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(self.root.join("retailers"))? {
            let path = entry?.path();
            let text = std::fs::read_to_string(&path)?;
            files.push((path, text.replace(STATED_ADDRESS, &self.address.to_string())));
        }
        files.sort();
        Ok(files)
    }

    /// Returns the path, from the folder on, that answers a file of it: `/schema/item/s01` for `schema/p/s01.html`.
    pub(crate) fn path_of(&self, file: &str) -> Option<String> {
        let (folder, file) = file.split_once('/')?;
        let routes = &self.folders.get(folder)?.routes;
        let is_file = |route: &Route| route.file.as_deref() == Some(Path::new(file));
        routes.iter().find(|(_, route)| is_file(route)).map(|(key, _)| format!("/{folder}{}", key.path))
    }

    /// Reads a file of the inputs as text.
    pub(crate) fn text(&self, file: &str) -> anyhow::Result<String> {
        Ok(std::fs::read_to_string(self.root.join(file))?)
    }
}

fn read_folders(root: &Path) -> anyhow::Result<BTreeMap<String, Folder>> {
    let mut folders = BTreeMap::new();
    for entry in std::fs::read_dir(root)? {
        let path = entry?.path();
        let Ok(text) = std::fs::read_to_string(path.join("routes.json")) else { continue };
        let routes: BTreeMap<String, Route> = serde_json::from_str(&text)?;
        let routes = routes.into_iter().map(|(key, route)| (RouteKey::read(&key), route)).collect();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        folders.insert(name, Folder { path, routes });
    }
    Ok(folders)
}

/// Answers a request; `None` for whatever no route names.
fn answer(
    folders: &BTreeMap<String, Folder>,
    address: SocketAddr,
    method: &Method,
    uri: &Uri,
) -> Option<Response> {
    let (name, rest) = uri.path().strip_prefix('/')?.split_once('/').unwrap_or((uri.path().get(1..)?, ""));
    let folder = folders.get(name)?;
    let route = folder.find(method, &format!("/{rest}"), uri.query().unwrap_or_default())?;
    let body = match &route.file {
        Some(file) => with_address(with_dates(std::fs::read(folder.path.join(file)).ok()?), address),
        None => Vec::new(),
    };
    let mut response = body.into_response();
    *response.status_mut() = StatusCode::from_u16(route.status.unwrap_or(200)).ok()?;
    let content_type = route.content_type.as_deref().unwrap_or("text/html; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_str(content_type).ok()?);
    for (name, value) in &route.headers {
        let name = HeaderName::from_bytes(name.as_bytes()).ok()?;
        let value = value.replace(STATED_ADDRESS, &address.to_string());
        response.headers_mut().insert(name, HeaderValue::from_str(&value).ok()?);
    }
    Some(response)
}

/// Puts the server's address in the place of the stated one, in the encoding of the file: one byte a letter, or UTF-16 of
/// either order.
fn with_address(body: Vec<u8>, address: SocketAddr) -> Vec<u8> {
    let own = address.to_string();
    let encodings: [fn(&str) -> Vec<u8>; 3] = [
        |text| text.as_bytes().to_vec(),
        |text| text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        |text| text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
    ];
    encodings.into_iter().fold(body, |body, encode| replace(&body, &encode(STATED_ADDRESS), &encode(&own)))
}

fn replace(body: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut replaced = Vec::with_capacity(body.len());
    let mut at = 0;
    while let Some(rest) = body.get(at..).filter(|rest| !rest.is_empty()) {
        if rest.starts_with(from) {
            replaced.extend_from_slice(to);
            at += from.len();
        } else {
            replaced.push(rest[0]);
            at += 1;
        }
    }
    replaced
}

/// Moves all dates by the days since the one from which they are meant: a crawl has no other clock than the machine's and
/// the database's.
fn with_dates(body: Vec<u8>) -> Vec<u8> {
    let days = (OffsetDateTime::now_utc().date() - INPUTS_MEANT_ON).whole_days();
    moved(&body, days)
}

fn moved(body: &[u8], days: i64) -> Vec<u8> {
    let date = Regex::new(r"(?-u)\b(20\d\d)-(\d\d)-(\d\d)").expect("a pattern");
    let later = |found: &Captures<'_>| {
        let number = |group| std::str::from_utf8(&found[group]).ok()?.parse::<u16>().ok();
        let month = u8::try_from(number(2)?).ok()?.try_into().ok()?;
        let day = u8::try_from(number(3)?).ok()?;
        Date::from_calendar_date(number(1)?.into(), month, day).ok()?.checked_add(Duration::days(days))
    };
    let replaced = date.replace_all(body, |found: &Captures<'_>| match later(found) {
        Some(date) => date.to_string().into_bytes(),
        None => found[0].to_vec(),
    });
    replaced.into_owned()
}

#[test]
fn addresses_and_dates_are_replaced_in_their_encoding() {
    let address: SocketAddr = "127.0.0.1:43210".parse().expect("an address");
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    assert_eq!(
        with_address(b"\xc7 http://127.0.0.1:8790/f \xff".to_vec(), address),
        b"\xc7 http://127.0.0.1:43210/f \xff"
    );
    assert_eq!(
        with_address(utf16("ب http://127.0.0.1:8790/f"), address),
        utf16("ب http://127.0.0.1:43210/f")
    );
    assert_eq!(with_address(b"http://localhost:8790/f".to_vec(), address), b"http://localhost:8790/f");
    assert_eq!(
        moved(b"<d>2027-03-01T00:00+0300/2026-13-45</d> \xc7", 2),
        b"<d>2027-03-03T00:00+0300/2026-13-45</d> \xc7"
    );
}

#[test]
fn route_with_the_most_parameters_answers() {
    let route = |file: &str| Route {
        file: Some(file.into()),
        content_type: None,
        status: None,
        headers: BTreeMap::new(),
    };
    let keys = ["/products.json", "/products.json?page=1", "POST /graphql"];
    let routes = keys.map(|key| (RouteKey::read(key), route(key))).into();
    let folder = Folder { path: PathBuf::new(), routes };
    let found = |method: Method, path: &str, query: &str| {
        folder.find(&method, path, query).and_then(|route| route.file.clone())
    };
    assert_eq!(
        found(Method::GET, "/products.json", "limit=250&page=1"),
        Some("/products.json?page=1".into())
    );
    assert_eq!(found(Method::GET, "/products.json", "limit=250&page=2"), Some("/products.json".into()));
    assert_eq!(found(Method::POST, "/graphql", ""), Some("POST /graphql".into()));
    assert_eq!(found(Method::GET, "/graphql", ""), None);
}
