import { useQuery } from '@tanstack/react-query'
import { useText } from '~/i18n/useText'
import { parseCategory } from '~/lib/categories'
import { Button } from '~/ui/Button'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Spinner } from '~/ui/Spinner'
import styles from '../shared/Admin.module.css'
import { analyticsQuery, type Analytics } from './analytics'
import charts from './Charts.module.css'
import { CountBars } from './CountBars'
import { GrowthChart } from './GrowthChart'
import { useRetailerNameByEnglish } from '../shared/RetailerByName'
import { StatCard, StatCards } from './StatCard'
import { useAdminErrorText } from '../shared/useAdminErrorText'

/** Statistics of the site, in numbers and charts. */
export function AnalyticsTab() {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const { data, error, refetch, isFetching } = useQuery(analyticsQuery)
  return (
    <>
      <div className={styles.tools}>
        <span className={styles.grow} />
        <Button icon="swap" disabled={isFetching} onClick={() => void refetch()}>
          {t('admin.refresh')}
        </Button>
      </div>
      {error && <ErrorAlert text={errorText(error, t('admin.analytics.failed'))} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner label={t('admin.loading')} />}
      {data && <Numbers analytics={data} />}
    </>
  )
}

function Numbers({ analytics: { totals, recent, growth, distribution } }: { analytics: Analytics }) {
  const { t, format } = useText()
  const retailerName = useRetailerNameByEnglish()
  // Without any product or user there is nothing to show.
  if (totals.products === 0 && totals.users === 0) return <Empty title={t('admin.noData')} />
  const categories = distribution.productsByCategory.map(({ category, count }) => {
    const known = parseCategory(category)
    return { name: known ? t(`category.${known}.one`) : category, count }
  })
  return (
    <>
      <StatCards label={t('admin.analytics.totals')}>
        <StatCard name={t('admin.analytics.users')} value={format.count(totals.users)} />
        <StatCard name={t('admin.analytics.products')} value={format.count(totals.products)} />
        <StatCard name={t('admin.analytics.builds')} value={format.count(totals.builds)} />
        <StatCard
          name={t('admin.analytics.reviews')}
          value={format.count(totals.reviews)}
          note={t('admin.analytics.recentReviews', { count: recent.reviews, n: format.count(recent.reviews) })}
        />
        <StatCard name={t('admin.analytics.alerts')} value={format.count(totals.activePriceAlerts)} />
      </StatCards>
      <div className={charts.grid}>
        <GrowthChart title={t('admin.analytics.userGrowth')} days={growth.users} color="var(--retailer-1)" />
        <GrowthChart title={t('admin.analytics.buildGrowth')} days={growth.builds} color="var(--accent)" />
        <CountBars
          title={t('admin.analytics.byCategory')}
          head={t('admin.analytics.category')}
          entries={categories}
          color="var(--retailer-3)"
        />
        <CountBars
          title={t('admin.analytics.topRetailers')}
          head={t('admin.analytics.retailer')}
          entries={distribution.topRetailers.map(({ retailer, count }) => ({ name: retailerName(retailer), count }))}
          color="var(--retailer-2)"
        />
      </div>
    </>
  )
}
