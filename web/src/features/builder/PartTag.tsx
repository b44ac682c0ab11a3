import { useText } from '~/i18n/useText'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import styles from './Checks.module.css'
import { anchorOf, missingKind, type verdictOf } from '~/lib/verdict'

/** Units that stand beside a number in either language. */
const measures = ['mm', 'W', 'GB', 'MT/s', 'Gb/s']

/** What is wrong with a chosen part, in a few words that lead to the whole. */
export function PartTag({ said }: { said: ReturnType<typeof verdictOf> }) {
  const { t, format, language } = useText()
  const { kind, issue, unchecked } = said
  const one = issue ?? unchecked
  if (!kind || !one) return null
  return (
    <a className={classNames(styles.tag, styles[kind])} href={`#${anchorOf(one)}`}>
      <Icon name={kind === 'needs' ? 'info' : kind} size="s" />
      {words()}
    </a>
  )

  function words(): string {
    const missing = issue && missingKind(issue)
    if (missing) return t(`category.${missing}.needed`)
    if (unchecked) return t('build.tag.unknown', { rule: language === 'ar' ? unchecked.nameAr : unchecked.name })
    const tag = kind === 'error' ? 'error' : 'warning'
    const [evidence] = issue?.evidence ?? []
    const measured = evidence && evidence.gap !== null && evidence.gap > 0 && evidence.unit && measures.includes(evidence.unit)
    return measured ? t(`build.tag.${tag}Gap`, { gap: `${format.decimal(evidence.gap ?? 0)} ${evidence.unit}` }) : t(`build.tag.${tag}`)
  }
}
