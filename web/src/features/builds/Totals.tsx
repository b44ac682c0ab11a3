import { useText } from '~/i18n/useText'
import type { SavedBuild } from '~/lib/accountBuilds'
import { Price } from '~/ui/Price'
import styles from './Builds.module.css'

/** The build's total on the day it was saved, and today's. */
export function Totals({ build }: { build: SavedBuild }) {
  const { t, format } = useText()
  return (
    <dl className={styles.totals}>
      <div>
        <dt>{t('builds.savedTotal', { date: format.fullDay(build.pricedAt) })}</dt>
        <dd>
          <Price value={build.totalPrice} size="lg" />
        </dd>
      </div>
      <div>
        <dt>{t('builds.todayTotal')}</dt>
        <dd>
          <Price
            value={build.todayTotal}
            size="lg"
            best={build.todayTotal < build.totalPrice && build.unpriced === 0}
          />
        </dd>
      </div>
      {build.unpriced > 0 && (
        <p className={styles.warning}>
          {t('builds.unpriced', { count: build.unpriced, n: format.count(build.unpriced) })}
        </p>
      )}
    </dl>
  )
}
