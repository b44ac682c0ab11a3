import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Facet, Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import type { ListingSearch, ValueSort } from '~/lib/listingSearch'
import { chosenParts, useBuild } from '~/lib/buildStore'
import { usePreferences } from '~/lib/preferences'
import { priceDrop } from '~/lib/product/priceDrop'
import { CompareBox } from '~/lib/product/ProductCard'
import { isSpecKey } from '~/lib/product/specs'
import { onlyCategory } from '~/lib/product/onlyCategory'
import { unitPrice } from '~/lib/product/unitPrice'
import { classNames } from '~/ui/classNames'
import { FitLine } from '~/lib/fit/FitLine'
import { PageProductIds } from '~/lib/product/pageProductIds'
import { Name, useProductName } from '~/ui/ProductName'
import { PartPicture } from '~/ui/PartPicture'
import { UnknownValue, Price } from '~/ui/Price'
import { useRetailerName } from '~/ui/RetailerLabel'
import { Sparkline } from '~/ui/product/Sparkline'
import { Stock } from '~/ui/product/Stock'
import { useSpecText } from '~/lib/product/useSpecText'
import { useBuildStatus, useCanCheckFit } from '~/lib/product/useBuildStatus'
import { isOffered, stockOf } from '~/lib/product/isOffered'
import { AddButton } from './AddButton'
import { ColumnChoice, useColumnName } from './ColumnChoice'
import { ColumnHeader } from './ColumnHeader'
import styles from './ProductTable.module.css'
import { chooseColumns, findValueSort, isPriceColumn, type ColumnKey } from './tableColumns'

type ProductTableProps = {
  products: Product[]
  facets: Record<string, Facet>
  search: ListingSearch
  onChange: (search: ListingSearch) => void
  /** The order in force, if it is by value. */
  valueSort?: ValueSort
  /** Whether a newer response is loading. */
  stale: boolean
}

/** A listing as a dense table: one row per product, with the facts of its category. The server sorts. */
export function ProductTable({ products, facets, search, onChange, valueSort, stale }: ProductTableProps) {
  const { t } = useText()
  const columnName = useColumnName()
  const category = onlyCategory(products)
  const chosen = usePreferences((state) => state.columns[category ?? 'mixed'])
  const hasBuild = useBuild(({ currentBuild }) => chosenParts(currentBuild.components).length > 0)
  const columns = useMemo(
    () => chooseColumns(category, chosen, valueSort).filter((column) => column !== 'fit' || hasBuild),
    [category, chosen, valueSort, hasBuild],
  )
  const ids = useMemo(() => products.map(({ id }) => id), [products])
  const numeric = useMemo(() => findNumericColumns(columns, products), [columns, products])
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
                  className={classNames(
                    styles[column],
                    isPriceColumn(column) && styles.amount,
                    numeric.has(column) && styles.number,
                  )}
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
              <Row key={product.id} product={product} columns={columns} numeric={numeric} />
            ))}
          </tbody>
        </table>
      </div>
    </PageProductIds>
  )
}

/** Returns the columns of numbers, which are aligned at their end: their digits stand below each other. */
function findNumericColumns(columns: ColumnKey[], products: Product[]): ReadonlySet<ColumnKey> {
  return new Set(
    columns.filter((column) => {
      if (column === 'shops') return true
      if (!isSpecKey(column)) return false
      const values = products.map(({ specs }) => specs[column]).filter((value) => value !== undefined)
      return values.length > 0 && values.every((value) => typeof value === 'number')
    }),
  )
}

type RowProps = { product: Product; columns: ColumnKey[]; numeric: ReadonlySet<ColumnKey> }

function Row({ product, columns, numeric }: RowProps) {
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
        <td
          key={column}
          className={classNames(
            styles[column],
            isPriceColumn(column) && styles.amount,
            numeric.has(column) && styles.number,
          )}
        >
          <Cell product={product} column={column} />
        </td>
      ))}
      <td className={styles.amount}>
        <Price
          value={(delivered ? product.deliveredPrice : null) ?? product.price}
          best={fell && product.inStock}
          unavailable={!isOffered(product)}
        />
        {(product.preOrder || product.stockUnknown) && <Stock stock={stockOf(product)} />}
      </td>
      <td className={styles.choice}>
        <CompareBox product={product} short />
        <AddButton product={product} />
      </td>
    </tr>
  )
}

/** Leaves out the brand before a series: RTX 5070 Ti of GeForce RTX 5070 Ti, so that a chip's name keeps to one line. */
const shortChipName = (chip: string): string => chip.replace(/^[A-Z][a-z]+[A-Za-z]* (?=[A-Z]{2,} )/, '')

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
        {column === 'gpuChipset' ? shortChipName(specText(column, value)) : specText(column, value)}
      </span>
    )
  }
  if (column === 'fit') return canCheckFit ? <FitLine product={product} /> : <UnknownValue />
  if (column === 'trend') return <Sparkline prices={product.trend} fell={priceDrop(product) !== null} />
  if (isPriceColumn(column)) {
    const sort = findValueSort(column, product.category)
    const price = sort ? unitPrice(product, sort) : null
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
