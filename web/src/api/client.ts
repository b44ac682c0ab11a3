import createClient from 'openapi-fetch'
import { earlyAnswer } from './early'
import type { paths } from './schema'

/** What went wrong with a call: `status` is 0 when the server could not be reached. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
  }
}

/** The typed client of the api at our own origin. */
export const client = createClient<paths>({
  baseUrl: globalThis.location?.origin,
  credentials: 'same-origin',
  // Lists as repeated keys, which is how the api and our own URLs write them.
  querySerializer: { array: { style: 'form', explode: true } },
  fetch: async (request) => earlyAnswer(request) ?? globalThis.fetch(request),
})

type Answer<T> = { data?: T; error?: unknown; response: Response }

/** The body of a good answer; an `ApiError` for every other. */
export async function answer<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new ApiError(0, 'UNREACHABLE', cause instanceof Error ? cause.message : String(cause))
  })
  if (data !== undefined && response.ok) return data
  const body = typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {}
  throw new ApiError(
    response.status,
    typeof body.code === 'string' ? body.code : 'UNKNOWN',
    typeof body.error === 'string' ? body.error : response.statusText,
  )
}
