import type { ReactNode } from 'react'
import type { Category, Facet } from '~/api/wire'
import type { ListingSearch } from '~/lib/listingSearch'
import { Icon } from '~/ui/Icon'
import { withChanges } from './filterChanges'
import styles from './ProductTable.module.css'
import { toColumnSorts, type ColumnKey } from './tableColumns'

type ColumnHeaderProps = {
  column: ColumnKey | 'name' | 'price'
  facets: Record<string, Facet>
  category: Category | undefined
  search: ListingSearch
  onChange: (search: ListingSearch) => void
  className?: string
  children: ReactNode
}

/**
 * A column's header: a button where the server can sort by the column. A second press reverses the order, a third one
 * removes it.
 */
export function ColumnHeader({ column, facets, category, search, onChange, className, children }: ColumnHeaderProps) {
  const orders = toColumnSorts(column, facets, category)
  if (!orders) {
    return (
      <th scope="col" className={className}>
        {children}
      </th>
    )
  }
  const at = search.sort ? orders.indexOf(search.sort) : -1
  const current = at < 0 ? undefined : orders[at]
  const descending = current === 'drop' || (current?.endsWith('desc') ?? false)
  return (
    <th scope="col" className={className} aria-sort={current ? (descending ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => onChange(withChanges(search, { sort: orders[at + 1] }))}
      >
        {children}
        {current && <Icon name="down" size="s" className={descending ? undefined : styles.up} />}
      </button>
    </th>
  )
}
