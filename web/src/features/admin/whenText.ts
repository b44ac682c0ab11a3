import type { Language } from '~/i18n/language'

const locales: Record<Language, string> = { en: 'en-GB', ar: 'ar-KW-u-nu-latn' }
/** The month in words: in digits nobody knows which number is the day. */
const parts: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' }
const made = new Map<Language, Intl.DateTimeFormat>()

/** A moment where the reader is: 21 Nov 2026, 17:30. */
export function whenText(iso: string, language: Language): string {
  let format = made.get(language)
  if (!format) {
    format = new Intl.DateTimeFormat(locales[language], parts)
    made.set(language, format)
  }
  return format.format(new Date(iso))
}
