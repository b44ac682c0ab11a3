import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './client'

const MAX_RETRIES = 3
/** Milliseconds between two tries. */
const RETRY_PAUSE = 1000

/** Whether a retry may help: no retry after the server has understood the request and refused it. */
function mayRetry(failures: number, error: Error): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
  return !refused && failures < MAX_RETRIES
}

/** Creates the cache of responses: fresh for five minutes, three retries a second apart. */
export function createQueryClient(retryDelay = RETRY_PAUSE): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * 60 * 1000,
        retry: mayRetry,
        retryDelay,
        refetchOnWindowFocus: false,
        // The browser often reports offline wrongly; the request itself finds out.
        networkMode: 'always',
      },
    },
  })
}
