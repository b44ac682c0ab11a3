import { useText } from '~/i18n/useText'
import { Icon } from '~/ui/Icon'
import styles from './Fit.module.css'
import { useUnknownOfBuild } from './useFit'

/** Names what unknown facts of the build itself leave unchecked for a page's products, said once for all of them. */
export function BuildUnknownNote({ ids }: { ids: string[] }) {
  const { t, format, language } = useText()
  const rules = useUnknownOfBuild(ids)
  if (rules.length === 0) return null
  const names = rules.map(({ name, nameAr }) => (language === 'ar' ? nameAr : name))
  return (
    <p className={styles.note}>
      <Icon name="unknown" size="s" />
      {t('fit.unknownOfBuild', { rules: format.list(names) })}
    </p>
  )
}
