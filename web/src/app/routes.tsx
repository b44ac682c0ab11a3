import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { landingPagesQuery, productQuery, retailerQuery, siteQuery, sourcesQuery } from '~/api/queries'
import { withTexts } from '~/i18n'
import { loadFilledBuildComponents } from '~/features/builder/parts/loadFilledBuildComponents'
import { readBuildName } from '~/lib/build'
import { listPartsToFit, chosenParts, useBuild } from '~/lib/buildStore'
import { categoryBySlug } from '~/lib/categories'
import { listingQuery, searchQuery } from '~/lib/listingQueries'
import { readListingSearch, withLanding } from '~/lib/listingSearch'
import { readAdminSearch } from '~/lib/adminSearch'
import { readBudgetSearch } from '~/lib/budgetSearch'
import { isWebAddress, readShared } from '~/lib/sharedLink'
import { readList, readOne, readPage } from '~/lib/urlSearch'
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
  component: lazyRouteComponent(withTexts(['band', 'home'], () => import('~/features/builder/page/BuilderPage'))),
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
  beforeLoad: ({ search: { q } }) => {
    // A shop's link, typed or pasted, names a product.
    if (q !== undefined && isWebAddress(q))
      // oxlint-disable-next-line typescript/only-throw-error -- the router's way to redirect
      throw redirect({ to: '/share', search: { url: q.trim() }, replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (deps.q) void context.queryClient.prefetchQuery(searchQuery(deps))
  },
  component: lazyRouteComponent(withTexts(['catalogue', 'specs'], () => import('~/features/catalogue/SearchPage'))),
})

const shareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/share',
  validateSearch: readShared,
  component: lazyRouteComponent(withTexts(['seldomUsed'], () => import('~/features/search/SharedLinkPage'))),
})

const scanRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/scan',
  validateSearch: readOne('gtin'),
  component: lazyRouteComponent(withTexts(['scan'], () => import('~/features/scan/ScanPage'))),
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

/** Reads the parts of a list, and the name of the build that they are of. */
const readPartsList = (raw: Record<string, unknown>): { part?: string[]; name?: string } => ({
  ...readList('part', true)(raw),
  name: typeof raw.name === 'string' ? readBuildName(raw.name) : undefined,
})

const partsListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/parts-list',
  validateSearch: readPartsList,
  component: lazyRouteComponent(withTexts(['partsList'], () => import('~/features/builder/partsList/PartsListPage'))),
})

const guestBuildRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/b/$code',
  component: lazyRouteComponent(withTexts(['partsList'], () => import('~/features/builder/partsList/GuestBuildPage'))),
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
  component: lazyRouteComponent(withTexts(['seldomUsed'], () => import('~/features/sources/SourcesPage'))),
})

const dealsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/deals',
  validateSearch: readListingSearch,
  component: lazyRouteComponent(withTexts(['catalogue', 'deals', 'specs'], () => import('~/features/deals/DealsPage'))),
})

const shopRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shop/$slug',
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(retailerQuery(params.slug)),
  component: lazyRouteComponent(withTexts(['shopPage'], () => import('~/features/shops/ShopPage'))),
})

const forShopsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/for-shops',
  component: lazyRouteComponent(withTexts(['forShops'], () => import('~/features/shops/ForShopsPage'))),
})

/** Loads the facts that the pages about the site name: without these they would grow after the first paint. */
const loadSiteFacts = async ({ context }: { context: { queryClient: QueryClient } }) => {
  // The page itself tries again and reports the failure.
  await context.queryClient.fetchQuery({ ...siteQuery, retry: false }).catch(() => undefined)
}

const aboutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/about',
  loader: loadSiteFacts,
  component: lazyRouteComponent(
    withTexts(['infoPages'], () => import('~/features/info/InfoPage')),
    'AboutPage',
  ),
})

const howPricesAreReadRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/how-prices-are-read',
  loader: loadSiteFacts,
  component: lazyRouteComponent(
    withTexts(['infoPages'], () => import('~/features/info/InfoPage')),
    'HowPricesAreReadPage',
  ),
})

const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy',
  loader: loadSiteFacts,
  component: lazyRouteComponent(
    withTexts(['infoPages'], () => import('~/features/info/InfoPage')),
    'PrivacyPage',
  ),
})

const termsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/terms',
  loader: loadSiteFacts,
  component: lazyRouteComponent(
    withTexts(['infoPages'], () => import('~/features/info/InfoPage')),
    'TermsPage',
  ),
})

const contactRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/contact',
  loader: loadSiteFacts,
  component: lazyRouteComponent(
    withTexts(['infoPages'], () => import('~/features/info/InfoPage')),
    'ContactPage',
  ),
})

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: readOne('next'),
  component: lazyRouteComponent(withTexts(['account', 'secondFactor'], () => import('~/features/account/LoginPage'))),
})

const signupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signup',
  component: lazyRouteComponent(withTexts(['account'], () => import('~/features/account/SignupPage'))),
})

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(withTexts(['account'], () => import('~/features/account/ForgotPasswordPage'))),
})

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: readOne('token'),
  component: lazyRouteComponent(withTexts(['account'], () => import('~/features/account/ResetPasswordPage'))),
})

const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  validateSearch: readOne('token'),
  component: lazyRouteComponent(withTexts(['account'], () => import('~/features/account/VerifyEmailPage'))),
})

const unsubscribeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/unsubscribe',
  validateSearch: readOne('token'),
  component: lazyRouteComponent(withTexts(['account'], () => import('~/features/account/UnsubscribePage'))),
})

const favoritesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/favorites',
  component: lazyRouteComponent(withTexts(['account'], () => import('~/features/account/FavoritesPage'))),
})

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: lazyRouteComponent(
    withTexts(['account', 'secondFactor', 'settings'], () => import('~/features/account/SettingsPage')),
  ),
})

const myBuildsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/my-builds',
  validateSearch: readPage,
  component: lazyRouteComponent(withTexts(['builds', 'partsList'], () => import('~/features/builds/MyBuildsPage'))),
})

const compareBuildsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/my-builds/compare',
  validateSearch: readList('ids'),
  component: lazyRouteComponent(withTexts(['builds'], () => import('~/features/builds/CompareBuildsPage'))),
})

const sharedBuildRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/build/$shareToken',
  component: lazyRouteComponent(
    withTexts(['band', 'builds', 'partsList'], () => import('~/features/builds/SharedBuildPage')),
  ),
})

// A link whose token is missing or blank: the browser cuts blanks from the end of an address.
const invalidLinkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/build',
  component: lazyRouteComponent(withTexts(['builds', 'partsList'], () => import('~/features/builds/InvalidLinkPage'))),
})

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  validateSearch: readAdminSearch,
  component: lazyRouteComponent(withTexts(['admin'], () => import('~/features/admin/AdminPage'))),
})

/** All pages of the app. */
export const routeTree = rootRoute.addChildren([
  homeRoute,
  builderRoute,
  productsRoute,
  searchRoute,
  shareRoute,
  scanRoute,
  productRoute,
  compareRoute,
  partsListRoute,
  guestBuildRoute,
  sourcesRoute,
  dealsRoute,
  shopRoute,
  forShopsRoute,
  aboutRoute,
  howPricesAreReadRoute,
  privacyRoute,
  termsRoute,
  contactRoute,
  buildForRoute,
  upgradeRoute,
  loginRoute,
  signupRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  verifyEmailRoute,
  unsubscribeRoute,
  favoritesRoute,
  myBuildsRoute,
  compareBuildsRoute,
  settingsRoute,
  adminRoute,
  sharedBuildRoute,
  invalidLinkRoute,
  categoryRoute,
  landingRoute,
])
