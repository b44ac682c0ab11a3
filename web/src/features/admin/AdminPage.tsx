import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense, type ComponentType } from 'react'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { Chip } from '~/ui/Chip'
import { RequireSession } from '~/lib/session/RequireSession'
import { Spinner } from '~/ui/Spinner'
import styles from './shared/Admin.module.css'
import { openCountsQuery } from './shared/openCounts'
import { lazyDialog } from '~/lib/dialog/lazyDialog'
import { lazyPiece } from '~/ui/lazyPiece'
import { usePasswordPrompt } from './shared/passwordPrompt'

const route = getRouteApi('/admin')

/** Each tab is a chunk of its own: opening one does not load the charts of another. */
const tabs = {
  analytics: lazyPiece(
    withTexts(['adminTabs'], () => import('./figures/AnalyticsTab')),
    'AnalyticsTab',
  ),
  prices: lazyPiece(
    withTexts(['adminTabs', 'catalogue'], () => import('./figures/PricesTab')),
    'PricesTab',
  ),
  matches: lazyPiece(
    withTexts(['adminTabs', 'catalogue', 'specs'], () => import('./matchQueue/MatchesTab')),
    'MatchesTab',
  ),
  manufacturers: lazyPiece(
    withTexts(['account', 'adminTabs', 'catalogue'], () => import('./products/ManufacturersTab')),
    'ManufacturersTab',
  ),
  products: lazyPiece(
    withTexts(['account', 'adminTabs', 'catalogue', 'specs'], () => import('./products/ProductsTab')),
    'ProductsTab',
  ),
  audit: lazyPiece(
    withTexts(['adminTabs', 'catalogue'], () => import('./people/AuditTab')),
    'AuditTab',
  ),
  operations: lazyPiece(
    withTexts(['account', 'adminTabs', 'catalogue'], () => import('./operations/OperationsTab')),
    'OperationsTab',
  ),
  searches: lazyPiece(
    withTexts(['account', 'adminTabs', 'catalogue'], () => import('./searches/SearchesTab')),
    'SearchesTab',
  ),
  users: lazyPiece(
    withTexts(['adminTabs', 'catalogue'], () => import('./people/UsersTab')),
    'UsersTab',
  ),
  reviews: lazyPiece(
    withTexts(['adminTabs', 'catalogue'], () => import('./people/ReviewsTab')),
    'ReviewsTab',
  ),
} satisfies Record<string, ComponentType>

// Few calls ask for the password again.
const PasswordDialog = lazyDialog(
  withTexts(['account', 'secondFactor'], () => import('./shared/PasswordDialog')),
  'PasswordDialog',
)

/** Scrolls the active tab into view: on a phone there is no room for all tabs. */
function scrollTabIntoView(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

type Tab = keyof typeof tabs

const names = Object.keys(tabs) as Tab[]
const isTab = (name: string | undefined): name is Tab => names.some((one) => one === name)

/** The admin panel. */
export default function AdminPage() {
  const { t } = useText()
  return (
    <RequireSession title={t('admin.title')} onlyAdmins wide>
      <h1>{t('admin.title')}</h1>
      <Tabs />
      <PasswordPrompt />
    </RequireSession>
  )
}

/** The dialog that asks for the password again, while calls wait for it. */
function PasswordPrompt() {
  const close = usePasswordPrompt((prompt) => prompt.close)
  return <Suspense>{close && <PasswordDialog onConfirmed={() => close(true)} onClose={() => close(false)} />}</Suspense>
}

/** Returns the number of open items of each tab. */
function useOpenCounts(): Partial<Record<Tab, number>> {
  const { data } = useQuery(openCountsQuery)
  if (!data) return {}
  return {
    matches: data.matches,
    manufacturers: data.manufacturers,
    operations: data.heldPrices + data.parkedJobs + data.failedCrawls,
  }
}

function TabName({ name, waiting }: { name: Tab; waiting: number }) {
  const { t, format } = useText()
  const label = t(`admin.tab.${name}`)
  if (waiting === 0) return <>{label}</>
  return (
    <>
      <span aria-hidden="true">{label}</span>
      <span className="sr">{t('admin.waiting', { name: label, n: format.count(waiting) })}</span>
      <span className={styles.count} aria-hidden="true">
        <Chip kind="accent">{format.count(waiting)}</Chip>
      </span>
    </>
  )
}

function Tabs() {
  const { t } = useText()
  const { tab } = route.useSearch()
  const activeTab = isTab(tab) ? tab : 'analytics'
  const ActiveTab = tabs[activeTab]
  const waiting = useOpenCounts()
  return (
    <>
      <nav className={styles.tabs} aria-label={t('admin.tabs')}>
        {names.map((name) => (
          <Link
            key={name}
            ref={name === activeTab ? scrollTabIntoView : undefined}
            to="/admin"
            search={{ tab: name }}
            aria-current={name === activeTab ? 'page' : undefined}
          >
            <TabName name={name} waiting={waiting[name] ?? 0} />
          </Link>
        ))}
      </nav>
      <Suspense fallback={<Spinner label={t('admin.loading')} />}>
        <ActiveTab key={activeTab} />
      </Suspense>
    </>
  )
}
