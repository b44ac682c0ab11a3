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

type OneProps = { row: { getIsSelected: () => boolean; toggleSelected: () => void }; name: string }

/** Checkbox that selects one row, labelled with the row's name. */
export function SelectOne({ row, name }: OneProps) {
  const { t } = useText()
  return (
    <Checkbox
      aria-label={t('admin.products.selectOf', { name })}
      checked={row.getIsSelected()}
      onChange={() => row.toggleSelected()}
    />
  )
}
