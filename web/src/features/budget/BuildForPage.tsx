import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useRef } from 'react'
import { useText } from '~/i18n/useText'
import { useDebounced } from '~/lib/useDebounced'
import { useIsNear } from '~/lib/useIsNear'
import { BudgetForm } from '~/lib/BudgetForm'
import { classNames } from '~/ui/classNames'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Page } from '~/ui/Page'
import { Panel } from '~/ui/Panel'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { budgetBuildsQuery, budgetCurveQuery, type BudgetCurve } from '~/lib/budgetBuilds'
import styles from './BuildFor.module.css'
import { FixedPartsContext } from './fixedPartsContext'
import { BudgetAlertButton } from './BudgetAlertButton'
import { BuildOptions } from './BuildOptions'
import { curveMeasure } from './curveMeasure'
import { MAX_BUDGET, MAX_FIXED_PARTS, MIN_BUDGET, type BudgetInput } from '~/lib/budgetInput'
import { toUpgradeSearch } from './upgrades'
import { useBudgetAddress } from './useBudgetAddress'
import { useBudgetErrorText } from './useBudgetErrorText'
import { RequirementsForm } from './RequirementsForm'
import { lazyPiece } from '~/ui/lazyPiece'

// The chart library is large, and the chart is below the first screen.
const CurveChart = lazyPiece(() => import('./CurveChart'), 'CurveChart')

/** Pause in changing the form after which builds are requested, in ms. */
const INPUT_PAUSE = 120

/** The best builds for a budget and a use. The address names both, so that a link shows the same builds. */
export default function BuildForPage() {
  const { t } = useText()
  const { input, change } = useBudgetAddress('/build-for')
  const settled = useDebounced(input, INPUT_PAUSE)
  return (
    <Page title={t('budget.title')}>
      <header className={styles.hero}>
        <h1>{t('budget.heading')}</h1>
        <p>{t('budget.lead')}</p>
        <p>
          {t('budget.have')}{' '}
          <Link to="/upgrade" search={toUpgradeSearch(input)}>
            {t('budget.haveLink')}
          </Link>
        </p>
      </header>
      <BudgetQuestion input={input} onChange={change} />
      <FixedPartsContext value={fixedPartsControl(input, change)}>
        <BudgetAnswer input={settled} />
      </FixedPartsContext>
      <Curve input={settled} budget={input.budget} onPick={(budget) => change({ budget })} />
    </Page>
  )
}

/** Returns the control that adds a part of a shown build to the form's fixed parts, or removes it from them. */
function fixedPartsControl({ fixedParts }: BudgetInput, change: (part: Partial<BudgetInput>) => void) {
  const isFixed = (productId: string) => fixedParts.some(({ id }) => id === productId)
  return {
    isFixed,
    toggle: (productId: string) =>
      change({
        fixedParts: isFixed(productId)
          ? fixedParts.filter(({ id }) => id !== productId)
          : [...fixedParts, { id: productId, quantity: 1, owned: false }].slice(0, MAX_FIXED_PARTS),
      }),
  }
}

function BudgetQuestion({ input, onChange }: { input: BudgetInput; onChange: (part: Partial<BudgetInput>) => void }) {
  const curve = useQuery(budgetCurveQuery(input))
  // Parts that the user has cost nothing: the cheapest build with them costs less than the curve's. The curve of the use
  // before says nothing of this one.
  const isUnknown = curve.isPlaceholderData || input.fixedParts.some(({ owned }) => owned)
  const min = isUnknown ? null : curve.data?.leastTotal
  return (
    <Panel title={<BudgetQuestionTitle />}>
      <BudgetForm
        input={input}
        min={typeof min === 'number' && min < MAX_BUDGET ? Math.max(MIN_BUDGET, Math.floor(min / 10) * 10) : MIN_BUDGET}
        onChange={onChange}
      />
      <RequirementsForm input={input} onChange={onChange} />
    </Panel>
  )
}

function BudgetQuestionTitle() {
  const { t } = useText()
  return t('budget.question')
}

function BudgetAnswer({ input }: { input: BudgetInput }) {
  const { t } = useText()
  const errorText = useBudgetErrorText()
  const { data, error, isPlaceholderData, refetch } = useQuery(budgetBuildsQuery(input))
  const message = error ? errorText(error) : null
  return (
    <section className={styles.answer} aria-label={t('budget.answer')}>
      {message && <ErrorAlert text={message.text} onRetry={message.canRetry ? () => void refetch() : undefined} />}
      {data && !message && (
        <div className={classNames(isPlaceholderData && styles.stale)} aria-busy={isPlaceholderData}>
          <BuildOptions response={data} />
          <div className={styles.watch}>
            <BudgetAlertButton input={input} response={data} disabled={isPlaceholderData} />
          </div>
        </div>
      )}
      {!data && !message && (
        <Loading label={t('budget.loading')} className={styles.cards}>
          <Skeleton height="26rem" />
        </Loading>
      )}
    </section>
  )
}

type CurveProps = { input: BudgetInput; budget: number; onPick: (budget: number) => void }

/** The panel of the curve; nothing where no two budgets have builds, or where the input is refused: the page says so above. */
function Curve({ input, budget, onPick }: CurveProps) {
  const { t } = useText()
  const errorText = useBudgetErrorText()
  const { data, error, isPlaceholderData, refetch } = useQuery(budgetCurveQuery(input))
  const message = error && !data ? errorText(error) : null
  if ((data && data.today.length < 2) || (message && !message.canRetry)) return null
  return (
    <Panel title={t('budget.curve.title')}>
      <p className={styles.note}>{t(`budget.curve.${curveMeasure(input.use)}.text`)}</p>
      {message ? (
        <ErrorAlert text={message.text} onRetry={() => void refetch()} />
      ) : (
        <div className={classNames(isPlaceholderData && styles.stale)} aria-busy={isPlaceholderData}>
          <Plot curve={data} budget={budget} onPick={onPick} />
        </div>
      )}
    </Panel>
  )
}

type PlotProps = { curve: BudgetCurve | undefined; budget: number; onPick: (budget: number) => void }

/** The chart, loaded when it is near the screen. */
function Plot({ curve, budget, onPick }: PlotProps) {
  const frame = useRef<HTMLDivElement>(null)
  const near = useIsNear(frame)
  return (
    <div ref={frame}>
      <Suspense fallback={<div className={styles.plot} />}>
        {near && curve ? <CurveChart curve={curve} budget={budget} onPick={onPick} /> : <div className={styles.plot} />}
      </Suspense>
    </div>
  )
}
