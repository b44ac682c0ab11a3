import { useText } from '~/i18n/useText'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import styles from './Checks.module.css'
import { anchorOf, type verdictOf } from './verdict'

/** Units that stand beside a number in either language. */
const measures = ['mm', 'W', 'GB', 'MT/s', 'Gb/s']

/** What is wrong with a chosen part, in a few words that lead to the whole. */
export function PartTag({ said }: { said: ReturnType<typeof verdictOf> }) {
  const { t, format, language } = useText()
  const { kind, issue, unchecked } = said
  const one = issue ?? unchecked
  if (!kind || !one) return null
  const [evidence] = issue?.evidence ?? []
  const gap =
    issue && evidence && evidence.gap !== null && evidence.gap > 0 && evidence.unit && measures.includes(evidence.unit)
      ? `${format.decimal(evidence.gap)} ${evidence.unit}`
      : null
  const name = unchecked ? (language === 'ar' ? unchecked.nameAr : unchecked.name) : ''
  return (
    <a className={classNames(styles.tag, styles[kind])} href={`#${anchorOf(one)}`}>
      <Icon name={kind} size="s" />
      {kind === 'unknown' ? t('build.tag.unknown', { rule: name }) : gap ? t(`build.tag.${kind}Gap`, { gap }) : t(`build.tag.${kind}`)}
    </a>
  )
}
