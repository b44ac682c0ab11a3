import { useText } from '~/i18n/useText'

/** The number of ticked rows; `none` where there are none. */
export function SelectedCount({ count, none }: { count: number; none: string }) {
  const { t, format } = useText()
  return <span>{count === 0 ? none : t('admin.products.selected', { count, n: format.count(count) })}</span>
}
