import { rowSelectionFeature, rowSortingFeature, tableFeatures, type ReactTable, type RowData } from '@tanstack/react-table'
import type { ParseKeys } from 'i18next'

/** What a column is called, and how it looks. */
export type ColumnLook = {
  label: ParseKeys
  /** Amounts stand at the end edge. */
  amount?: true
  /** Its values say themselves what they are, where rows are cards. */
  unnamed?: true
  /** So does all of it, in its head too; or it draws the head by itself. */
  head?: 'none' | 'own'
}

/** What the tables of the panel can do. The server sorts and pages. */
export const adminFeatures = tableFeatures({ rowSortingFeature, rowSelectionFeature, columnMeta: {} as ColumnLook })

export type AdminFeatures = typeof adminFeatures
/** A table of the panel. */
export type AdminTable<Row extends RowData> = ReactTable<AdminFeatures, Row>
