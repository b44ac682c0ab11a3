import { useText } from '~/i18n/useText'
import type { BuildOption } from '~/lib/budgetBuilds'
import styles from './BuildFor.module.css'

type Unchecked = BuildOption['unchecked']

/** The rules that could not be checked because we lack a fact. */
export function UncheckedNote({ unchecked }: { unchecked: Unchecked }) {
  const { t, format, language } = useText()
  const names = unchecked.map((rule) => (language === 'ar' ? rule.nameAr : rule.name))
  return <p className={styles.note}>{t('budget.unchecked', { rules: format.list(names) })}</p>
}

type BuildNotesProps = {
  option: Pick<BuildOption, 'unchecked' | 'optimal'>
  /** Rules that could not be checked, and that the page names already above all builds. */
  saidOnce: Unchecked
}

/** The uncertainties of a build: the rules that could not be checked, and whether a better one may exist. */
export function BuildNotes({ option, saidOnce }: BuildNotesProps) {
  const { t } = useText()
  const own = option.unchecked.filter(({ code }) => saidOnce.every((said) => said.code !== code))
  return (
    <>
      {own.length > 0 && <UncheckedNote unchecked={own} />}
      {!option.optimal && <p className={styles.note}>{t('budget.notProved')}</p>}
    </>
  )
}
