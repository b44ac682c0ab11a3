import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '~/api/client'
import { productQuery } from '~/api/queries'
import { useText } from '~/i18n/useText'
import { chosenIds, MAX_QUANTITY } from '~/lib/build'
import { useBuild } from '~/lib/buildStore'
import { categories } from '~/lib/categories'
import { mayReplaceBuild } from '~/lib/mayReplaceBuild'
import { ShareButtons } from '~/lib/share/ShareButtons'
import { useShareText } from '~/lib/share/useShareText'
import { useToasts } from '~/lib/toasts'
import { useErrorText } from '~/lib/useErrorText'
import { useSavedBuildName } from '~/lib/useSavedBuildName'
import { useSubmit } from '~/lib/useSubmit'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { useProductName } from '~/ui/ProductName'
import { useRetailerName } from '~/ui/RetailerLabel'
import { Loading, Skeleton } from '~/ui/Skeleton'
import styles from './PartsList.module.css'
import { PartsTable, priceOfPart, sumParts, type ListedPart } from './PartsTable'

/** Maximum number of different parts; further ids of a longer link are ignored. */
const MAX_LISTED = 40

type PartsListProps = {
  /** The ids of the products, each once per piece. */
  named: string[]
  /** The name of the build that the link states. */
  name: string | null
  /** The address that shows this list. */
  link: string
}

/** A list of parts in the order of the builder's rows, with each retailer's price, to print, to share and to use. */
export function PartsList({ named, name, link }: PartsListProps) {
  const { t, format } = useText()
  const errorText = useErrorText()
  const nameOf = useSavedBuildName()
  const build = useBuild((state) => state.currentBuild)
  const ids = [...new Set(named)].slice(0, MAX_LISTED)
  const quantity = (id: string) => Math.min(named.filter((one) => one === id).length, MAX_QUANTITY)
  const queries = useQueries({ queries: ids.map(productQuery) })
  const pending = queries.some((query) => query.isPending)
  const unknown = ids.filter((_, index) => isUnknown(queries[index]?.error))
  const failed = queries.find((query) => query.isError && !isUnknown(query.error))?.error
  const details = queries.flatMap((query) => query.data ?? [])
  const parts = inRowOrder(details.map((detail) => ({ detail, quantity: quantity(detail.product.id) })))
  const isCurrent = chosenIds(build.components).toSorted().join() === named.toSorted().join()
  const shownName = name ?? (isCurrent ? nameOf(build) : null)
  return (
    <>
      <ListHead name={shownName} />
      {failed && (
        <ErrorAlert
          text={errorText(failed, t('partsList.error'))}
          onRetry={() => queries.forEach((query) => query.isError && void query.refetch())}
        />
      )}
      {unknown.length > 0 && (
        <p className={styles.unknown}>
          {t('partsList.notFound', { count: unknown.length, n: format.count(unknown.length), ids: unknown.join(', ') })}
        </p>
      )}
      {pending && (
        <Loading label={t('listing.loading')}>
          <Skeleton height="12rem" />
        </Loading>
      )}
      {/* All rows at once: rows that arrive one by one would push those that are being read. */}
      {!pending && parts.length > 0 && (
        <>
          <PartsTable parts={parts} />
          <ListActions parts={parts} name={shownName} link={link} canUse={!isCurrent} />
        </>
      )}
    </>
  )
}

/** Sorts parts by the builder's rows; parts of one row keep their order. */
function inRowOrder(parts: ListedPart[]): ListedPart[] {
  return categories.flatMap(({ type }) => parts.filter(({ detail }) => detail.product.category === type))
}

/** The title with the day of the list. `name`: that of the link, or of the builder's own build where the list is of its parts. */
function ListHead({ name }: { name: string | null }) {
  const { t, format } = useText()
  const [now] = useState(() => new Date().toISOString())
  return (
    <div className={styles.head}>
      <div>
        <h1>{t('partsList.title')}</h1>
        <p className={styles.of}>
          {name !== null && (
            <>
              <bdi>{name}</bdi>
              {' · '}
            </>
          )}
          <time>{format.fullDay(now)}</time>
        </p>
        <p>{t('partsList.lead')}</p>
      </div>
      <Button className={styles.print} onClick={() => window.print()}>
        {t('partsList.print')}
      </Button>
    </div>
  )
}

type ListActionsProps = { parts: ListedPart[]; name: string | null; link: string; canUse: boolean }

/** The ways to send the list, and to take its parts into the builder. */
function ListActions({ parts, name, link, canUse }: ListActionsProps) {
  const { t } = useText()
  const title = name ?? t('partsList.title')
  const write = useShareText()
  const productName = useProductName()
  const retailerName = useRetailerName()
  const lines = parts.map((part) => {
    const { product } = part.detail
    return {
      category: product.category,
      name: productName(product),
      quantity: part.quantity,
      total: priceOfPart(part),
      shop: retailerName(product.retailerSlug, product.retailer),
    }
  })
  return (
    <div className={styles.actions}>
      <ShareButtons title={title} text={write(title, lines, sumParts(parts))} link={link} />
      {canUse && <UseButton parts={parts} name={name} />}
    </div>
  )
}

/** Copies the parts into the visitor's own builder. */
function UseButton({ parts, name }: { parts: ListedPart[]; name: string | null }) {
  const { t } = useText()
  const navigate = useNavigate()
  const showToast = useToasts((state) => state.show)
  const using = useSubmit({
    mutationFn: async () => {
      if (!(await mayReplaceBuild(t('builds.replaceConfirm')))) return
      const chosen = parts.map(({ detail: { product }, quantity }) => ({ product, quantity }))
      useBuild.getState().replaceParts(chosen, name ?? undefined)
      showToast(t('builds.used'))
      await navigate({ to: '/' })
    },
  })
  return (
    <Button icon="plus" onClick={() => using.mutate()}>
      {t('builds.use')}
    </Button>
  )
}

function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && [400, 404, 422].includes(error.status)
}
