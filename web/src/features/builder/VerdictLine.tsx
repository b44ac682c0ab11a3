import { useText } from '~/i18n/useText'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import styles from './Checks.module.css'
import type { Verdict } from './verdict'

/** The page's place of what the rules say. */
export const checksId = 'checks'

/** Whether the build fits, in one line: only what is true, and a link to the rest. */
export function VerdictLine({ verdict }: { verdict: Verdict | undefined }) {
  const { t } = useText()
  const words = useVerdictWords()
  if (!verdict) {
    return (
      <span className={classNames(styles.tag, styles.unknown)}>
        <Icon name="unknown" size="s" />
        {t('build.checking')}
      </span>
    )
  }
  const kind = kindOf(verdict)
  if (kind === 'ok') {
    return (
      <span className={classNames(styles.tag, styles.ok)}>
        <Icon name="check" size="s" />
        {t('build.allCompatible')}
      </span>
    )
  }
  return (
    <a className={classNames(styles.tag, styles[kind])} href={`#${checksId}`}>
      <Icon name={kind} size="s" />
      {words(verdict)}
    </a>
  )
}

function kindOf(verdict: Verdict): 'ok' | 'error' | 'warning' | 'unknown' {
  if (verdict.errors.length > 0) return 'error'
  if (verdict.warnings.length > 0) return 'warning'
  return verdict.allCompatible ? 'ok' : 'unknown'
}

/** 1 problem, 1 warning, 1 not checked. */
export function useVerdictWords(): (verdict: Verdict) => string {
  const { t, format } = useText()
  return ({ errors, warnings, unchecked, needed, allCompatible }) => {
    if (allCompatible && warnings.length === 0) return t('build.allCompatible')
    const counted = (key: 'problems' | 'warnings' | 'unchecked' | 'missing', count: number, always = false) =>
      count > 0 || always ? [t(`build.${key}`, { count, n: format.count(count) })] : []
    return format.list([
      ...counted('problems', errors.length, true),
      ...counted('warnings', warnings.length),
      ...counted('unchecked', unchecked.length),
      ...counted('missing', needed.length),
    ])
  }
}
