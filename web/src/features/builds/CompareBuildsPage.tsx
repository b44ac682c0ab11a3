import { useQueries } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Category } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { multiplyKwd } from '~/lib/build'
import { compareBuilds } from '~/lib/buildComparison'
import { subtractKwd } from '~/lib/money'
import {
  MAX_COMPARED_BUILDS,
  findPartState,
  listFilledSlots,
  savedBuildQuery,
  listSavedParts,
  toBuild,
  type SavedBuild,
  type SavedPart,
} from '~/lib/accountBuilds'
import { Breadcrumb } from '~/ui/Breadcrumb'
import { ButtonLink } from '~/lib/ButtonLink'
import { classNames } from '~/ui/classNames'
import { Empty } from '~/ui/Empty'
import { Switch } from '~/ui/Field'
import { Name } from '~/ui/ProductName'
import { panelClass } from '~/ui/Panel'
import { UnknownValue, Price } from '~/ui/Price'
import { RequireSession } from '~/lib/session/RequireSession'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { useSavedBuildName } from '~/lib/useSavedBuildName'
import styles from './Builds.module.css'
import { VerdictChip } from './Verdict'

const route = getRouteApi('/my-builds/compare')

/** Two to four of the user's builds side by side. The URL names them. */
export default function CompareBuildsPage() {
  const { t } = useText()
  return (
    <RequireSession title={t('builds.compareTitle')}>
      <Breadcrumb here={t('builds.compareTitle')}>
        <Link to="/my-builds">{t('builds.title')}</Link>
      </Breadcrumb>
      <Comparison />
    </RequireSession>
  )
}

function Comparison() {
  const { t, format } = useText()
  const ids = (route.useSearch().ids ?? []).slice(0, MAX_COMPARED_BUILDS)
  const queries = useQueries({ queries: ids.map((id) => savedBuildQuery(id)) })
  const builds = queries.flatMap((query) => query.data?.build ?? [])
  const missing = queries.filter((query) => query.isError).length
  if (queries.some((query) => query.isPending)) {
    return (
      <Loading label={t('builds.loading')}>
        <Skeleton height="24rem" />
      </Loading>
    )
  }
  if (builds.length < 2) {
    return (
      <Empty
        level={1}
        title={missing > 0 ? t('builds.compareNotFound') : t('builds.compareEmpty')}
        text={t('builds.compareHint')}
      >
        <ButtonLink to="/my-builds" kind="filled">
          {t('builds.title')}
        </ButtonLink>
      </Empty>
    )
  }
  return (
    <>
      {missing > 0 && (
        <p className={styles.notice}>{t('builds.compareMissing', { count: missing, n: format.count(missing) })}</p>
      )}
      <ComparisonTable builds={builds} />
    </>
  )
}

function ComparisonTable({ builds }: { builds: [SavedBuild, ...SavedBuild[]] | SavedBuild[] }) {
  const { t } = useText()
  const nameOf = useSavedBuildName()
  const [onlyDifferences, setOnlyDifferences] = useState(false)
  const local = builds.map(toBuild)
  const first = local[0]
  const differing = new Set(
    first && local.slice(1).flatMap((other) => compareBuilds(first, other).differences.map(({ category }) => category)),
  )
  const rows = listFilledSlots(local).filter((slot) => !onlyDifferences || differing.has(slot))
  return (
    <>
      <div className={styles.head}>
        <h1>{t('builds.compareTitle')}</h1>
        <label className={styles.switch}>
          <Switch checked={onlyDifferences} onChange={(event) => setOnlyDifferences(event.target.checked)} />
          {t('compare.differences')}
        </label>
      </div>
      <div
        className={classNames(panelClass, styles.frame)}
        tabIndex={0}
        role="region"
        aria-label={t('builds.compareTitle')}
      >
        <table
          className={classNames(styles.table, styles.compared)}
          style={{ minInlineSize: `${8 + builds.length * 12}rem` }}
        >
          <thead>
            <tr>
              <td>
                <span className="sr">{t('builds.column.component')}</span>
              </td>
              {builds.map((build) => (
                <th key={build.id} scope="col" aria-label={nameOf(build)}>
                  <Link to="/build/$shareToken" params={{ shareToken: build.shareToken }}>
                    <bdi>{nameOf(build)}</bdi>
                  </Link>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((slot) => (
              <SlotRow key={slot} slot={slot} builds={builds} differs={differing.has(slot)} />
            ))}
          </tbody>
          <TotalRows builds={builds} />
        </table>
      </div>
    </>
  )
}

function SlotRow({ slot, builds, differs }: { slot: Category; builds: SavedBuild[]; differs: boolean }) {
  const { t, format } = useText()
  return (
    <tr className={classNames(differs && styles.differs)}>
      <th scope="row">
        {t(`category.${slot}.one`)}
        {differs && <span className="sr"> {t('builds.differs')}</span>}
      </th>
      {builds.map((build) => {
        const parts = listSavedParts(build).filter((part) => part.componentType === slot)
        return (
          <td key={build.id}>
            {parts.length === 0 && <UnknownValue />}
            {parts.map((part) => (
              <p key={part.product.id ?? part.product.name}>
                <Name product={part.product} />
                {part.quantity > 1 && (
                  <>
                    {' '}
                    <bdi>× {format.count(part.quantity)}</bdi>
                  </>
                )}
                <br />
                <PartPrice part={part} />
              </p>
            ))}
          </td>
        )
      })}
    </tr>
  )
}

/** Today's price of all pieces of a part, and its state where it is not in stock. */
function PartPrice({ part }: { part: SavedPart }) {
  const { t } = useText()
  const { product, quantity } = part
  const state = findPartState(part)
  return (
    <>
      {state !== 'gone' && state !== 'unsold' && (
        <Price
          value={product.price === null ? null : multiplyKwd(product.price, quantity)}
          unavailable={state === 'out'}
        />
      )}
      {state !== 'sold' && (
        <>
          {' '}
          <small className={styles.warning}>{t(`builds.state.${state}`)}</small>
        </>
      )}
    </>
  )
}

function TotalRows({ builds }: { builds: SavedBuild[] }) {
  const { t, format } = useText()
  const from = builds[0]?.todayTotal ?? 0
  const row = (label: string, cell: (build: SavedBuild, index: number) => React.ReactNode) => (
    <tr>
      <th scope="row">{label}</th>
      {builds.map((build, index) => (
        <td key={build.id}>{cell(build, index)}</td>
      ))}
    </tr>
  )
  return (
    <tfoot>
      {row(t('builds.todayTotal'), (build) => (
        <Price value={build.todayTotal} size="lg" />
      ))}
      {row(t('builds.difference'), (build, index) =>
        index === 0 ? (
          <UnknownValue />
        ) : (
          <bdi dir="ltr">
            {format.difference(subtractKwd(build.todayTotal, from))}
            {from > 0 && ` (${format.percentChange((build.todayTotal - from) / from)})`}
          </bdi>
        ),
      )}
      {row(t('builds.savedDay'), (build) => (
        <>
          <Price value={build.totalPrice} />
          <br />
          <small>{format.fullDay(build.pricedAt)}</small>
        </>
      ))}
      {row(t('builds.verdict'), (build) => (
        <VerdictChip build={build} />
      ))}
    </tfoot>
  )
}
