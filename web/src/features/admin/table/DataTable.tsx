import type { Header, RowData } from '@tanstack/react-table'
import { Fragment, type ComponentType } from 'react'
import { useText } from '~/i18n/useText'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import { panelClass } from '~/ui/Panel'
import type { AdminFeatures, AdminTable } from './adminTable'
import styles from './DataTable.module.css'

type DataTableProps<Row extends RowData> = {
  label: string
  table: AdminTable<Row>
  /** Content below the rows that are expanded. */
  Detail?: ComponentType<{ row: Row }>
  open?: ReadonlySet<string>
}

/** A table of the panel. On phones every row becomes a card that names its values. */
export function DataTable<Row extends RowData>({ label, table, Detail, open }: DataTableProps<Row>) {
  const { t } = useText()
  const columns = table.getAllLeafColumns().length
  return (
    <div className={classNames(panelClass, styles.frame)} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <Head key={header.id} table={table} header={header} />
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <Fragment key={row.id}>
              <tr aria-selected={row.getIsSelected() || undefined}>
                {row.getAllCells().map((cell) => {
                  const columnMeta = cell.column.columnDef.meta
                  return (
                    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell is no control, and its content has labels of its own
                    <td
                      key={cell.id}
                      className={classNames((columnMeta?.amount || columnMeta?.head === 'none') && styles.amount)}
                      data-label={columnMeta && !columnMeta.unnamed ? t(columnMeta.label) : undefined}
                    >
                      <table.FlexRender cell={cell} />
                    </td>
                  )
                })}
              </tr>
              {Detail && open?.has(row.id) && (
                <tr className={styles.detail}>
                  <td colSpan={columns}>
                    <Detail row={row.original} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Head<Row extends RowData>({ table, header }: { table: AdminTable<Row>; header: Header<AdminFeatures, Row> }) {
  const { t } = useText()
  const { column } = header
  const columnMeta = column.columnDef.meta
  const name = columnMeta && t(columnMeta.label)
  const sorted = column.getIsSorted()
  if (columnMeta?.head === 'own') {
    return (
      // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a header is no control, and its content has labels of its own
      <th scope="col">
        <table.FlexRender header={header} />
      </th>
    )
  }
  return (
    <th
      scope="col"
      className={classNames(columnMeta?.amount && styles.amount)}
      aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
    >
      {column.getCanSort() ? (
        <button type="button" onClick={column.getToggleSortingHandler()}>
          {name}
          <Icon
            name="down"
            size="s"
            className={classNames(styles.order, sorted === 'asc' && styles.up, !sorted && styles.unsorted)}
          />
        </button>
      ) : (
        <span className={columnMeta?.head === 'none' ? 'sr' : undefined}>{name}</span>
      )}
    </th>
  )
}
