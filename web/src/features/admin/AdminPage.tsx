import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, type ComponentType } from 'react'
import { useText } from '~/i18n/useText'
import { RequireSession } from '~/ui/RequireSession'
import { Spinner } from '~/ui/Spinner'
import styles from './Admin.module.css'

const route = getRouteApi('/admin')

/** Each tab is a part of its own: nobody waits for the charts of another. */
const tabs = {
  matches: lazy(() => import('./MatchesTab').then((found) => ({ default: found.MatchesTab }))),
  audit: lazy(() => import('./AuditTab').then((found) => ({ default: found.AuditTab }))),
} satisfies Record<string, ComponentType>

type Tab = keyof typeof tabs

const names = Object.keys(tabs) as Tab[]
const isTab = (name: string | undefined): name is Tab => names.some((one) => one === name)

/** What people who run the site see and do. */
export default function AdminPage() {
  const { t } = useText()
  return (
    <RequireSession title={t('admin.title')} onlyAdmins>
      <h1>{t('admin.title')}</h1>
      <Tabs />
    </RequireSession>
  )
}

function Tabs() {
  const { t } = useText()
  const { tab } = route.useSearch()
  const shown = isTab(tab) ? tab : 'matches'
  const Shown = tabs[shown]
  return (
    <>
      <nav className={styles.tabs} aria-label={t('admin.tabs')}>
        {names.map((name) => (
          <Link key={name} to="/admin" search={{ tab: name }} aria-current={name === shown ? 'page' : undefined}>
            {t(`admin.tab.${name}`)}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<Spinner label={t('admin.loading')} />}>
        <Shown key={shown} />
      </Suspense>
    </>
  )
}
