//! A server on loopback that channels lead to, and a browser that decrypts what it gets with another library than the api's.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::{Body, Bytes},
    http::{HeaderMap, Request, StatusCode, header},
    response::{IntoResponse, Response},
};
use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD as BASE64_URL};
use ring::{aead, agreement, hkdf, rand::SystemRandom};
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// A request that arrived.
#[derive(Debug, Clone)]
pub(crate) struct Received {
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    pub(crate) at: Instant,
}

/// A server that answers by the path: `/gone`, `/hang`, `/redirect`; all others with the status that is set.
pub(crate) struct Receiver {
    pub(crate) url: String,
    state: Arc<Mutex<State>>,
}

struct State {
    status: StatusCode,
    received: Vec<Received>,
}

impl Receiver {
    pub(crate) async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::new(Mutex::new(State { status: StatusCode::CREATED, received: Vec::new() }));
        let kept = Arc::clone(&state);
        let router = Router::new().fallback(move |request: Request<Body>| answer(Arc::clone(&kept), request));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url, state }
    }

    pub(crate) fn set_status(&self, status: u16) {
        self.state.lock().unwrap().status = StatusCode::from_u16(status).unwrap();
    }

    /// Returns what arrived since the last call.
    pub(crate) fn take(&self) -> Vec<Received> {
        std::mem::take(&mut self.state.lock().unwrap().received)
    }
}

async fn answer(state: Arc<Mutex<State>>, request: Request<Body>) -> Response {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    let path = parts.uri.path().to_owned();
    let status = {
        let mut state = state.lock().unwrap();
        let received = Received { path: path.clone(), headers: parts.headers, body, at: Instant::now() };
        state.received.push(received);
        state.status
    };
    match path.as_str() {
        "/gone" => StatusCode::GONE.into_response(),
        "/redirect" => (StatusCode::FOUND, [(header::LOCATION, "/elsewhere")]).into_response(),
        "/hang" => {
            tokio::time::sleep(Duration::from_secs(60)).await;
            status.into_response()
        }
        _ => status.into_response(),
    }
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// The keys of a browser's subscription.
pub(crate) struct Subscription {
    private: agreement::EphemeralPrivateKey,
    public: Vec<u8>,
    auth: [u8; 16],
}

impl Subscription {
    pub(crate) fn new() -> Self {
        let private =
            agreement::EphemeralPrivateKey::generate(&agreement::ECDH_P256, &SystemRandom::new()).unwrap();
        let public = private.compute_public_key().unwrap().as_ref().to_vec();
        Self { private, public, auth: rand::random() }
    }

    pub(crate) fn keys(&self) -> Value {
        json!({ "p256dh": BASE64_URL.encode(&self.public), "auth": BASE64_URL.encode(self.auth) })
    }

    /// Decrypts a message as RFC 8291 and RFC 8188 say.
    pub(crate) fn decrypt(self, body: &[u8]) -> Value {
        let (head, mut text) = (&body[..86], body[86..].to_vec());
        let (salt, sender) = (&head[..16], &head[21..86]);
        assert_eq!(head[20], 65, "the length of the sender's key");
        let mut info = b"WebPush: info\0".to_vec();
        info.extend(&self.public);
        info.extend(sender);
        let peer = agreement::UnparsedPublicKey::new(&agreement::ECDH_P256, sender);
        let auth = self.auth;
        let secret =
            agreement::agree_ephemeral(self.private, &peer, |shared| derive(&auth, shared, &info, 32))
                .unwrap();
        let key = derive(salt, &secret, b"Content-Encoding: aes128gcm\0", 16);
        let nonce = derive(salt, &secret, b"Content-Encoding: nonce\0", 12);
        let key = aead::LessSafeKey::new(aead::UnboundKey::new(&aead::AES_128_GCM, &key).unwrap());
        let nonce = aead::Nonce::try_assume_unique_for_key(&nonce).unwrap();
        let plain = key.open_in_place(nonce, aead::Aad::empty(), &mut text).unwrap();
        // The last record ends with a 2, and zeros.
        let end = plain.iter().rposition(|byte| *byte != 0).unwrap();
        assert_eq!(plain[end], 2);
        serde_json::from_slice(&plain[..end]).unwrap()
    }
}

struct Length(usize);

impl hkdf::KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derive(salt: &[u8], secret: &[u8], info: &[u8], length: usize) -> Vec<u8> {
    let mut derived = vec![0; length];
    let key = hkdf::Salt::new(hkdf::HKDF_SHA256, salt).extract(secret);
    key.expand(&[info], Length(length)).unwrap().fill(&mut derived).unwrap();
    derived
}
