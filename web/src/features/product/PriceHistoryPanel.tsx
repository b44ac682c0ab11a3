import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { hasOtherForm } from '~/api/client'
import { HISTORY_RANGES } from '~/api/limits'
import { historyQuery } from '~/api/queries'
import type { HistoryRange, PriceHistory, PriceVerdict } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { useIsNear } from '~/lib/useIsNear'
import { classNames } from '~/ui/classNames'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Icon } from '~/ui/Icon'
import { Panel } from '~/ui/Panel'
import { UnknownValue, Price } from '~/ui/Price'
import { Segmented } from '~/ui/product/Segmented'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { useErrorText } from '~/lib/useErrorText'
import { toChartData, findDay, isDrawable } from './historyData'
import { HistoryLegend } from './HistoryLegend'
import { HistoryTable } from './HistoryTable'
import styles from './PriceHistory.module.css'
import { PriceVerdictLine } from './PriceVerdictLine'
import { lazyPiece } from '~/ui/lazyPiece'

// The chart library is large, and the chart is below the first screen.
const HistoryChart = lazyPiece(() => import('./HistoryChart'), 'HistoryChart')

/**
 * Price history: whether the price now is a good one, statistics, a step chart, and the same data as a table. `cheapest`: slug of the cheapest retailer now,
 * whose line is solid.
 */
export function PriceHistoryPanel({
  id,
  verdict,
  cheapest,
  inStock,
}: {
  id: string
  verdict: PriceVerdict | undefined
  cheapest: string | undefined
  /** Slugs of the retailers that have it in stock; the lines of the others are faint. */
  inStock: ReadonlySet<string>
}) {
  const { t } = useText()
  const errorText = useErrorText()
  const [range, setRange] = useState<HistoryRange>('90d')
  const query = useQuery(historyQuery(id, range))
  const history = query.data
  return (
    <Panel
      title={t('history.title')}
      aside={
        <Segmented
          label={t('history.range')}
          value={range}
          options={HISTORY_RANGES.map((one) => ({
            value: one,
            label: t(one === 'all' ? 'history.all' : `history.r${one}`),
          }))}
          onChange={setRange}
        />
      }
    >
      <PriceVerdictLine verdict={verdict} />
      {query.isPending && <HistorySkeleton />}
      {query.isError && !history && (
        <div className={styles.pad}>
          <ErrorAlert
            text={errorText(query.error, t(hasOtherForm(query.error) ? 'history.invalid' : 'history.failed'))}
            onRetry={() => void query.refetch()}
          />
        </div>
      )}
      {history && !isDrawable(history) && <p className={styles.none}>{t('history.invalid')}</p>}
      {(history === null ||
        (history && isDrawable(history) && history.datasets.every((set) => set.data.length === 0))) && (
        <p className={styles.none}>{t('history.none')}</p>
      )}
      {history && isDrawable(history) && history.datasets.some((set) => set.data.length > 0) && (
        <History
          history={history}
          range={range}
          cheapest={cheapest}
          inStock={inStock}
          stale={query.isPlaceholderData}
        />
      )}
    </Panel>
  )
}

type HistoryProps = {
  history: PriceHistory
  range: HistoryRange
  cheapest: string | undefined
  inStock: ReadonlySet<string>
  stale: boolean
}

function History({ history, range, cheapest, inStock, stale }: HistoryProps) {
  const { t } = useText()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [table, setTable] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const near = useIsNear(frame)
  const data = toChartData(history)
  const toggle = (slug: string) => {
    const next = new Set(hidden)
    if (!next.delete(slug)) next.add(slug)
    // The last line cannot be hidden: an empty chart says nothing.
    if (next.size < data.lines.length) setHidden(next)
  }
  return (
    <div ref={frame} className={classNames(stale && styles.stale)}>
      <Statistics history={history} />
      {table ? (
        <HistoryTable data={data} />
      ) : (
        <Suspense fallback={<div className={styles.plot} />}>
          {near ? (
            <HistoryChart data={data} hidden={hidden} range={range} cheapest={cheapest} inStock={inStock} />
          ) : (
            <div className={styles.plot} />
          )}
        </Suspense>
      )}
      <div className={styles.foot}>
        {!table && <HistoryLegend lines={data.lines} cheapest={cheapest} hidden={hidden} onToggle={toggle} />}
        <Button kind="quiet" small icon={table ? 'drop' : 'table'} onClick={() => setTable(!table)}>
          {t(table ? 'history.asChart' : 'history.asTable')}
        </Button>
        <span className={styles.note}>{t('history.inKwd')}</span>
      </div>
    </div>
  )
}

function Statistics({ history }: { history: PriceHistory }) {
  const { t, format } = useText()
  const { lowestPrice, highestPrice, averagePrice, currentLowestPrice, priceDropPercentage } = history.statistics
  const on = (price: number | null) => {
    const day = price === null ? undefined : findDay(history, price)
    return day && <small>{t('history.on', { date: format.day(day) })}</small>
  }
  const below = priceDropPercentage ?? 0
  return (
    <dl className={styles.statistics}>
      <div>
        <dt>{t('history.now')}</dt>
        <dd>
          <Price value={currentLowestPrice} best={below > 0} />
        </dd>
      </div>
      <div>
        <dt>{t('history.lowest')}</dt>
        <dd>
          <Price value={lowestPrice} /> {on(lowestPrice)}
        </dd>
      </div>
      <div>
        <dt>{t('history.average')}</dt>
        <dd>
          {/* Nobody asks the average: thousandths of it would say more than is known. */}
          {averagePrice === null ? (
            <UnknownValue />
          ) : (
            <bdi dir="ltr" className={styles.average}>
              ≈ {format.count(Math.round(averagePrice))}
            </bdi>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('history.highest')}</dt>
        <dd>
          <Price value={highestPrice} /> {on(highestPrice)}
        </dd>
      </div>
      <div>
        <dt>{t('history.below')}</dt>
        <dd className={classNames(below > 0 && styles.fell)}>
          {below > 0 && <Icon name="drop" />}
          {priceDropPercentage === null || priceDropPercentage === undefined ? (
            <UnknownValue />
          ) : (
            <bdi dir="ltr">{format.decimal(Math.round(below * 10) / 10)}%</bdi>
          )}
        </dd>
      </div>
    </dl>
  )
}

function HistorySkeleton() {
  const { t } = useText()
  return (
    <Loading label={t('history.loading')} className={styles.pad}>
      <Skeleton height="3rem" />
      <Skeleton height="17rem" className={styles.gap} />
    </Loading>
  )
}
