import { useText } from '~/i18n/useText'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import styles from './Checks.module.css'
import type { Verdict } from '~/lib/verdict'

/** Element id of the compatibility panel. */
export const checksId = 'checks'

/** The verdict in one line that claims only proven facts; a link to the findings where there are any. */
export function VerdictLine({ verdict, failed = false }: { verdict: Verdict | undefined; failed?: boolean }) {
  const { t } = useText()
  const verdictText = useVerdictText()
  if (!verdict) {
    return (
      <span className={classNames(styles.tag, styles.unknown)}>
        <Icon name="unknown" size="s" />
        {t(failed ? 'checks.failed' : 'build.checking')}
      </span>
    )
  }
  const kind = kindOf(verdict)
  if (kind === 'ok' || kind === 'needs') {
    return (
      <span className={classNames(styles.tag, styles[kind])}>
        <Icon name={verdict.fits ? 'check' : 'info'} size="s" />
        {verdictText(verdict)}
      </span>
    )
  }
  return (
    <a className={classNames(styles.tag, styles[kind])} href={`#${checksId}`}>
      <Icon name={kind} size="s" />
      {verdictText(verdict)}
    </a>
  )
}

function kindOf(verdict: Verdict): 'ok' | 'error' | 'warning' | 'unknown' | 'needs' {
  if (verdict.errors.length > 0) return 'error'
  if (verdict.warnings.length > 0) return 'warning'
  if (verdict.unchecked.length > 0) return 'unknown'
  return verdict.allCompatible ? 'ok' : 'needs'
}

/**
 * Returns a function that words the verdict: conflicts and unchecked rules, whether the rest fits, and the missing
 * parts.
 */
export function useVerdictText(): (verdict: Verdict) => string {
  const { t, format } = useText()
  return ({ errors, warnings, unchecked, neededCategories, fits, allCompatible }) => {
    if (allCompatible && warnings.length === 0) return t('build.allCompatible')
    const counted = (key: 'problems' | 'warnings' | 'unchecked', count: number) =>
      count > 0 ? [t(`build.${key}`, { count, n: format.count(count) })] : []
    const findings = [
      ...counted('problems', errors.length),
      ...counted('warnings', warnings.length),
      ...counted('unchecked', unchecked.length),
    ]
    const missing =
      neededCategories.length > 0
        ? [t('build.stillMissing', { parts: format.list(neededCategories.map((type) => t(`category.${type}.one`))) })]
        : []
    if (findings.length > 0) return [format.list(findings), ...missing].join('. ')
    return [...(fits ? [t('build.theseFit')] : []), ...missing].join('. ')
  }
}
