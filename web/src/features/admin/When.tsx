import { useText } from '~/i18n/useText'
import { whenText } from './whenText'

/** A time in the reader's time zone. */
export function When({ at }: { at: string }) {
  const { language } = useText()
  return <time dateTime={at}>{whenText(at, language)}</time>
}
