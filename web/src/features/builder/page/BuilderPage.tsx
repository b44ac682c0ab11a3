import { useQuery } from '@tanstack/react-query'
import { Suspense, useDeferredValue, useEffect, type ComponentProps } from 'react'
import { withTexts } from '~/i18n'
import { productsQuery } from '~/api/productsQuery'
import { retailersQuery } from '~/api/queries'
import { useText } from '~/i18n/useText'
import { chosenParts, useBuild, type Components } from '~/lib/buildStore'
import { BuildBand } from '~/lib/buildBand/BuildBand'
import { Page } from '~/ui/Page'
import { basketQuery, compatibilityQuery } from '../shared/api'
import styles from '../shared/Builder.module.css'
import { BuildHead } from './BuildHead'
import { buildLines, sumLines, type BuildLine } from '../shared/buildLines'
import { BuildTable } from '../parts/BuildTable'
import { Drops, areDropsBelowTable, FirstVisit } from '../start/FirstVisit'
import { BuildSummary, BuildTotals, ChecksPanel, Dock } from '../parts/loadFilledBuildComponents'
import { useFollowMerges } from './useFollowMerges'
import { readVerdict, type Compatibility } from '~/lib/verdict'
import { lazyPiece, renderNothing } from '~/ui/lazyPiece'

const BuildErrorNote = lazyPiece(
  withTexts(['build'], () => import('./BuildErrorNote')),
  'BuildErrorNote',
)
// Each panel is requested once the response that it shows has arrived; the last one is below the first screen.
const PowerPanel = lazyPiece(
  withTexts(['build'], () => import('../checks/PowerPanel')),
  'PowerPanel',
)
const BasketPanel = lazyPiece(
  withTexts(['build'], () => import('../totals/BasketPanel')),
  'BasketPanel',
)
const RetailersPanel = lazyPiece(() => import('../totals/RetailersPanel'), 'RetailersPanel')
// Shown only after a template without parts was chosen.
const TemplateList = lazyPiece(
  withTexts(['build'], () => import('../start/TemplateList')),
  'TemplateList',
)
const LetterKeysSwitch = lazyPiece(() => import('./LetterKeysSwitch'), 'LetterKeysSwitch', renderNothing)
const PriceDropCards = lazyPiece(() => import('./PriceDropCards'), 'PriceDropCards', renderNothing)

/** The home page: the build, part by part. */
export default function BuilderPage() {
  const { t } = useText()
  const { components, templateId } = useBuild((state) => state.currentBuild)
  const hasError = useBuild((state) => state.errorCode !== null)
  const { today, check, retryCheck, basket, compatibility, verdict, lines, total } = useBuildFigures(components)
  useFollowMerges(lines)
  const empty = lines.length === 0
  const isFirstVisit = empty && templateId === undefined
  useResetChoiceTarget()
  // The content beside and below the table renders after it, in small steps.
  const afterFirstRender = useDeferredValue(true, false)
  return (
    <Page title={t('build.title')}>
      {isFirstVisit && <FirstVisit afterFirstRender={afterFirstRender} />}
      <BuildHead components={components} verdict={verdict} lines={lines} empty={empty} isFirstVisit={isFirstVisit} />
      <Suspense>{hasError && <BuildErrorNote />}</Suspense>
      {!empty && (
        <Suspense fallback={<div className={styles.totals} />}>
          <BuildTotals lines={lines} total={total} baskets={basket.data} />
        </Suspense>
      )}
      <BuildBand components={components} verdict={verdict} hasEmptyRows />
      <div className={styles.columns}>
        <div className={styles.stack}>
          <BuildTable
            hasOtherNextStep={isFirstVisit}
            lines={lines}
            verdict={verdict}
            recommendedPsu={compatibility?.recommendedPsu ?? null}
            pricesFailed={today.isError}
            checkFailed={check.isError}
            loading={!empty && (today.isFetching || check.isFetching)}
          />
          <Suspense>
            {!empty && (
              <ChecksPanel components={components} verdict={verdict} failed={check.isError} onRetry={retryCheck} />
            )}
          </Suspense>
          <Suspense>{afterFirstRender && <LetterKeysSwitch />}</Suspense>
        </div>
        <BuildRail
          lines={lines}
          total={total}
          compatibility={compatibility}
          baskets={basket.data}
          isFirstVisit={isFirstVisit}
          afterFirstRender={afterFirstRender}
          settled={!check.isPending && !basket.isPending}
        />
      </div>
      {isFirstVisit && areDropsBelowTable && <Drops afterFirstRender={afterFirstRender} />}
      <Suspense>
        {afterFirstRender && !isFirstVisit && <PriceDropCards />}
        {!empty && <Dock verdict={verdict} watts={compatibility?.estimatedWatts ?? null} total={total} />}
      </Suspense>
    </Page>
  )
}

/** Returns what the server says of a build's parts, and the table's rows and total made of it. */
function useBuildFigures(components: Components) {
  const chosen = chosenParts(components)
  const today = useQuery(productsQuery(chosen.map((one) => one.product.id)))
  const retailers = useQuery(retailersQuery)
  const check = useQuery(compatibilityQuery(components))
  const basket = useQuery(basketQuery(components))
  const compatibility = chosen.length === 0 ? undefined : check.data
  const verdict = compatibility && readVerdict(compatibility, components)
  const lines = buildLines(
    components,
    today.isPlaceholderData ? undefined : today.data,
    retailers.data?.retailers ?? [],
  )
  const retryCheck = () => void check.refetch()
  return { today, check, retryCheck, basket, compatibility, verdict, lines, total: sumLines(lines) }
}

type BuildRailProps = {
  lines: BuildLine[]
  total: number
  compatibility: Compatibility | undefined
  baskets: ComponentProps<typeof BasketPanel>['baskets'] | undefined
  isFirstVisit: boolean
  afterFirstRender: boolean
  /** Whether the compatibility check and the baskets have answered. */
  settled: boolean
}

/** The column beside the table: sums, power, and ways to buy the build. */
function BuildRail({ lines, total, compatibility, baskets, isFirstVisit, afterFirstRender, settled }: BuildRailProps) {
  const { t } = useText()
  const empty = lines.length === 0
  const products = new Map(lines.map((line) => [line.product.id, line.product]))
  const supplyWatts = lines.find(({ part }) => part.componentType === 'PSU')?.part.product.specs?.psuWattage
  return (
    <aside className={styles.rail} aria-label={t('build.summary')}>
      <Suspense>
        {afterFirstRender && empty && !isFirstVisit && <TemplateList />}
        {!empty && <BuildSummary lines={lines} total={total} baskets={baskets} />}
        {compatibility && (
          <PowerPanel power={compatibility} chosenWatts={typeof supplyWatts === 'number' ? supplyWatts : null} />
        )}
        {!empty && baskets && <BasketPanel baskets={baskets} products={products} />}
        {/* The last panel waits for those above it, which would push it down. */}
        {afterFirstRender && (empty || settled) && <RetailersPanel />}
      </Suspense>
    </aside>
  )
}

/** Clears the choice target when the table is shown again: the next choice starts fresh. */
function useResetChoiceTarget() {
  useEffect(() => {
    useBuild.setState({ target: null })
  }, [])
}
