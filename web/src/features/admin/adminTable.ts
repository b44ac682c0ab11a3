import { rowSelectionFeature, rowSortingFeature, tableFeatures, type ReactTable, type RowData } from '@tanstack/react-table'
import type { ParseKeys } from 'i18next'

/** What a column is called, whether it holds amounts, which stand at the end edge, needs no name beside its values, or draws its own head. */
export type ColumnLook = { label: ParseKeys; amount?: true; unnamed?: true; ownHead?: true }

/** What the tables of the panel can do. The server sorts and pages. */
export const adminFeatures = tableFeatures({ rowSortingFeature, rowSelectionFeature, columnMeta: {} as ColumnLook })

export type AdminFeatures = typeof adminFeatures
/** A table of the panel. */
export type AdminTable<Row extends RowData> = ReactTable<AdminFeatures, Row>
