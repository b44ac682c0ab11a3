import type { ReactNode } from 'react'
import { useText } from '~/i18n/useText'
import styles from './Page.module.css'

/** A page's frame and its name in the browser's tab. */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useText()
  return (
    <div className={styles.page}>
      {/* One text node: React hoists it into the head. Isolates have no place in a tab's name. */}
      <title>{t('app.title', { page: title }).replace(/[\u2066-\u2069]/g, '')}</title>
      {children}
    </div>
  )
}
