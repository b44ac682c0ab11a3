import { useText } from '~/i18n/useText'
import { chosenParts, type Components } from '~/lib/buildStore'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { Icon } from '~/ui/Icon'
import { Panel } from '~/ui/Panel'
import styles from './Checks.module.css'
import { IssueRow } from './IssueRow'
import { UncheckedRow } from './UncheckedRow'
import { findingElementId, type Verdict } from '~/lib/verdict'
import { checksId } from './VerdictLine'

type ChecksPanelProps = {
  components: Components
  verdict: Verdict | undefined
  failed: boolean
  onRetry: () => void
}

/** The compatibility panel: issues with their evidence and fixes, and the rules that could not be checked. */
export function ChecksPanel({ components, verdict, failed, onRetry }: ChecksPanelProps) {
  const { t } = useText()
  const products = new Map(chosenParts(components).map(({ product }) => [product.id, product]))
  return (
    <Panel title={t('checks.title')} icon="ruler" id={checksId} aside={verdict && <Counts verdict={verdict} />}>
      {failed && (
        <p className={styles.failed} role="alert">
          <Icon name="error" />
          {t('checks.failed')}
          <Button small onClick={onRetry}>
            {t('error.retry')}
          </Button>
        </p>
      )}
      {!verdict && !failed && <p className={styles.quiet}>{t('build.checking')}</p>}
      {verdict && (
        <>
          {[...verdict.errors, ...verdict.warnings].map((issue) => (
            <IssueRow key={findingElementId(issue)} issue={issue} components={components} />
          ))}
          {verdict.needs.map((issue) => (
            <IssueRow key={findingElementId(issue)} issue={issue} components={components} />
          ))}
          {verdict.unchecked.map((one) => (
            <UncheckedRow key={findingElementId(one)} unchecked={one} products={products} />
          ))}
          {verdict.notes.map((issue) => (
            <IssueRow key={findingElementId(issue)} issue={issue} components={components} />
          ))}
          {verdict.errors.length +
            verdict.needs.length +
            verdict.warnings.length +
            verdict.unchecked.length +
            verdict.notes.length ===
            0 && <p className={styles.quiet}>{t(verdict.fits ? 'checks.allPassed' : 'checks.nothingYet')}</p>}
        </>
      )}
    </Panel>
  )
}

function Counts({ verdict }: { verdict: Verdict }) {
  const { t, format } = useText()
  const { errors, needs, warnings, unchecked, passedCount } = verdict
  return (
    <span className={styles.counts}>
      {errors.length > 0 && (
        <Chip kind="error" icon="error">
          {t('build.problems', { count: errors.length, n: format.count(errors.length) })}
        </Chip>
      )}
      {needs.length > 0 && (
        <Chip icon="info">{t('checks.needs', { count: needs.length, n: format.count(needs.length) })}</Chip>
      )}
      {warnings.length > 0 && (
        <Chip kind="warning" icon="warning">
          {t('build.warnings', { count: warnings.length, n: format.count(warnings.length) })}
        </Chip>
      )}
      {unchecked.length > 0 && (
        <Chip kind="unknown" icon="unknown">
          {t('build.unchecked', { count: unchecked.length, n: format.count(unchecked.length) })}
        </Chip>
      )}
      {passedCount > 0 && (
        <Chip kind="ok" icon="check">
          {t('build.passed', { count: passedCount, n: format.count(passedCount) })}
        </Chip>
      )}
    </span>
  )
}
