import { useText } from '~/i18n/useText'
import { timestampText } from './timestampText'

/** A time in the reader's time zone. */
export function Timestamp({ at }: { at: string }) {
  const { language } = useText()
  return <time dateTime={at}>{timestampText(at, language)}</time>
}
