//! The store in a folder, and with a server on loopback that speaks S3.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail loudly")]

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use domain::{
    config::{Config, Pictures},
    model::{Picture, PictureFile, PictureHash},
};
use pictures::{PictureStore, PictureStoreError};

fn files() -> Vec<PictureFile> {
    Picture { hash: PictureHash::of(b"a part"), width: 640, height: 480 }.files()
}

async fn write_read_and_delete(store: &PictureStore) {
    for file in files() {
        assert_eq!(store.get(&file).await.unwrap(), None);
        // Deleting a missing file is not an error, because a job may run twice.
        store.delete(&file).await.unwrap();
        let bytes = Bytes::from(file.to_string());
        store.put(&file, bytes.clone()).await.unwrap();
        store.put(&file, bytes.clone()).await.unwrap();
        assert_eq!(store.get(&file).await.unwrap(), Some(bytes));
    }
    let first = &files()[0];
    store.delete(first).await.unwrap();
    assert_eq!(store.get(first).await.unwrap(), None);
    assert!(store.get(&files()[1]).await.unwrap().is_some());
}

#[tokio::test]
async fn folder_store_round_trips() {
    let folder = tempfile::tempdir().unwrap();
    let settings = Config::load().unwrap().pictures;
    let store = PictureStore::open(&settings, folder.path()).unwrap();
    write_read_and_delete(&store).await;
    let hash = PictureHash::of(b"a part");
    let shard = folder.path().join("pictures").join(&hash.as_str()[..2]);
    assert!(shard.join(format!("{hash}-384.webp")).is_file());
}

#[test]
fn unusable_picture_folder_is_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("pictures"), "a file").unwrap();
    let error = PictureStore::open(&Config::load().unwrap().pictures, folder.path()).unwrap_err();
    assert!(matches!(error, PictureStoreError::Folder { .. }), "{error}");
    assert!(error.to_string().contains("pictures"), "{error}");
}

/// The server's state: bytes and media type by path, and whether every call was signed.
#[derive(Default)]
struct Bucket {
    objects: HashMap<String, (Bytes, String)>,
    unsigned: usize,
}

type Shared = Arc<Mutex<Bucket>>;

async fn serve() -> (SocketAddr, Shared) {
    let bucket = Shared::default();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let app = Router::new().fallback(answer).with_state(bucket.clone());
    tokio::spawn(async move { axum::serve(listener, app).await });
    (address, bucket)
}

async fn answer(
    State(bucket): State<Shared>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let mut bucket = bucket.lock().unwrap();
    let signature =
        headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !signature.starts_with("AWS4-HMAC-SHA256 Credential=key/") {
        bucket.unsigned += 1;
        return StatusCode::FORBIDDEN.into_response();
    }
    let path = uri.path().to_owned();
    let missing = || {
        (StatusCode::NOT_FOUND, "<?xml version=\"1.0\"?><Error><Code>NoSuchKey</Code></Error>")
            .into_response()
    };
    let tag = [(header::ETAG, "\"1\""), (header::LAST_MODIFIED, "Sun, 22 Nov 2026 10:00:00 GMT")];
    match method {
        Method::PUT => {
            let kind =
                headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
            bucket.objects.insert(path, (body, kind.to_owned()));
            (tag, "").into_response()
        }
        // S3's deletion of several objects in one call.
        Method::POST => {
            let asked = String::from_utf8_lossy(&body).into_owned();
            let keys = asked.split("<Key>").skip(1).filter_map(|rest| rest.split("</Key>").next());
            let deleted: String = keys
                .map(|key| {
                    bucket.objects.remove(&format!("{}/{key}", path.trim_end_matches('/')));
                    format!("<Deleted><Key>{key}</Key></Deleted>")
                })
                .collect();
            format!("<?xml version=\"1.0\"?><DeleteResult>{deleted}</DeleteResult>").into_response()
        }
        Method::DELETE => {
            bucket.objects.remove(&path).map_or_else(missing, |_| StatusCode::NO_CONTENT.into_response())
        }
        _ => {
            bucket.objects.get(&path).map_or_else(missing, |(bytes, _)| (tag, bytes.clone()).into_response())
        }
    }
}

fn at(address: SocketAddr, store: &str) -> Pictures {
    let _ = rustls::crypto::ring::default_provider().install_default();
    Pictures {
        store: store.into(),
        endpoint: format!("http://{address}"),
        access_key_id: "key".into(),
        secret_access_key: "secret".into(),
        ..Config::load().unwrap().pictures
    }
}

#[tokio::test]
async fn s3_store_round_trips_under_its_prefix() {
    let (address, bucket) = serve().await;
    let nowhere = tempfile::tempdir().unwrap();
    let store = PictureStore::open(&at(address, "s3://shop/pictures/of/parts/"), nowhere.path()).unwrap();
    write_read_and_delete(&store).await;
    let bucket = bucket.lock().unwrap();
    let hash = PictureHash::of(b"a part");
    let path = format!("/shop/pictures/of/parts/{}/{hash}-384.webp", &hash.as_str()[..2]);
    let (bytes, kind) = bucket.objects.get(&path).unwrap_or_else(|| panic!("{:?}", bucket.objects.keys()));
    assert_eq!(
        (bytes.len(), kind.as_str(), bucket.unsigned),
        (files()[1].to_string().len(), "image/webp", 0)
    );
    assert!(!nowhere.path().join("pictures").exists());
}

#[tokio::test]
async fn unreachable_store_is_an_error_not_a_missing_file() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let store = PictureStore::open(&at(address, "s3://shop"), std::path::Path::new("/nowhere")).unwrap();
    let began = std::time::Instant::now();
    let error = store.get(&files()[0]).await.unwrap_err();
    assert!(matches!(error, PictureStoreError::Store(_)), "{error}");
    assert!(began.elapsed() < std::time::Duration::from_secs(9), "{:?}", began.elapsed());
    assert!(!format!("{error:?}").contains("secret"), "{error:?}");
}

#[test]
fn invalid_store_address_is_named() {
    let address = "127.0.0.1:1".parse().unwrap();
    for store in ["s3://", "s3:///prefix", "https://bucket", "bucket"] {
        let opened = PictureStore::open(&at(address, store), std::path::Path::new("/nowhere"));
        let error = opened.map(drop).unwrap_err().to_string();
        assert!(error.contains(store), "{error}");
    }
}
