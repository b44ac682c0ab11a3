import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue, useEffect } from 'react'
import { withMoreTexts, withTexts } from '~/i18n'
import { productsQuery, retailersQuery } from '~/api/queries'
import { useText } from '~/i18n/useText'
import { chosenParts, requiredDone, useBuild } from '~/lib/buildStore'
import { requiredSlots } from '~/lib/categories'
import { Chip } from '~/ui/Chip'
import { Page } from '~/ui/Page'
import { basketQuery, compatibilityQuery } from './api'
import { BuildActions } from './BuildActions'
import { BuildBand } from './BuildBand'
import styles from './Builder.module.css'
import { BuildErrorNote } from './BuildErrorNote'
import { buildLines, linesTotal } from './buildLines'
import { BuildName } from './BuildName'
import { BuildTable } from './BuildTable'
import { LetterKeysSwitch } from './LetterKeysSwitch'
import { BuildSummary, BuildTotals, ChecksPanel, Dock } from './loadFilledBuild'
import { ShopsPanel } from './ShopsPanel'
import { StartHere } from './StartHere'
import { readVerdict } from '~/lib/verdict'

// Asked for with the server's answers that they show, not before; the last is below the first sight.
const PowerPanel = lazy(withTexts(['build'], () => import('./PowerPanel').then((found) => ({ default: found.PowerPanel }))))
const BasketPanel = lazy(withMoreTexts(() => import('./BasketPanel').then((found) => ({ default: found.BasketPanel }))))
const PriceDrops = lazy(() => import('./PriceDrops').then((found) => ({ default: found.PriceDrops })))

/** The home page: the build, part by part. */
export default function BuilderPage() {
  const { t, format } = useText()
  const { components } = useBuild((state) => state.currentBuild)
  const chosen = chosenParts(components)
  const empty = chosen.length === 0
  const today = useQuery(productsQuery(chosen.map((one) => one.product.id)))
  const shops = useQuery(retailersQuery)
  const judged = useQuery(compatibilityQuery(components))
  const basket = useQuery(basketQuery(components))
  useFreshChoices()
  // What stands beside and below the table follows it in small steps.
  const whole = useDeferredValue(true, false)

  const said = empty ? undefined : judged.data
  const verdict = said && readVerdict(said, components)
  const lines = buildLines(components, today.isPlaceholderData ? undefined : today.data, shops.data?.retailers ?? [])
  const total = linesTotal(lines)
  const products = new Map(lines.map((line) => [line.product.id, line.product]))
  const missing = verdict?.needed ?? requiredSlots.map(({ type }) => type).filter((type) => !components[type]?.length)
  const supply = components.PSU?.[0]?.product.specs?.psuWattage
  return (
    <Page title={t('build.title')}>
      <div className={styles.head}>
        <div>
          <div className={styles.title}>
            <BuildName empty={empty} />
            <Chip kind="accent">{t('build.required', { done: format.count(requiredDone(components)), all: format.count(requiredSlots.length) })}</Chip>
          </div>
          <p>
            {empty
              ? t('build.lead')
              : missing.length === 0
                ? t('build.allChosen')
                : t('build.needed', { parts: format.list(missing.map((type) => t(`category.${type}.one`))) })}
          </p>
        </div>
        <BuildActions lines={lines} />
      </div>
      <BuildErrorNote />
      {!empty && (
        <Suspense fallback={<div className={styles.totals} />}>
          <BuildTotals lines={lines} total={total} baskets={basket.data} />
        </Suspense>
      )}
      <BuildBand components={components} verdict={verdict} />
      <div className={styles.columns}>
        <div className={styles.stack}>
          <BuildTable lines={lines} total={total} verdict={verdict} recommendedPsu={said?.recommendedPsu ?? null} failed={today.isError} checkFailed={judged.isError} />
          <Suspense>
            {!empty && <ChecksPanel components={components} verdict={verdict} failed={judged.isError} onRetry={() => void judged.refetch()} />}
          </Suspense>
          {whole && <LetterKeysSwitch />}
        </div>
        <aside className={styles.rail} aria-label={t('build.summary')}>
          {whole && empty && <StartHere />}
          <Suspense>
            {!empty && <BuildSummary lines={lines} total={total} />}
            {said && <PowerPanel said={said} supply={typeof supply === 'number' ? supply : null} />}
            {!empty && basket.data && <BasketPanel baskets={basket.data} products={products} />}
            {/* The last panel comes when those above it stand: it would be pushed away. */}
            {whole && (empty || (!judged.isPending && !basket.isPending)) && <ShopsPanel />}
          </Suspense>
        </aside>
      </div>
      <Suspense>
        {whole && <PriceDrops />}
        {!empty && <Dock verdict={verdict} watts={said?.estimatedWatts ?? null} total={total} />}
      </Suspense>
    </Page>
  )
}

/** Whoever comes back to the table has finished choosing: the next choice is a new one. */
function useFreshChoices() {
  useEffect(() => {
    useBuild.setState({ target: null })
  }, [])
}
