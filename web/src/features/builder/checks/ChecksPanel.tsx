import { Suspense, useState, type ReactNode } from 'react'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { chosenParts, type Components, type SelectedProduct } from '~/lib/buildStore'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { Icon } from '~/ui/Icon'
import { lazyPiece } from '~/ui/lazyPiece'
import { Panel } from '~/ui/Panel'
import { Name } from '~/ui/ProductName'
import styles from './Checks.module.css'
import { groupFindings, withoutRepeatedFixes } from './groupFindings'
import { IssueRow } from './IssueRow'
import { UncheckedRow } from './UncheckedRow'
import { findingElementId, type Issue, type Unchecked, type Verdict } from '~/lib/verdict'
import { checksId } from './VerdictLine'

// Loaded once it is asked for.
const MakeItFit = lazyPiece(
  withTexts(['upgrade'], () => import('./MakeItFit')),
  'MakeItFit',
)

type ChecksPanelProps = {
  components: Components
  verdict: Verdict | undefined
  failed: boolean
  onRetry: () => void
}

/** The compatibility panel: issues with their evidence and fixes, and the rules that could not be checked. */
export function ChecksPanel({ components, verdict, failed, onRetry }: ChecksPanelProps) {
  const { t } = useText()
  const [makesFit, setMakesFit] = useState(false)
  const clashes = verdict !== undefined && verdict.errors.length > 0
  const products = new Map(chosenParts(components).map(({ product }) => [product.id, product]))
  return (
    <Panel
      title={t('checks.title')}
      icon="ruler"
      id={checksId}
      aside={
        verdict && (
          <span className={styles.counts}>
            <Counts verdict={verdict} />
            {clashes && (
              <Button small kind="outline" aria-expanded={makesFit} onClick={() => setMakesFit(!makesFit)}>
                {t('checks.makeItFit')}
              </Button>
            )}
          </span>
        )
      }
    >
      <Suspense>
        {clashes && makesFit && <MakeItFit components={components} onDone={() => setMakesFit(false)} />}
      </Suspense>
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
          <IssueGroups issues={[...verdict.errors, ...verdict.warnings]} components={components} />
          {verdict.needs.map((issue) => (
            <IssueRow key={findingElementId(issue)} issue={issue} components={components} />
          ))}
          <UncheckedGroups unchecked={verdict.unchecked} products={products} />
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

type Products = Map<string, SelectedProduct>

/** The conflicts, those with one part behind them together: its name once, and each way out once. */
function IssueGroups({ issues, components }: { issues: Issue[]; components: Components }) {
  const products: Products = new Map(chosenParts(components).map(({ product }) => [product.id, product]))
  return groupFindings(issues).map(({ partId, findings }) => (
    <FindingGroup key={findings.map(findingElementId).join()} part={products.get(partId ?? '')}>
      {withoutRepeatedFixes(findings).map((issue) => (
        <IssueRow key={findingElementId(issue)} issue={issue} components={components} inGroup={partId !== null} />
      ))}
    </FindingGroup>
  ))
}

/** The rules that could not be checked, those that lack facts of one part together. */
function UncheckedGroups({ unchecked, products }: { unchecked: Unchecked[]; products: Products }) {
  return groupFindings(unchecked).map(({ partId, findings }) => (
    <FindingGroup key={findings.map(findingElementId).join()} part={products.get(partId ?? '')}>
      {findings.map((one, index) => (
        <UncheckedRow
          key={findingElementId(one)}
          unchecked={one}
          products={products}
          inGroup={partId !== null}
          repeated={index > 0}
        />
      ))}
    </FindingGroup>
  ))
}

/** Findings below the name of the part that causes them; without a part, the findings alone. */
function FindingGroup({ part, children }: { part: SelectedProduct | undefined; children: ReactNode }) {
  const { t } = useText()
  if (!part) return children
  return (
    <div className={styles.group}>
      <h3>
        <span>{t(`category.${part.category}.one`)}</span> <Name product={part} />
      </h3>
      {children}
    </div>
  )
}

function Counts({ verdict }: { verdict: Verdict }) {
  const { t, format } = useText()
  const { errors, needs, warnings, unchecked, passedCount } = verdict
  return (
    <>
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
    </>
  )
}
