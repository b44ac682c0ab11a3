/** Options and answers of passkey calls, in the JSON form of WebAuthn: bytes are base64url texts. */
export type PasskeyJson = Record<string, never>

type Descriptor = Omit<PublicKeyCredentialDescriptor, 'id'> & { id: string }
type CreationOptions = Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user' | 'excludeCredentials'> & {
  challenge: string
  user: Omit<PublicKeyCredentialUserEntity, 'id'> & { id: string }
  excludeCredentials?: Descriptor[]
}
type RequestOptions = Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> & {
  challenge: string
  allowCredentials?: Descriptor[]
}

/** Whether this browser has passkeys on this page; it offers them by https and on localhost only. */
export const passkeysSupported = (): boolean => globalThis.PublicKeyCredential !== undefined

/** Whether this page can have passkeys at all: they are bound to a domain, which an address in numbers is not. */
export const passkeysPossible = (): boolean => passkeysSupported() && !/^[\d.]+$|^\[/.test(location.hostname)

/** Whether this browser offers passkeys among the suggestions of a field. */
export const suggestsPasskeys = async (): Promise<boolean> =>
  (await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()) ?? false

/** Whether the page's address belongs to the domain that passkeys are bound to. */
export const isOnDomain = (domain: string): boolean =>
  location.hostname === domain || location.hostname.endsWith(`.${domain}`)

/** Returns the domain that the passkeys of a challenge are bound to. */
export function domainOf(json: PasskeyJson): string {
  // oxlint-disable-next-line no-unsafe-type-assertion -- the OpenAPI document leaves the shape to WebAuthn
  return (json as unknown as RequestOptions).rpId ?? location.hostname
}

/** Asks the user to create a passkey. Rejects with a `DOMException` when the user cancels it. */
export async function createPasskey(json: PasskeyJson): Promise<PasskeyJson> {
  // oxlint-disable-next-line no-unsafe-type-assertion -- the OpenAPI document leaves the shape to WebAuthn
  const options = json as unknown as CreationOptions
  const publicKey: PublicKeyCredentialCreationOptions = {
    ...options,
    challenge: toBytes(options.challenge),
    user: { ...options.user, id: toBytes(options.user.id) },
    excludeCredentials: options.excludeCredentials?.map(toDescriptor),
  }
  const credential = await navigator.credentials.create({ publicKey })
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('no passkey', 'NotAllowedError')
  const { response } = credential
  if (!(response instanceof AuthenticatorAttestationResponse)) throw new TypeError('no attestation')
  return toJson(credential, {
    clientDataJSON: toText(response.clientDataJSON),
    attestationObject: toText(response.attestationObject),
    transports: response.getTransports(),
  })
}

/**
 * Asks the user to use a passkey. Rejects with a `DOMException` when the user cancels it. With `mediation: 'conditional'` the
 * browser asks nothing, but offers passkeys in the field with `autocomplete="webauthn"`, until `signal` ends it.
 */
export async function answerChallenge(
  json: PasskeyJson,
  request: Pick<CredentialRequestOptions, 'mediation' | 'signal'> = {},
): Promise<PasskeyJson> {
  // oxlint-disable-next-line no-unsafe-type-assertion -- the OpenAPI document leaves the shape to WebAuthn
  const options = json as unknown as RequestOptions
  const publicKey: PublicKeyCredentialRequestOptions = {
    ...options,
    challenge: toBytes(options.challenge),
    allowCredentials: options.allowCredentials?.map(toDescriptor),
  }
  const credential = await navigator.credentials.get({ publicKey, ...request })
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('no passkey', 'NotAllowedError')
  const { response } = credential
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new TypeError('no assertion')
  return toJson(credential, {
    clientDataJSON: toText(response.clientDataJSON),
    authenticatorData: toText(response.authenticatorData),
    signature: toText(response.signature),
    userHandle: response.userHandle && toText(response.userHandle),
  })
}

// `toJSON()` and the functions that parse options are missing in browsers of 2024.
function toJson(credential: PublicKeyCredential, response: object): PasskeyJson {
  const answer = {
    id: credential.id,
    rawId: toText(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
    clientExtensionResults: {},
    response,
  }
  // oxlint-disable-next-line no-unsafe-type-assertion -- the OpenAPI document leaves the shape to WebAuthn
  return answer as unknown as PasskeyJson
}

const toDescriptor = (descriptor: Descriptor): PublicKeyCredentialDescriptor => ({
  ...descriptor,
  id: toBytes(descriptor.id),
})

const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const toText = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
