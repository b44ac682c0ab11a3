import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './client'

const retries = 3
/** Milliseconds between two tries. */
const pause = 1000

/** Whether asking again may help: not when the server has understood and said no. */
export function mayRetry(failures: number, error: Error): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
  return !refused && failures < retries
}

/** The cache of what the server said: fresh for five minutes, three retries a second apart. */
export function createQueryClient(retryDelay = pause): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * 60 * 1000,
        retry: mayRetry,
        retryDelay,
        refetchOnWindowFocus: false,
        // The browser's idea of being offline is often wrong; the request itself finds out.
        networkMode: 'always',
      },
    },
  })
}
