import { useQuery } from '@tanstack/react-query'
import { productsQuery } from '~/api/queries'
import type { Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { requiredDone, totalPrice, useBuild } from '~/lib/buildStore'
import { requiredSlots, slots } from '~/lib/categories'
import { Chip } from '~/ui/Chip'
import { Page } from '~/ui/Page'
import { BuildActions } from './BuildActions'
import { BuildBand } from './BuildBand'
import styles from './Builder.module.css'
import { BuildSummary } from './BuildSummary'
import { BuildTable } from './BuildTable'
import { PriceDrops } from './PriceDrops'
import { ShopsPanel } from './ShopsPanel'
import { StartHere } from './StartHere'

/** The home page: the build, part by part. */
export default function BuilderPage() {
  const { t, format } = useText()
  const components = useBuild((state) => state.components)
  const chosen = slots.flatMap(({ type }) => components[type] ?? [])
  const today = useQuery(productsQuery(chosen.map((one) => one.product.id)))
  const fresh = new Map<string, Product>(today.data?.map((product) => [product.id, product]))
  const done = requiredDone(components)
  const missing = requiredSlots.filter(({ type }) => !components[type])
  const empty = chosen.length === 0
  return (
    <Page title={t('build.title')}>
      <div className={styles.head}>
        <div>
          <div className={styles.title}>
            <h1>{empty ? t('build.heading') : t('build.newBuild')}</h1>
            <Chip kind="accent">{t('build.required', { done: format.count(done), all: format.count(requiredSlots.length) })}</Chip>
          </div>
          <p>
            {empty
              ? t('build.lead')
              : missing.length === 0
                ? t('build.allChosen')
                : t('build.needed', { parts: format.list(missing.map(({ type }) => t(`category.${type}.one`))) })}
          </p>
        </div>
        <BuildActions components={components} />
      </div>
      <BuildBand components={components} />
      <div className={styles.columns}>
        <div className={styles.stack}>
          <BuildTable components={components} fresh={fresh} failed={today.isError} total={totalPrice(components)} />
        </div>
        <aside className={styles.rail}>
          {empty ? <StartHere /> : <BuildSummary chosen={chosen} />}
          <ShopsPanel />
        </aside>
      </div>
      <PriceDrops />
    </Page>
  )
}
