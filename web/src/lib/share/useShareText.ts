import { useText } from '~/i18n/useText'
import { shareText, type SharedLine } from './shareText'

/** Returns a function that writes a build as a message in the reader's language. */
export function useShareText(): (title: string, lines: SharedLine[], total: number) => string {
  const { t, format } = useText()
  return (title, lines, total) =>
    shareText(title, lines, total, {
      label: (category) => t(`category.${category}.one`),
      money: format.money,
      sold: (line) => t('share.line', line),
      unsold: (line) => t('share.lineUnsold', line),
      total: (amount) => t('share.total', { total: amount }),
    })
}
