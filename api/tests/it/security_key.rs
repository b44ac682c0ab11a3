//! A security key and its browser: creates passkeys and signs challenges, as WebAuthn describes it, and can be told to
//! do parts of it wrong.

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD as BASE64_URL};
use p256::ecdsa::{Signature, SigningKey, signature::Signer as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// Flags of authenticator data: the user was present, was verified, and a new credential follows.
const PRESENT: u8 = 0x01;
const VERIFIED: u8 = 0x04;
const NEW_CREDENTIAL: u8 = 0x40;

/// A security key with one passkey, in a browser that shows a page of the site.
#[derive(Clone)]
pub(crate) struct SecurityKey {
    key: SigningKey,
    pub(crate) id: Vec<u8>,
    /// Signature counter, which goes up with each use.
    pub(crate) counter: u32,
    /// Origin of the page.
    pub(crate) origin: String,
    /// Domain that the passkey is bound to.
    pub(crate) domain: String,
    /// Whether somebody touches the key.
    pub(crate) is_touched: bool,
    /// Whether that person enters the PIN, too.
    pub(crate) is_unlocked: bool,
    user: Option<String>,
}

impl SecurityKey {
    pub(crate) fn new() -> Self {
        let secret: [u8; 32] = rand::random();
        Self {
            key: SigningKey::from_slice(&secret).unwrap(),
            id: rand::random::<[u8; 32]>().to_vec(),
            counter: 0,
            origin: "https://tajmeea.example".to_owned(),
            domain: "tajmeea.example".to_owned(),
            is_touched: true,
            is_unlocked: true,
            user: None,
        }
    }

    /// Answers as `navigator.credentials.create()`.
    pub(crate) fn create(&mut self, options: &Value) -> Value {
        self.user = options["user"]["id"].as_str().map(str::to_owned);
        let point = self.key.verifying_key().to_encoded_point(false);
        let mut data = self.authenticator_data(NEW_CREDENTIAL);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(&self.id);
        // The public key in COSE: { 1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y }.
        data.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(point.x().unwrap());
        data.extend([0x22, 0x58, 0x20]);
        data.extend(point.y().unwrap());
        // CBOR: { "fmt": "none", "attStmt": {}, "authData": data }.
        let mut attestation = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        attestation.push(u8::try_from(data.len()).unwrap());
        attestation.extend(data);
        let client_data = self.client_data("webauthn.create", options);
        self.credential(json!({
            "clientDataJSON": BASE64_URL.encode(client_data),
            "attestationObject": BASE64_URL.encode(attestation),
            "transports": ["usb"],
        }))
    }

    /// Answers as `navigator.credentials.get()`, and counts the use.
    pub(crate) fn get(&mut self, options: &Value) -> Value {
        self.counter += 1;
        self.get_uncounted(options)
    }

    /// Answers like `get`, with the counter as it is.
    pub(crate) fn get_uncounted(&self, options: &Value) -> Value {
        let data = self.authenticator_data(0);
        let client_data = self.client_data("webauthn.get", options);
        let mut signed = data.clone();
        signed.extend(Sha256::digest(&client_data));
        let signature: Signature = self.key.sign(&signed);
        self.credential(json!({
            "clientDataJSON": BASE64_URL.encode(client_data),
            "authenticatorData": BASE64_URL.encode(data),
            "signature": BASE64_URL.encode(signature.to_der()),
            "userHandle": self.user,
        }))
    }

    /// Returns a key that answers as this one, but signs with another key.
    pub(crate) fn forged(&self) -> Self {
        let (id, user) = (self.id.clone(), self.user.clone());
        Self { id, user, counter: self.counter, ..Self::new() }
    }

    fn authenticator_data(&self, flags: u8) -> Vec<u8> {
        let verified = if self.is_unlocked { VERIFIED } else { 0 };
        let presence = if self.is_touched { PRESENT | verified } else { 0 };
        let mut data = Sha256::digest(&self.domain).to_vec();
        data.push(presence | flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let data = json!({
            "type": kind,
            "challenge": options["challenge"],
            "origin": self.origin,
            "crossOrigin": false,
        });
        data.to_string().into_bytes()
    }

    fn credential(&self, response: Value) -> Value {
        let id = BASE64_URL.encode(&self.id);
        json!({
            "id": id,
            "rawId": id,
            "type": "public-key",
            "authenticatorAttachment": "cross-platform",
            "response": response,
            "clientExtensionResults": {},
        })
    }
}
