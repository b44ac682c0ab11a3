import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from '~/lib/urlSearch'
import { ErrorScreen } from './ErrorScreen'
import { syncLanguageWithAddress, createAddressRewrite } from './languageAddress'
import { NotFound } from './NotFound'
import { routeTree } from './routes'

/** Creates the router with all routes. */
export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    history,
    rewrite: createAddressRewrite((history ?? window).location.pathname),
    context: { queryClient },
    parseSearch,
    stringifySearch,
    // A page's state holds only the parameters that the page has validated; other parameters of the URL are dropped.
    search: { strict: true },
    defaultPreload: 'intent',
    // React Query alone caches responses.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFound,
  })
  syncLanguageWithAddress(router)
  return router
}

/**
 * Loads the page at the browser's address before the app renders. Without this call the router would load it only after
 * rendering itself: the page would then appear piece by piece, which takes a phone twice as long.
 */
export async function prepareFirstPage(router: ReturnType<typeof createAppRouter>): Promise<void> {
  const { pathname, publicHref } = router.latestLocation
  // Parameters that no page reads are removed from the address.
  const validLocation = router.buildLocation({
    to: pathname,
    search: true,
    params: true,
    hash: true,
    state: true,
    _includeValidateSearch: true,
  })
  if (validLocation.publicHref !== publicHref) router.history.replace(validLocation.publicHref, validLocation.state)
  // Until the app renders, nothing else loads the page that a redirect leads to.
  const unsubscribe = router.history.subscribe(() => void router.load())
  await router.load()
  unsubscribe()
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
