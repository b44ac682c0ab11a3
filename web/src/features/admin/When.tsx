import { useText } from '~/i18n/useText'
import { whenText } from './whenText'

/** A moment, as the reader's clock shows it. */
export function When({ at }: { at: string }) {
  const { language } = useText()
  return <time dateTime={at}>{whenText(at, language)}</time>
}
