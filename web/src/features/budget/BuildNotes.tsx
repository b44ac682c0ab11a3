import { useText } from '~/i18n/useText'
import type { BuildOption } from '~/lib/budgetBuilds'
import styles from './BuildFor.module.css'

/** The uncertainties of a build: the rules that could not be checked, and whether a better one may exist. */
export function BuildNotes({ option }: { option: Pick<BuildOption, 'unchecked' | 'optimal'> }) {
  const { t, format, language } = useText()
  return (
    <>
      {option.unchecked.length > 0 && (
        <p className={styles.note}>
          {t('budget.unchecked', {
            rules: format.list(option.unchecked.map((rule) => (language === 'ar' ? rule.nameAr : rule.name))),
          })}
        </p>
      )}
      {!option.optimal && <p className={styles.note}>{t('budget.notProved')}</p>}
    </>
  )
}
