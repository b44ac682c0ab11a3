import { useQueries } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '~/api/client'
import { productQuery } from '~/api/queries'
import type { Product, ProductDetail } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { MAX_COMPARED, useCompare } from '~/lib/product/compareStore'
import { ButtonLink } from '~/lib/ButtonLink'
import { IconButton } from '~/ui/Button'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Switch } from '~/ui/Field'
import { Name, useProductName } from '~/ui/ProductName'
import { Page } from '~/ui/Page'
import { PartPicture } from '~/ui/PartPicture'
import { Price } from '~/ui/Price'
import { BuildButton } from '~/lib/product/BuildButton'
import { Skeleton, Loading } from '~/ui/Skeleton'
import { useErrorText } from '~/lib/useErrorText'
import { isOffered } from '~/lib/product/isOffered'
import { CompareRows } from './CompareRows'
import styles from './Compare.module.css'

const route = getRouteApi('/compare')

/** Two to four products side by side. The URL names them, so that the page can be shared as a link. */
export default function ComparePage() {
  const { t, format } = useText()
  const ids = (route.useSearch().ids ?? []).slice(0, MAX_COMPARED)
  const queries = useQueries({ queries: ids.map(productQuery) })
  const [onlyDifferences, setOnlyDifferences] = useState(false)
  const details = queries.flatMap((query) => (query.data ? [query.data] : []))
  const missing = queries.filter(({ error }) => isUnknown(error)).length
  const failure = queries.find(({ error }) => error && !isUnknown(error))?.error
  const errorText = useErrorText()
  const loading = queries.some((query) => query.isPending)

  if (ids.length === 0 || (!loading && !failure && details.length === 0)) {
    return (
      <Page wide title={t('compare.title')}>
        <Empty level={1} title={t('compare.emptyTitle')} text={t('compare.emptyText')}>
          <ButtonLink kind="filled" to="/products">
            {t('compare.browse')}
          </ButtonLink>
        </Empty>
      </Page>
    )
  }
  const kinds = new Set(details.map(({ product }) => product.category))
  return (
    <Page wide title={t('compare.title')}>
      <div className={styles.head}>
        <h1>{t('compare.title')}</h1>
        <label className={styles.switch}>
          <Switch checked={onlyDifferences} onChange={(event) => setOnlyDifferences(event.target.checked)} />
          {t('compare.differences')}
        </label>
      </div>
      {!loading && missing > 0 && (
        <p className={styles.note}>{t('compare.missing', { count: missing, n: format.count(missing) })}</p>
      )}
      {!loading && kinds.size > 1 && <p className={styles.note}>{t('compare.mixed')}</p>}
      {failure && (
        <ErrorAlert
          text={errorText(failure, t('compare.error'))}
          onRetry={() => queries.forEach((query) => query.isError && void query.refetch())}
        />
      )}
      {loading ? (
        <Loading label={t('listing.loading')}>
          <Skeleton height="24rem" />
        </Loading>
      ) : (
        <CompareTable details={details} ids={ids} onlyDifferences={onlyDifferences} />
      )}
    </Page>
  )
}

function CompareTable({
  details,
  ids,
  onlyDifferences,
}: {
  details: ProductDetail[]
  ids: string[]
  onlyDifferences: boolean
}) {
  const { t } = useText()
  return (
    <div className={styles.frame} tabIndex={0} role="region" aria-label={t('compare.title')}>
      <table className={styles.table} style={{ ['--products' as string]: details.length }}>
        <thead>
          <tr>
            <td>
              <span className="sr">{t('compare.facts')}</span>
            </td>
            {details.map(({ product }) => (
              <th key={product.id} scope="col">
                <ProductHead product={product} ids={ids} />
              </th>
            ))}
          </tr>
        </thead>
        <CompareRows details={details} onlyDifferences={onlyDifferences} />
      </table>
    </div>
  )
}

function ProductHead({ product, ids }: { product: Product; ids: string[] }) {
  const { t } = useText()
  const productName = useProductName()
  const navigate = route.useNavigate()
  const { products, toggle } = useCompare()
  return (
    <div className={styles.product}>
      <IconButton
        icon="x"
        className={styles.remove}
        label={t('compare.remove', { name: productName(product) })}
        onClick={() => {
          if (products.some((one) => one.id === product.id)) toggle(product)
          void navigate({ search: { ids: ids.filter((id) => id !== product.id) }, replace: true })
        }}
      />
      <div className={styles.stage}>
        <PartPicture product={product} place="card" />
      </div>
      <Link to="/product/$productId" params={{ productId: product.id }} dir="auto" className={styles.name}>
        <Name product={product} />
      </Link>
      <Price value={product.price} size="lg" unavailable={!isOffered(product)} />
      <BuildButton product={product} />
    </div>
  )
}

/** Whether an error means that the product does not exist. */
function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && [400, 404, 422].includes(error.status)
}
