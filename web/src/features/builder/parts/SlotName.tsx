import { useText } from '~/i18n/useText'
import type { CategoryInfo } from '~/lib/categories'
import { Icon } from '~/ui/Icon'
import styles from './BuildTable.module.css'

/** The name of a slot, and whether a build requires it. */
export function SlotName({ info }: { info: CategoryInfo }) {
  const { t } = useText()
  return (
    <>
      <Icon name={info.icon} />
      {t(`category.${info.type}.one`)}
      {info.required && (
        <span className={styles.required} role="img" aria-label={t('nav.required')} title={t('nav.required')} />
      )}
    </>
  )
}
