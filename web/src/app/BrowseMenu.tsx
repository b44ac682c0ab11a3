import { Suspense } from 'react'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import styles from './BrowseMenu.module.css'
import { lazyPiece } from '~/ui/lazyPiece'

// Rendered only once the menu opens: two dozen links would slow every page's first paint.
const BrowseEntries = lazyPiece(
  withTexts(['header'], () => import('./BrowseEntries')),
  'BrowseEntries',
)

/** Fetches the menu's entries; called when the pointer or the focus approaches the button. */
export const loadBrowseEntries = BrowseEntries.preload

/**
 * The menu under the header: every category with its count and its key, and on narrow screens the header's other links
 * too.
 */
export function BrowseMenu({ id, open }: { id: string; open: boolean }) {
  const { t } = useText()
  return (
    <nav id={id} className={styles.menu} hidden={!open} aria-label={t('nav.browse')}>
      <Suspense>{open && <BrowseEntries />}</Suspense>
    </nav>
  )
}
