import {
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  type ReactTable,
  type RowData,
} from '@tanstack/react-table'
import type { ParseKeys } from 'i18next'

/** Label and look of a column. */
type ColumnMeta = {
  label: ParseKeys
  /** The column holds amounts, which are aligned at the end edge. */
  amount?: true
  /** The values need no label on phones, where rows are cards. */
  unnamed?: true
  /** *none*: only screen readers get the header's label. *own*: the column renders its own header. */
  head?: 'none' | 'own'
}

/** The features of the panel's tables. Sorting and paging happen on the server. */
export const adminFeatures = tableFeatures({ rowSortingFeature, rowSelectionFeature, columnMeta: {} as ColumnMeta })

export type AdminFeatures = typeof adminFeatures
export type AdminTable<Row extends RowData> = ReactTable<AdminFeatures, Row>
