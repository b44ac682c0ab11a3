import type { Category } from '~/api/wire'
import { useText } from '~/i18n/useText'

/** What the part of a slot is for, and what to mind when choosing it. */
export function SlotAbout({ type }: { type: Category }) {
  const { t } = useText()
  return t(`category.${type}.about`)
}
