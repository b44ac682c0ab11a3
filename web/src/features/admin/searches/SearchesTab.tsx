import { getRouteApi, Link } from '@tanstack/react-router'
import { useText } from '~/i18n/useText'
import styles from '../shared/Admin.module.css'
import { SearchRulesView } from './SearchRulesView'
import { SearchTextsView } from './SearchTextsView'

const route = getRouteApi('/admin')
const views = ['texts', 'rules'] as const

/** Texts that visitors search, and the rules that answer them differently. */
export function SearchesTab() {
  const { t } = useText()
  const search = route.useSearch()
  const view = views.find((one) => one === search.view) ?? 'texts'
  return (
    <>
      <nav className={styles.views} aria-label={t('admin.searches.views')}>
        {views.map((one) => (
          <Link
            key={one}
            to="/admin"
            search={{ tab: 'searches', view: one === 'texts' ? undefined : one }}
            aria-current={one === view ? 'page' : undefined}
          >
            {t(`admin.searches.view.${one}`)}
          </Link>
        ))}
      </nav>
      {view === 'texts' ? <SearchTextsView /> : <SearchRulesView key={search.q} text={search.q} />}
    </>
  )
}
