import { useTable, type ColumnDef, type RowData, type RowSelectionState } from '@tanstack/react-table'
import { useState } from 'react'
import { adminFeatures, type AdminFeatures } from './adminTable'

/** Returns a table whose rows can be ticked, the ticked rows, and a function that removes the ticks. */
export function useSelectableTable<Row extends RowData>(
  columns: ColumnDef<AdminFeatures, Row>[],
  rows: Row[],
  idOf: (row: Row) => string,
) {
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({})
  const table = useTable({
    features: adminFeatures,
    columns,
    data: rows,
    getRowId: idOf,
    manualSorting: true,
    enableSorting: false,
    state: { rowSelection },
    onRowSelectionChange: setRowSelection,
  })
  return { table, ticked: rows.filter((row) => rowSelection[idOf(row)]), clear: () => setRowSelection({}) }
}
