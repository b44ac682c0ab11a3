import type { RowData } from '@tanstack/react-table'
import { useText } from '~/i18n/useText'
import { Checkbox } from '~/ui/Field'

type AllProps = { table: { getIsAllRowsSelected: () => boolean; toggleAllRowsSelected: () => void } }

/** Checkbox that selects every row of the page. */
export function SelectAll({ table }: AllProps) {
  const { t } = useText()
  return (
    <Checkbox
      aria-label={t('admin.products.selectAll')}
      checked={table.getIsAllRowsSelected()}
      onChange={() => table.toggleAllRowsSelected()}
    />
  )
}

type OneProps<Row extends RowData> = {
  row: { original: Row; getIsSelected: () => boolean; toggleSelected: () => void }
}

/** Checkbox that selects one row, labelled with the row's name. */
export function SelectOne<Row extends { name: string }>({ row }: OneProps<Row>) {
  const { t } = useText()
  return (
    <Checkbox
      aria-label={t('admin.products.selectOf', { name: row.original.name })}
      checked={row.getIsSelected()}
      onChange={() => row.toggleSelected()}
    />
  )
}
