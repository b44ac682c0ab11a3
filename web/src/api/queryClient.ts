import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './client'

const MAX_RETRIES = 3
/** Time between two attempts, in ms. */
const RETRY_PAUSE = 1000

/** Whether a retry may help: not after a refusal (4xx), unless it is a 429, which asks for the same request later. */
function mayRetry(failures: number, error: Error): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
  return !refused && failures < MAX_RETRIES
}

/**
 * Creates the cache of responses: fresh for five minutes; up to three retries, a second apart. Keys that begin with
 * `ofUser` are of responses that depend on who is signed in: `accounts.ts` drops them at sign-out.
 */
export function createQueryClient(retryDelay = RETRY_PAUSE): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * 60 * 1000,
        retry: mayRetry,
        retryDelay,
        refetchOnWindowFocus: false,
        // Browsers often report wrongly that they are offline, so send every request.
        networkMode: 'always',
      },
    },
  })
}
