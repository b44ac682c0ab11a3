//! The server's side of passkeys (WebAuthn): challenges for browsers, and the verification of their answers.

use std::{net::IpAddr, num::NonZeroU32};

use axum::http::Uri;
use domain::{
    model::UserId,
    store::passkeys::{CHALLENGE_LIFETIME, NewPasskey, Passkey},
};
use serde_json::{Value, json};
use uuid::Uuid;
use webauthn_rp::{
    AuthenticatedCredential, DiscoverableAuthentication16, DiscoverableAuthenticationServerState,
    DiscoverableCredentialRequestOptions, NonDiscoverableAuthentication16,
    NonDiscoverableAuthenticationServerState, NonDiscoverableCredentialRequestOptions,
    PublicKeyCredentialCreationOptions, Registration, RegistrationServerState,
    bin::{Decode, Encode},
    request::{
        AsciiDomain, Credentials, DomainOrigin, Port, PublicKeyCredentialDescriptor, RpId, Scheme,
        TimedCeremony, UserVerificationRequirement,
        auth::{AllowedCredentials, AuthenticationVerificationOptions},
        register::{RegistrationVerificationOptions, ResidentKeyRequirement, UserHandle16},
    },
    response::{
        AuthTransports, CredentialId,
        auth::error::AuthCeremonyErr,
        register::{CompressedPubKey, DynamicState, StaticState},
    },
};

use crate::http::public_url::PublicUrl;

/// The lifetime that the library enforces, by the clock of this machine. Postgres ends challenges much earlier, by its
/// own clock; a machine with a wrong clock must not refuse them.
const LIBRARY_LIFETIME: NonZeroU32 = NonZeroU32::MIN.saturating_add(24 * 60 * 60 * 1000);

/// A public key of one of the supported algorithms: Ed25519, ES256, ES384, RS256.
type PublicKey = CompressedPubKey<[u8; 32], [u8; 32], [u8; 48], Vec<u8>>;

/// The site as passkeys know it. A passkey is bound to the domain, and an answer to the origin.
pub struct RelyingParty {
    id: RpId,
    is_secure: bool,
    port: Port,
}

/// A challenge for a browser.
pub struct StartedCeremony {
    pub challenge: Vec<u8>,
    /// The state that the answer is verified against.
    pub state: Vec<u8>,
    /// The argument of `navigator.credentials`, in the JSON form of WebAuthn.
    pub options: Value,
}

/// The reason why an answer is refused.
#[derive(Debug, thiserror::Error)]
pub enum PasskeyRefusal {
    /// A copy of the passkey may have been used meanwhile.
    #[error("the signature counter did not go up")]
    Counter,
    #[error("{0}")]
    Invalid(String),
    #[error("a stored passkey or challenge is unreadable: {0}")]
    Unreadable(String),
}

impl RelyingParty {
    /// Reads the site's domain from its public address. `None` where browsers offer no passkeys: an IP address has no
    /// domain, and plain http is secure on localhost only. Without a configured address, the site is reached as
    /// `localhost` on the listening port or behind the web's development server, which has another port.
    pub fn of(public_url: &PublicUrl) -> Option<Self> {
        let uri: Uri = public_url.as_str().parse().ok()?;
        let host = uri.host()?;
        let ip = host.trim_matches(['[', ']']).parse::<IpAddr>().ok();
        if !public_url.is_configured {
            let is_here = ip.is_some_and(|ip| ip.is_loopback());
            return is_here.then(|| Self::new("localhost", false, Port::Any)).flatten();
        }
        let is_localhost = host == "localhost" || host.ends_with(".localhost");
        if ip.is_some() || !(public_url.is_secure() || is_localhost) {
            return None;
        }
        // Browsers leave out the port of the scheme.
        let default_port = if public_url.is_secure() { 443 } else { 80 };
        let port = uri.port_u16().filter(|port| *port != default_port);
        Self::new(host, public_url.is_secure(), port.map_or(Port::None, Port::Val))
    }

    fn new(domain: &str, is_secure: bool, port: Port) -> Option<Self> {
        let domain = AsciiDomain::try_from(domain.to_owned()).ok()?;
        Some(Self { id: RpId::Domain(domain), is_secure, port })
    }

    /// Returns the domain that passkeys are bound to.
    pub fn domain(&self) -> &str {
        self.id.as_ref()
    }

    fn origin(&self) -> DomainOrigin<'static, '_> {
        let scheme = if self.is_secure { Scheme::Https } else { Scheme::Other("http") };
        DomainOrigin { scheme, host: self.domain(), port: self.port }
    }

    /// Starts the addition of a passkey. Authenticators that hold one of the existing passkeys are left out.
    ///
    /// # Errors
    /// When a stored passkey is unreadable.
    pub fn start_adding(
        &self,
        user_id: UserId,
        email: &str,
        name: &str,
        existing: &[Passkey],
    ) -> anyhow::Result<StartedCeremony> {
        let handle = user_handle(user_id);
        let known = existing.iter().map(descriptor).collect::<anyhow::Result<_>>()?;
        let mut options =
            PublicKeyCredentialCreationOptions::second_factor(&self.id, (&handle).into(), known);
        // A discoverable passkey is one that the provider syncs to the user's other devices; security keys that have
        // no room for one are accepted as well.
        options.authenticator_selection.resident_key = ResidentKeyRequirement::Preferred;
        options.authenticator_selection.user_verification = UserVerificationRequirement::Preferred;
        options.timeout = LIBRARY_LIFETIME;
        let (server, client) = options.start_ceremony()?;
        let mut options = serde_json::to_value(&client)?;
        // The library accepts only names of an RFC; the browser shows any.
        options["user"]["name"] = json!(email);
        options["user"]["displayName"] = json!(name);
        options["timeout"] = json!(CHALLENGE_LIFETIME.whole_milliseconds());
        Ok(StartedCeremony { challenge: key(server.sent_challenge().0), state: server.encode()?, options })
    }

    /// Verifies a new passkey against the challenge's state.
    ///
    /// # Errors
    /// When the answer is for another challenge, domain or origin, or is malformed.
    pub fn finish_adding(
        &self,
        state: &[u8],
        registration: &Registration,
    ) -> Result<NewPasskey, PasskeyRefusal> {
        let server = RegistrationServerState::<16>::decode(state).map_err(unreadable)?;
        let options = RegistrationVerificationOptions::<DomainOrigin<'_, '_>, DomainOrigin<'_, '_>> {
            allowed_origins: &[self.origin()],
            // Some authenticators tell more than they were asked.
            error_on_unsolicited_extensions: false,
            ..Default::default()
        };
        let passkey = server.verify(&self.id, registration, &options).map_err(invalid)?;
        let (id, transports, _, key, state, _) = passkey.into_parts();
        let (Ok(id), Ok(transports)) = (id.encode(), transports.encode());
        let (Ok(public_key), Ok(state)) = (key.encode(), state.encode());
        Ok(NewPasskey {
            credential_id: id.to_vec(),
            public_key,
            state: state.to_vec(),
            transports: i16::from(transports),
        })
    }

    /// Starts the use of one of these passkeys.
    ///
    /// # Errors
    /// When there is no passkey, or a stored one is unreadable.
    pub fn start_using(&self, passkeys: &[Passkey]) -> anyhow::Result<StartedCeremony> {
        let mut allowed = AllowedCredentials::with_capacity(passkeys.len());
        for passkey in passkeys {
            allowed.push(descriptor(passkey)?.into());
        }
        let mut options = NonDiscoverableCredentialRequestOptions::second_factor(&self.id, allowed)?;
        options.options().user_verification = UserVerificationRequirement::Preferred;
        options.options().timeout = LIBRARY_LIFETIME;
        let (server, client) = options.start_ceremony()?;
        let mut options = serde_json::to_value(&client)?;
        options["timeout"] = json!(CHALLENGE_LIFETIME.whole_milliseconds());
        Ok(StartedCeremony { challenge: key(server.sent_challenge().0), state: server.encode()?, options })
    }

    /// Starts a sign-in by a passkey alone. The browser offers the passkeys that it knows for this site, and the user
    /// unlocks one of them by PIN, finger or face: without the password, this is the second factor.
    ///
    /// # Errors
    /// When the clock of this machine is before 1970.
    pub fn start_sign_in(&self) -> anyhow::Result<StartedCeremony> {
        let mut options = DiscoverableCredentialRequestOptions::passkey(&self.id);
        options.0.timeout = LIBRARY_LIFETIME;
        let (server, client) = options.start_ceremony()?;
        let mut options = serde_json::to_value(&client)?;
        options["timeout"] = json!(CHALLENGE_LIFETIME.whole_milliseconds());
        Ok(StartedCeremony { challenge: key(server.sent_challenge().0), state: server.encode()?, options })
    }

    /// Verifies the answer of a user's passkey against the challenge's state; returns the passkey's new state.
    ///
    /// # Errors
    /// When the answer is for another challenge, user, domain or origin, is not signed by the passkey, or its counter
    /// did not go up.
    pub fn finish_using(
        &self,
        state: &[u8],
        assertion: &NonDiscoverableAuthentication16,
        passkey: &Passkey,
        user_id: UserId,
    ) -> Result<Vec<u8>, PasskeyRefusal> {
        let server = NonDiscoverableAuthenticationServerState::decode(state).map_err(unreadable)?;
        let handle = user_handle(user_id);
        let mut credential = credential(passkey, &handle)?;
        let origins = [self.origin()];
        server
            .verify(&self.id, assertion, &mut credential, &verification_options(&origins))
            .map_err(refused)?;
        let Ok(dynamic) = credential.dynamic_state().encode();
        Ok(dynamic.to_vec())
    }

    /// Verifies the answer to [`RelyingParty::start_sign_in`]; returns the passkey's new state.
    ///
    /// # Errors
    /// As [`RelyingParty::finish_using`], and when the passkey was used without PIN, finger or face.
    pub fn finish_sign_in(
        &self,
        state: &[u8],
        assertion: &DiscoverableAuthentication16,
        passkey: &Passkey,
        user_id: UserId,
    ) -> Result<Vec<u8>, PasskeyRefusal> {
        let server = DiscoverableAuthenticationServerState::decode(state).map_err(unreadable)?;
        let handle = user_handle(user_id);
        let mut credential = credential(passkey, &handle)?;
        let origins = [self.origin()];
        server
            .verify(&self.id, assertion, &mut credential, &verification_options(&origins))
            .map_err(refused)?;
        let Ok(dynamic) = credential.dynamic_state().encode();
        Ok(dynamic.to_vec())
    }
}

/// Reads a new passkey, the `toJSON()` of `navigator.credentials.create()`, with the challenge that it answers.
///
/// # Errors
/// When it is malformed.
pub fn read_registration(json: &Value) -> Result<(Registration, Vec<u8>), PasskeyRefusal> {
    let registration = Registration::from_json_relaxed(json.to_string().as_bytes()).map_err(invalid)?;
    let challenge = registration.challenge_relaxed().map_err(invalid)?;
    Ok((registration, key(challenge.0)))
}

/// Reads the answer of a passkey, the `toJSON()` of `navigator.credentials.get()`, with the challenge that it answers.
///
/// # Errors
/// When it is malformed.
pub fn read_assertion(json: &Value) -> Result<(NonDiscoverableAuthentication16, Vec<u8>), PasskeyRefusal> {
    let assertion = NonDiscoverableAuthentication16::from_json_relaxed(json.to_string().as_bytes());
    let assertion = assertion.map_err(invalid)?;
    let challenge = assertion.challenge_relaxed().map_err(invalid)?;
    Ok((assertion, key(challenge.0)))
}

/// Reads the answer to a sign-in by a passkey alone, with the challenge that it answers and the user that it names.
///
/// # Errors
/// When it is malformed.
pub fn read_sign_in(json: &Value) -> Result<(DiscoverableAuthentication16, Vec<u8>, UserId), PasskeyRefusal> {
    let assertion = DiscoverableAuthentication16::from_json_relaxed(json.to_string().as_bytes());
    let assertion = assertion.map_err(invalid)?;
    let challenge = assertion.challenge_relaxed().map_err(invalid)?;
    let Ok(handle) = assertion.response().user_handle().encode();
    Ok((assertion, key(challenge.0), UserId(Uuid::from_bytes(handle))))
}

/// Returns the bytes by which a challenge is stored.
fn key(challenge: u128) -> Vec<u8> {
    challenge.to_be_bytes().to_vec()
}

/// Returns the handle by which authenticators know the user: the account's id, which names nobody.
fn user_handle(user_id: UserId) -> UserHandle16 {
    let Ok(handle) = UserHandle16::decode(user_id.0.into_bytes());
    handle
}

/// Returns a stored passkey as the library verifies answers of it.
fn credential<'a>(
    passkey: &'a Passkey,
    handle: &'a UserHandle16,
) -> Result<AuthenticatedCredential<'a, 'a, 16, PublicKey>, PasskeyRefusal> {
    let key = StaticState::<PublicKey>::decode(&passkey.public_key).map_err(unreadable)?;
    let dynamic = passkey.state.as_slice().try_into().map_err(unreadable)?;
    let dynamic = DynamicState::decode(dynamic).map_err(unreadable)?;
    let id = CredentialId::<&[u8]>::decode(passkey.credential_id.as_slice()).map_err(unreadable)?;
    AuthenticatedCredential::new(id, handle, key, dynamic).map_err(unreadable)
}

/// Returns the options of the verification of an answer that a page of one of these origins sent.
fn verification_options<'o, 'a>(
    origins: &'o [DomainOrigin<'a, 'a>],
) -> AuthenticationVerificationOptions<'o, 'o, DomainOrigin<'a, 'a>, DomainOrigin<'a, 'a>> {
    AuthenticationVerificationOptions {
        allowed_origins: origins,
        // Some authenticators tell more than they were asked.
        error_on_unsolicited_extensions: false,
        ..Default::default()
    }
}

fn refused(error: AuthCeremonyErr) -> PasskeyRefusal {
    match error {
        AuthCeremonyErr::SignatureCounter => PasskeyRefusal::Counter,
        error => invalid(error),
    }
}

fn descriptor(passkey: &Passkey) -> anyhow::Result<PublicKeyCredentialDescriptor<Vec<u8>>> {
    Ok(PublicKeyCredentialDescriptor {
        id: CredentialId::decode(passkey.credential_id.clone())?,
        transports: AuthTransports::decode(u8::try_from(passkey.transports)?)?,
    })
}

fn invalid(error: impl ToString) -> PasskeyRefusal {
    PasskeyRefusal::Invalid(error.to_string())
}

fn unreadable(error: impl ToString) -> PasskeyRefusal {
    PasskeyRefusal::Unreadable(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(public_url: &str) -> Option<(String, bool)> {
        let site = RelyingParty::of(&PublicUrl::new(public_url))?;
        let accepts = |origin: &str| {
            let origin = webauthn_rp::response::Origin(origin.into());
            site.origin() == origin
        };
        Some((site.domain().to_owned(), accepts(public_url)))
    }

    #[test]
    fn passkeys_need_a_domain_and_a_secure_origin() {
        for (url, domain) in [
            ("https://tajmeea.example", "tajmeea.example"),
            ("https://pc.tajmeea.example:8443", "pc.tajmeea.example"),
            ("http://localhost:8080", "localhost"),
        ] {
            assert_eq!(site(url), Some((domain.to_owned(), true)), "{url}");
        }
        for url in
            ["https://192.0.2.7", "https://[2001:db8::1]:8443", "http://tajmeea.example", "http://127.0.0.1"]
        {
            assert_eq!(site(url), None, "{url}");
        }
    }

    #[test]
    fn port_of_the_scheme_is_left_out() {
        let site = RelyingParty::of(&PublicUrl::new("https://tajmeea.example:443")).unwrap();
        for (origin, accepted) in [
            ("https://tajmeea.example", true),
            ("https://tajmeea.example:8443", false),
            ("http://tajmeea.example", false),
            ("https://evil.example", false),
            ("https://tajmeea.example.evil.example", false),
            ("https://www.tajmeea.example", false),
        ] {
            let origin_sent = webauthn_rp::response::Origin(origin.into());
            assert_eq!(site.origin() == origin_sent, accepted, "{origin}");
        }
    }

    #[test]
    fn listener_without_an_address_serves_localhost() {
        for (listener, is_served) in
            [("127.0.0.1:8080", true), ("0.0.0.0:8080", false), ("[::1]:8080", true), ("192.0.2.7:80", false)]
        {
            let site = RelyingParty::of(&PublicUrl::of_listener(listener.parse().unwrap()));
            assert_eq!(site.is_some_and(|site| site.domain() == "localhost"), is_served, "{listener}");
        }
    }
}
