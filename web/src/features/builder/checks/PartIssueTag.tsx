import { useText } from '~/i18n/useText'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import styles from './Checks.module.css'
import { findingElementId, missingCategory, type findPartVerdict } from '~/lib/verdict'

/** Units that stand beside a number in either language. */
const UNITS = ['mm', 'W', 'GB', 'MT/s', 'Gb/s']

/** Text key of the exceeded dimension, by the code of an issue of a part that does not fit into the case. */
const dimensionKeys: Partial<Record<string, 'tooLong' | 'tooTall'>> = {
  GPU_TOO_LONG: 'tooLong',
  PSU_TOO_LONG: 'tooLong',
  COOLER_TOO_TALL: 'tooTall',
}

/** Issue of a chosen part in a few words, linked to the full text. `isCompared`: the part was compared with others. */
export function PartIssueTag({
  verdict,
  isCompared,
}: {
  verdict: ReturnType<typeof findPartVerdict>
  isCompared: boolean
}) {
  const { t, format, language } = useText()
  const { kind, issue, unchecked } = verdict
  const one = issue ?? unchecked
  if (!kind || !one) {
    if (!isCompared) return null
    return (
      <span className={classNames(styles.tag, styles.ok)}>
        <Icon name="check" size="s" />
        {t('build.tag.fits')}
      </span>
    )
  }
  return (
    <a className={classNames(styles.tag, styles[kind])} href={`#${findingElementId(one)}`}>
      <Icon name={kind === 'needs' ? 'info' : kind} size="s" />
      {issueText()}
    </a>
  )

  function withUnit(gap: number, unit: string): string {
    const value = format.decimal(gap)
    return unit === 'mm' || unit === 'W' ? t(unit === 'mm' ? 'unit.mm' : 'unit.w', { value }) : `${value} ${unit}`
  }

  function issueText(): string {
    const missing = issue && missingCategory(issue)
    if (missing) return t(`category.${missing}.needed`)
    if (unchecked) return t('build.tag.unknown', { rule: language === 'ar' ? unchecked.nameAr : unchecked.name })
    const tag = kind === 'error' ? 'error' : 'warning'
    const [evidence] = issue?.evidence ?? []
    const dimensionKey = issue && dimensionKeys[issue.code]
    if (dimensionKey && kind === 'error' && evidence && evidence.gap !== null && evidence.gap > 0)
      return t(`build.tag.${dimensionKey}`, { gap: t('unit.mm', { value: format.decimal(evidence.gap) }) })
    const [asked, allowed] = [singleWord(evidence?.asked.value), singleWord(evidence?.allowed.value)]
    if (kind === 'error' && asked && allowed && asked !== allowed)
      return t('build.tag.errorDiffers', { asked, allowed })
    const hasGap =
      evidence && evidence.gap !== null && evidence.gap > 0 && evidence.unit && UNITS.includes(evidence.unit)
    return hasGap
      ? t(`build.tag.${tag}Gap`, { gap: withUnit(evidence.gap ?? 0, evidence.unit ?? '') })
      : t(`build.tag.${tag}`)
  }
}

/** Returns a fact's value where it is one word, such as a socket. */
function singleWord(value: unknown): string | undefined {
  const [first, ...others] = Array.isArray(value) ? (value as unknown[]) : [value]
  return typeof first === 'string' && others.length === 0 ? first : undefined
}
