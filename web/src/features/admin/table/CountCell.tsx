import { useText } from '~/i18n/useText'
import { UnknownValue } from '~/ui/Price'

/** A number in a table; a dash where there is none. */
export function CountCell({ value }: { value: number | null | undefined }) {
  const { format } = useText()
  return value === null || value === undefined ? <UnknownValue /> : <bdi dir="ltr">{format.count(value)}</bdi>
}
