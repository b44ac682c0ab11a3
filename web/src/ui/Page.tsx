import type { ReactNode } from 'react'
import { useText } from '~/i18n/useText'
import styles from './Page.module.css'

/**
 * A page's frame, and its title in the browser's tab. With `wide`, the page and the header take more of a large screen.
 */
export function Page({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  const { t } = useText()
  return (
    <div className={styles.page} data-wide={wide || undefined}>
      {/* One text node, because React hoists the title into the head. A tab's title needs no isolates. */}
      <title>{t('app.title', { page: title }).replace(/[\u2066-\u2069]/g, '')}</title>
      {children}
    </div>
  )
}
