import { Link } from '@tanstack/react-router'
import { useText } from '~/i18n/useText'
import type { SelectedComponent } from '~/lib/buildStore'
import type { Category } from '~/api/wire'
import { slots } from '~/lib/categories'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import { panelClass } from '~/ui/Panel'
import { Weave } from '~/ui/Weave'
import styles from './BuildBand.module.css'

/** The build's progress as a woven band: every chosen part lights its piece. */
export function BuildBand({ components }: { components: Partial<Record<Category, SelectedComponent>> }) {
  const { t } = useText()
  return (
    <nav className={classNames(panelClass, styles.band)} aria-label={t('build.progress')}>
      {slots.map(({ type, slug, icon, required }) => {
        const chosen = components[type] !== undefined
        return (
          <Link
            key={type}
            to="/$category"
            params={{ category: slug ?? '' }}
            className={classNames(styles.slot, chosen ? styles.chosen : required && styles.needed)}
          >
            <Icon name={icon} size="l" />
            <span>{t(`category.${type}.one`)}</span>
            <span className="sr">{t(chosen ? 'build.chosen' : required ? 'build.requiredEmpty' : 'build.empty')}</span>
            <Weave className={styles.weave} />
          </Link>
        )
      })}
    </nav>
  )
}
