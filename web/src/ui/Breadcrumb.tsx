import { Children, type ReactNode } from 'react'
import { useText } from '~/i18n/useText'
import styles from './Breadcrumb.module.css'
import { Icon } from './Icon'

/** The path to the current page: links to its parents, then its own name. */
export function Breadcrumb({ here, children }: { here: ReactNode; children: ReactNode }) {
  const { t } = useText()
  return (
    <nav className={styles.crumb} aria-label={t('nav.breadcrumb')}>
      <ol>
        {Children.map(children, (link) => (
          <li>
            {link}
            <Icon name="next" flip />
          </li>
        ))}
        <li aria-current="page">
          <span dir="auto" className={styles.here}>
            {here}
          </span>
        </li>
      </ol>
    </nav>
  )
}
