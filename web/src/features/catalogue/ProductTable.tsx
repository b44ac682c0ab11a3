import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Category, Facet, Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import type { ListingSearch } from '~/lib/listingSearch'
import { chosenParts, useBuild } from '~/lib/buildStore'
import { usePreferences } from '~/lib/preferences'
import { priceDrop } from '~/lib/product/priceDrop'
import { isSpecKey } from '~/lib/product/specs'
import { classNames } from '~/ui/classNames'
import { FitLine } from '~/lib/fit/FitLine'
import { PageProductIds } from '~/lib/product/pageProductIds'
import { Name, useProductName } from '~/ui/ProductName'
import { PartPicture } from '~/ui/PartPicture'
import { UnknownValue, Price } from '~/ui/Price'
import { useRetailerName } from '~/ui/RetailerLabel'
import { Sparkline } from '~/ui/product/Sparkline'
import { useSpecText } from '~/lib/product/useSpecText'
import { useBuildStatus, useCanCheckFit } from '~/lib/product/useBuildStatus'
import { AddButton } from './AddButton'
import { ColumnChoice, useColumnName } from './ColumnChoice'
import { ColumnHeader } from './ColumnHeader'
import styles from './ProductTable.module.css'
import { chooseColumns, unitPrice, type ColumnKey } from './tableColumns'

type ProductTableProps = {
  products: Product[]
  facets: Record<string, Facet>
  search: ListingSearch
  onChange: (search: ListingSearch) => void
  /** Whether a newer response is loading. */
  stale: boolean
}

/** A listing as a dense table: one row per product, with the facts of its category. The server sorts. */
export function ProductTable({ products, facets, search, onChange, stale }: ProductTableProps) {
  const { t } = useText()
  const columnName = useColumnName()
  const category = onlyCategory(products)
  const chosen = usePreferences((state) => state.columns[category ?? 'mixed'])
  const hasBuild = useBuild(({ currentBuild }) => chosenParts(currentBuild.components).length > 0)
  const columns = chooseColumns(category, chosen).filter((column) => column !== 'fit' || hasBuild)
  const ids = useMemo(() => products.map(({ id }) => id), [products])
  const head = { facets, category, search, onChange }
  return (
    <PageProductIds value={ids}>
      <div className={classNames(styles.frame, !category && styles.mixed, stale && styles.stale)} aria-busy={stale}>
        <table className={styles.table}>
          <thead>
            <tr>
              <ColumnHeader {...head} column="name" className={styles.name}>
                {t('table.name')}
              </ColumnHeader>
              {columns.map((column) => (
                <ColumnHeader
                  key={column}
                  {...head}
                  column={column}
                  className={classNames(styles[column], column === 'unitPrice' && styles.amount)}
                >
                  {columnName(column, category)}
                </ColumnHeader>
              ))}
              <ColumnHeader {...head} column="price" className={styles.amount}>
                {t('table.price')}
              </ColumnHeader>
              <th className={styles.choice}>
                <ColumnChoice category={category} shown={columns} />
              </th>
            </tr>
          </thead>
          <tbody>
            {products.map((product) => (
              <Row key={product.id} product={product} columns={columns} />
            ))}
          </tbody>
        </table>
      </div>
    </PageProductIds>
  )
}

/** Returns the one category of all products; undefined where they are mixed. */
function onlyCategory(products: Product[]): Category | undefined {
  const [first] = products
  return products.every(({ category }) => category === first?.category) ? first?.category : undefined
}

function Row({ product, columns }: { product: Product; columns: ColumnKey[] }) {
  const delivered = usePreferences((state) => state.delivered)
  const productName = useProductName()
  const status = useBuildStatus(product)
  const fell = priceDrop(product) !== null
  return (
    <tr className={status === 'current' ? styles.now : undefined}>
      <th scope="row" className={styles.name} aria-label={productName(product)}>
        <span className={styles.part}>
          <span className={styles.picture}>
            <PartPicture product={product} place="thumb" />
          </span>
          <Link to="/product/$productId" params={{ productId: product.id }} dir="auto">
            <Name product={product} />
          </Link>
        </span>
      </th>
      {columns.map((column) => (
        <td key={column} className={classNames(styles[column], column === 'unitPrice' && styles.amount)}>
          <Cell product={product} column={column} />
        </td>
      ))}
      <td className={styles.amount}>
        <Price
          value={(delivered ? product.deliveredPrice : null) ?? product.price}
          best={fell && product.inStock}
          unavailable={!product.inStock}
        />
      </td>
      <td className={styles.choice}>
        <AddButton product={product} />
      </td>
    </tr>
  )
}

function Cell({ product, column }: { product: Product; column: ColumnKey }) {
  const { format } = useText()
  const specText = useSpecText()
  const canCheckFit = useCanCheckFit(product)
  const retailerName = useRetailerName()
  if (isSpecKey(column)) {
    const value = product.specs[column]
    return value === undefined ? (
      <UnknownValue />
    ) : (
      <span dir="auto" className={styles.fact}>
        {specText(column, value)}
      </span>
    )
  }
  if (column === 'fit') return canCheckFit ? <FitLine product={product} /> : <UnknownValue />
  if (column === 'trend') return <Sparkline prices={product.trend} fell={priceDrop(product) !== null} />
  if (column === 'unitPrice') {
    const price = unitPrice(product)
    return price === null ? <UnknownValue /> : <bdi dir="ltr">{format.money(price)}</bdi>
  }
  if (product.retailerCount === 0) return <UnknownValue />
  const retailer = retailerName(product.retailerSlug, product.retailer)
  return (
    <span title={retailer}>
      <bdi dir="ltr">{format.count(product.retailerCount)}</bdi>
      <span className="sr">, {retailer}</span>
    </span>
  )
}
