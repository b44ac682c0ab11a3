import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router'
import { MAX_PAGE } from '~/api/limits'
import { landingPagesQuery, productQuery, sourcesQuery } from '~/api/queries'
import { withSeldomUsedTexts, withTexts } from '~/i18n'
import { loadFilledBuildComponents } from '~/features/builder/loadFilledBuildComponents'
import { listPartsToFit, chosenParts, useBuild } from '~/lib/buildStore'
import { categoryBySlug } from '~/lib/categories'
import { listingQuery, searchQuery } from '~/lib/listingQueries'
import { readListingSearch, withLanding } from '~/lib/listingSearch'
import { readBudgetSearch } from '~/lib/budgetSearch'
import { parseSearch, readList, stringifySearch } from '~/lib/urlSearch'
import { ErrorScreen } from './ErrorScreen'
import { syncLanguageWithAddress, createAddressRewrite } from './languageAddress'
import { Layout } from './Layout'
import { NotFound } from './NotFound'

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Layout,
  notFoundComponent: NotFound,
})

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  loader: async () => {
    if (chosenParts(useBuild.getState().currentBuild.components).length > 0) await loadFilledBuildComponents()
  },
  component: lazyRouteComponent(withTexts(['home'], () => import('~/features/builder/BuilderPage'))),
})

const builderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/builder',
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's way to redirect
    throw redirect({ to: '/', replace: true })
  },
})

// Loaders start the request while the page's code loads; the page itself waits and retries.
const productsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products',
  validateSearch: readListingSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(listingQuery(deps)),
  component: lazyRouteComponent(withTexts(['catalogue', 'specs'], () => import('~/features/catalogue/ProductsPage'))),
})

const categoryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$category',
  validateSearch: readListingSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, params }) => {
    const category = categoryBySlug(params.category)
    if (category)
      void context.queryClient.prefetchQuery(
        listingQuery({ ...deps, category: [category.type] }, listPartsToFit(category.type)),
      )
  },
  component: lazyRouteComponent(withTexts(['catalogue', 'specs'], () => import('~/features/catalogue/CategoryPage'))),
})

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$category/$landing',
  validateSearch: readListingSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps, params }) => {
    const category = categoryBySlug(params.category)
    if (!category) return
    // The page itself reports the failure.
    const answer = await queryClient.ensureQueryData(landingPagesQuery(category.type)).catch(() => undefined)
    const landing = answer?.landingPages.find(({ slug }) => slug === params.landing)
    if (landing)
      void queryClient.prefetchQuery(
        listingQuery({ ...withLanding(deps, landing), category: [category.type] }, listPartsToFit(category.type)),
      )
  },
  component: lazyRouteComponent(
    withTexts(['catalogue', 'landing', 'specs'], () => import('~/features/catalogue/LandingPage')),
  ),
})

const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  validateSearch: readListingSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (deps.q) void context.queryClient.prefetchQuery(searchQuery(deps))
  },
  component: lazyRouteComponent(withTexts(['catalogue', 'specs'], () => import('~/features/catalogue/SearchPage'))),
})

const productRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/product/$productId',
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(productQuery(params.productId)),
  component: lazyRouteComponent(withTexts(['product', 'specs'], () => import('~/features/product/ProductPage'))),
})

const compareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/compare',
  validateSearch: readList('ids'),
  component: lazyRouteComponent(
    withTexts(['catalogue', 'compare', 'specs'], () => import('~/features/catalogue/ComparePage')),
  ),
})

const partsListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/parts-list',
  validateSearch: readList('part', true),
  component: lazyRouteComponent(withSeldomUsedTexts(() => import('~/features/builder/PartsListPage'))),
})

const buildForRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/build-for',
  validateSearch: readBudgetSearch,
  component: lazyRouteComponent(withTexts(['budget'], () => import('~/features/budget/BuildForPage'))),
})

const upgradeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/upgrade',
  validateSearch: readBudgetSearch,
  component: lazyRouteComponent(withTexts(['budget', 'upgrade'], () => import('~/features/budget/UpgradePage'))),
})

const sourcesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/data-sources',
  loader: ({ context }) => void context.queryClient.prefetchQuery(sourcesQuery),
  component: lazyRouteComponent(withSeldomUsedTexts(() => import('~/features/sources/SourcesPage'))),
})

/**
 * Reads one text parameter. An empty one is returned as undefined under its key: the router would pass on the raw value
 * of a key that is not returned.
 */
const readOne =
  <Key extends string>(key: Key) =>
  (raw: Record<string, unknown>): Partial<Record<Key, string>> => {
    const value = raw[key]
    const text = typeof value === 'string' && value.trim() !== '' ? value : undefined
    return { [key]: text } as Partial<Record<Key, string>>
  }

/** Reads the page number of a list; undefined for the first page. */
const readPage = (raw: Record<string, unknown>): { page?: number } => {
  const page = Number(raw.page)
  return { page: Number.isInteger(page) && page > 1 && page <= MAX_PAGE ? page : undefined }
}

/** Reads the filters of the admin panel's tabs; each tab uses those it knows. */
const readAdminSearch = (raw: Record<string, unknown>): { page?: number } & Partial<Record<AdminKey, string>> =>
  Object.assign({}, ...Object.keys(raw).map((key) => readOne(key)(raw)), readPage(raw))

type AdminKey =
  | 'tab'
  | 'status'
  | 'decision'
  | 'action'
  | 'target'
  | 'id'
  | 'q'
  | 'category'
  | 'linked'
  | 'sort'
  | 'order'
  | 'size'
  | 'least'
  | 'view'
  | 'state'
  | 'retailer'
  | 'confidence'
  | 'flagged'
  | 'age'
  | 'admin'
  | 'from'
  | 'until'
  | 'stock'

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: readOne('next'),
  component: lazyRouteComponent(
    withTexts(['seldomUsed', 'secondFactor'], () => import('~/features/account/LoginPage')),
  ),
})

const signupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signup',
  component: lazyRouteComponent(withSeldomUsedTexts(() => import('~/features/account/SignupPage'))),
})

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(withSeldomUsedTexts(() => import('~/features/account/ForgotPasswordPage'))),
})

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: readOne('token'),
  component: lazyRouteComponent(withSeldomUsedTexts(() => import('~/features/account/ResetPasswordPage'))),
})

const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  validateSearch: readOne('token'),
  component: lazyRouteComponent(withSeldomUsedTexts(() => import('~/features/account/VerifyEmailPage'))),
})

const favoritesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/favorites',
  component: lazyRouteComponent(withSeldomUsedTexts(() => import('~/features/account/FavoritesPage'))),
})

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: lazyRouteComponent(
    withTexts(['seldomUsed', 'secondFactor'], () => import('~/features/account/SettingsPage')),
  ),
})

const myBuildsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/my-builds',
  validateSearch: readPage,
  component: lazyRouteComponent(withTexts(['catalogue', 'seldomUsed'], () => import('~/features/builds/MyBuildsPage'))),
})

const compareBuildsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/my-builds/compare',
  validateSearch: readList('ids'),
  component: lazyRouteComponent(
    withTexts(['product', 'seldomUsed'], () => import('~/features/builds/CompareBuildsPage')),
  ),
})

const sharedBuildRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/build/$shareToken',
  component: lazyRouteComponent(
    withTexts(['product', 'seldomUsed'], () => import('~/features/builds/SharedBuildPage')),
  ),
})

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  validateSearch: readAdminSearch,
  component: lazyRouteComponent(
    withTexts(
      ['admin', 'catalogue', 'specs', 'seldomUsed', 'secondFactor'],
      () => import('~/features/admin/AdminPage'),
    ),
  ),
})

const routeTree = rootRoute.addChildren([
  homeRoute,
  builderRoute,
  productsRoute,
  searchRoute,
  productRoute,
  compareRoute,
  partsListRoute,
  sourcesRoute,
  buildForRoute,
  upgradeRoute,
  loginRoute,
  signupRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  verifyEmailRoute,
  favoritesRoute,
  myBuildsRoute,
  compareBuildsRoute,
  settingsRoute,
  adminRoute,
  sharedBuildRoute,
  categoryRoute,
  landingRoute,
])

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
