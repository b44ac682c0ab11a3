import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useText } from '~/i18n/useText'
import { useDebounced } from '~/lib/useDebounced'
import { useNear } from '~/lib/useIsNear'
import { BudgetForm } from '~/lib/BudgetForm'
import { classNames } from '~/ui/classNames'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Page } from '~/ui/Page'
import { Panel } from '~/ui/Panel'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { budgetBuildsQuery, budgetCurveQuery } from '~/lib/budgetBuilds'
import styles from './BuildFor.module.css'
import { BuildOptions } from './BuildOptions'
import { leastBudget, readAsked, toSearch, type Asked } from '~/lib/budgetInput'
import { useBudgetProblem } from './useBudgetProblem'
import { WishesForm } from './RequirementsForm'

// The chart library is large and below the fold.
const CurveChart = lazy(() => import('./CurveChart').then((found) => ({ default: found.CurveChart })))

const route = getRouteApi('/build-for')

/** The sum must stand still for so long, in ms, before builds are asked for. */
const pause = 120
/** The same before the address follows: browsers allow few changes of it in a time. */
const addressPause = 400

/** The best PC for a sum and a use. The address names both, so that a link shows the same question. */
export default function BuildForPage() {
  const { t } = useText()
  const search = route.useSearch()
  const navigate = useNavigate()
  const [asked, setAsked] = useState(() => readAsked(search))
  const settled = useDebounced(asked, pause)
  const address = useDebounced(asked, addressPause)
  const written = useRef(JSON.stringify(toSearch(asked)))

  // The address follows the form; Back and links change the form.
  useEffect(() => {
    const next = toSearch(address)
    if (JSON.stringify(next) === written.current) return
    written.current = JSON.stringify(next)
    void navigate({ to: '/build-for', search: next, replace: true, resetScroll: false })
  }, [address, navigate])
  useEffect(() => {
    const read = readAsked(search)
    if (JSON.stringify(toSearch(read)) === written.current) return
    written.current = JSON.stringify(toSearch(read))
    setAsked(read)
  }, [search])

  const change = (part: Partial<Asked>) => setAsked((before) => ({ ...before, ...part }))
  return (
    <Page title={t('budget.title')}>
      <header className={styles.hero}>
        <h1>{t('budget.heading')}</h1>
        <p>{t('budget.lead')}</p>
      </header>
      <Question asked={asked} onChange={change} />
      <Answer asked={settled} />
      <Curve asked={settled} budget={asked.budget} onPick={(budget) => change({ budget })} />
    </Page>
  )
}

function Question({ asked, onChange }: { asked: Asked; onChange: (part: Partial<Asked>) => void }) {
  const curve = useQuery(budgetCurveQuery(asked))
  const least = curve.data?.least
  return (
    <Panel title={<QuestionTitle />}>
      <BudgetForm asked={asked} least={typeof least === 'number' ? Math.max(leastBudget, Math.floor(least / 10) * 10) : leastBudget} onChange={onChange} />
      <WishesForm asked={asked} onChange={onChange} />
    </Panel>
  )
}

function QuestionTitle() {
  const { t } = useText()
  return t('budget.question')
}

function Answer({ asked }: { asked: Asked }) {
  const { t } = useText()
  const problem = useBudgetProblem()
  const { data, error, isPlaceholderData, refetch } = useQuery(budgetBuildsQuery(asked))
  const said = error ? problem(error) : null
  return (
    <section className={styles.answer} aria-label={t('budget.answer')}>
      {said && <ErrorAlert text={said.text} onRetry={said.again ? () => void refetch() : undefined} />}
      {data && !said && (
        <div className={classNames(isPlaceholderData && styles.stale)} aria-busy={isPlaceholderData}>
          <BuildOptions answer={data} />
        </div>
      )}
      {!data && !said && (
        <Loading label={t('budget.loading')} className={styles.cards}>
          <Skeleton height="26rem" />
        </Loading>
      )}
    </section>
  )
}

function Curve({ asked, budget, onPick }: { asked: Asked; budget: number; onPick: (budget: number) => void }) {
  const { t } = useText()
  const frame = useRef<HTMLDivElement>(null)
  const near = useNear(frame)
  const { data } = useQuery({ ...budgetCurveQuery(asked), enabled: near })
  return (
    <Panel title={t('budget.curve.title')}>
      <div ref={frame}>
        <p className={styles.note}>{t('budget.curve.text')}</p>
        <Suspense fallback={<div className={styles.plot} />}>
          {near && data && data.today.length > 1 ? <CurveChart curve={data} budget={budget} onPick={onPick} /> : <div className={styles.plot} />}
        </Suspense>
      </div>
    </Panel>
  )
}
