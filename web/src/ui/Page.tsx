import type { ReactNode } from 'react'
import { useText } from '~/i18n/useText'
import styles from './Page.module.css'

/** A page's frame and its name in the browser's tab. A `wide` one takes more of a large screen, and the header with it. */
export function Page({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  const { t } = useText()
  return (
    <div className={styles.page} data-wide={wide || undefined}>
      {/* One text node: React hoists it into the head. Isolates have no place in a tab's name. */}
      <title>{t('app.title', { page: title }).replace(/[\u2066-\u2069]/g, '')}</title>
      {children}
    </div>
  )
}
