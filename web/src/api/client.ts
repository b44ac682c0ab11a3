import createClient from 'openapi-fetch'
import { reportConnectionLost } from './connection'
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

/** The typed client of the api on our own origin. */
export const client = createClient<paths>({
  baseUrl: globalThis.location?.origin,
  credentials: 'same-origin',
  // Lists are sent as repeated keys, as in our own URLs.
  querySerializer: { array: { style: 'form', explode: true } },
  fetch: async (request) => takePreloadedResponse(request) ?? globalThis.fetch(request),
})

type CallResult<T> = { data?: T; error?: unknown; response: Response }

/** Returns the body of a successful response; throws an `ApiError` for every other. */
export async function readBody<T>(call: Promise<CallResult<T>>): Promise<T> {
  const { data, error, response } = await call.catch(throwCallError)
  if (data !== undefined && response.ok) return data
  throw refusal(error, response)
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
  if (cause instanceof SyntaxError) throw new ApiError(200, 'MALFORMED', '')
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
