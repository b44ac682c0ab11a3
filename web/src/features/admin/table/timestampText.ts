import type { Language } from '~/i18n/language'

const locales: Record<Language, string> = { en: 'en-GB', ar: 'ar-KW-u-nu-latn' }
/** The month is written in words: in digits the day and the month are easily confused. */
const parts: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  // Of 24 hours in both languages, as their neighbours on the page.
  hourCycle: 'h23',
}
const made = new Map<Language, Intl.DateTimeFormat>()

/** Formats a time in the reader's time zone: 21 Nov 2026, 17:30. */
export function timestampText(iso: string, language: Language): string {
  let format = made.get(language)
  if (!format) {
    format = new Intl.DateTimeFormat(locales[language], parts)
    made.set(language, format)
  }
  return format.format(new Date(iso))
}
