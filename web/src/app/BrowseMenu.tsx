import { lazy, Suspense } from 'react'
import { useText } from '~/i18n/useText'
import styles from './BrowseMenu.module.css'

/** Fetches the menu's entries: when the way to its button is begun. */
export const loadBrowseEntries = () => import('./BrowseEntries')

// Made when it is opened: two dozen links would cost every page's first sight.
const BrowseEntries = lazy(() => loadBrowseEntries().then((found) => ({ default: found.BrowseEntries })))

/** The menu under the header: every category with its count and its key, and on narrow screens the other ways too. */
export function BrowseMenu({ id, open }: { id: string; open: boolean }) {
  const { t } = useText()
  return (
    <nav id={id} className={styles.menu} hidden={!open} aria-label={t('nav.browse')}>
      <Suspense>{open && <BrowseEntries />}</Suspense>
    </nav>
  )
}
