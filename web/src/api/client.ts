import createClient from 'openapi-fetch'
import { reportConnectionLost, reportStoredResponse } from './connection'
import { takePreloadedResponse } from './preloadedResponse'
import type { paths } from './schema'

/**
 * Failure of a call: `status` is 0 when the server could not be reached; `message` is the server's sentence, empty
 * where the server sent none.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** Seconds after which a retry may succeed. */
  readonly retryAfter: number | undefined
  /** The error of each field that the server refused. */
  readonly fields: Record<string, string>
  /** The server's sentence in Arabic, where the server sent one. */
  readonly messageAr: string | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    retryAfter?: number,
    fields: Record<string, string> = {},
    messageAr?: string,
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
    this.fields = fields
    this.messageAr = messageAr
  }
}

/**
 * The user whose page this is. Each call names them: the browser's cookie may be another user's by now, by a sign-in in
 * another tab, and the server then refuses the call with the code `OTHER_USER`.
 */
export const pageUser: { id: string | undefined } = { id: undefined }

/** The header in which a call names its user. */
export const USER_HEADER = 'X-Tajmeea-User'

/** The typed client of the api on our own origin. */
export const client = createClient<paths>({
  baseUrl: globalThis.location?.origin,
  credentials: 'same-origin',
  // Lists are sent as repeated keys, as in our own URLs.
  querySerializer: { array: { style: 'form', explode: true } },
  fetch: async (request) => {
    // A call that belongs to an earlier one names that one's user itself.
    if (pageUser.id !== undefined && !request.headers.has(USER_HEADER)) request.headers.set(USER_HEADER, pageUser.id)
    const preloaded = takePreloadedResponse(request)
    if (preloaded) return preloaded
    const response = await globalThis.fetch(request)
    reportStoredResponse(response)
    return response
  },
})

type CallResult<T> = { data?: T; error?: unknown; response: Response }

/** Error code that this browser gives a successful response whose body has another form than the requested data. */
const OTHER_FORM = 'OTHER_FORM'

/** Whether a call failed because its response has another form than the requested data, or is not JSON. */
export const hasOtherForm = (error: unknown): boolean => error instanceof ApiError && error.code === OTHER_FORM

/**
 * A sample of what the code that reads a body would fail without, mostly its lists and objects. The elements of a list
 * are like the one element of the sample's list, if that has one.
 */
type Form<T> = T extends unknown ? { [Key in keyof T]?: T[Key] extends object ? object : T[Key] } : never

/** The keys of a body's lists and objects. */
type Parts<T> = T extends unknown ? keyof { [Key in keyof T as T[Key] extends object ? Key : never]: true } : never

/** Returns the body of a successful response of that form; throws an `ApiError` for every other response. */
export async function readBody<T>(
  call: Promise<CallResult<T>>,
  ...[form]: [Parts<T>] extends [never] ? [form?: Form<T>] : [form: Form<T>]
): Promise<T> {
  const { data, error, response } = await call.catch(throwCallError)
  if (data === undefined || !response.ok) throw refusal(error, response)
  if (!isLike(data, form ?? {})) throw new ApiError(response.status, OTHER_FORM, '')
  return data
}

/** Whether a value is of the same kind as a sample, in all parts of the sample. */
function isLike(value: unknown, sample: unknown): boolean {
  if (value === null || typeof value !== typeof sample || Array.isArray(value) !== Array.isArray(sample)) return false
  if (Array.isArray(value)) {
    const [element] = sample as unknown[]
    return value.every((one) => (element === undefined ? one !== null : isLike(one, element)))
  }
  if (typeof value !== 'object') return true
  return Object.entries(sample as object).every(([key, part]) => isLike((value as Record<string, unknown>)[key], part))
}

/**
 * Waits for a call whose successful response has no body; throws an `ApiError` for every response that is not
 * successful.
 */
export async function expectSuccess(call: Promise<CallResult<unknown>>): Promise<true> {
  const { error, response } = await call.catch(throwCallError)
  if (response.ok) return true
  throw refusal(error, response)
}

/** Throws an `ApiError` without the exception's technical text, which means nothing to shoppers. */
function throwCallError(cause: unknown): never {
  if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
  // The server has answered, but not with JSON.
  if (cause instanceof SyntaxError) throw new ApiError(200, OTHER_FORM, '')
  reportConnectionLost()
  throw new ApiError(0, 'UNREACHABLE', '')
}

function refusal(error: unknown, response: Response): ApiError {
  const body = typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {}
  const seconds = Number(response.headers.get('retry-after') ?? NaN)
  return new ApiError(
    response.status,
    typeof body.code === 'string' ? body.code : 'UNKNOWN',
    [body.error, body.message].find((text): text is string => typeof text === 'string' && text.trim() !== '') ?? '',
    Number.isFinite(seconds) ? seconds : undefined,
    typeof body.fields === 'object' && body.fields !== null ? (body.fields as Record<string, string>) : {},
    typeof body.errorAr === 'string' ? body.errorAr : undefined,
  )
}
