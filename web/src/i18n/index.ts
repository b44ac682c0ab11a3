import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import ar from './ar.json'
import en from './en.json'
import { documentLanguage, rememberLanguage, type Language } from './language'

type Shape<T> = { [K in keyof T]: T[K] extends string ? string : Shape<T[K]> }

// Arabic has more plural forms than English, never fewer texts.
const arabic: Shape<typeof en> = ar

const hebrewOrArabic = /[\u0590-\u08ff]/

/**
 * Keeps a value's own direction inside a sentence: numbers and Latin names in Arabic, Arabic names in English.
 * Invisible isolates (U+2066 to U+2069) do in plain texts what `<bdi>` does in markup.
 */
export function isolate(value: string, language: string): string {
  if (hebrewOrArabic.test(value)) return language === 'ar' ? value : `\u2067${value}\u2069`
  return language === 'ar' && value !== '' ? `\u2066${value}\u2069` : value
}

void i18next.use(initReactI18next).init({
  lng: documentLanguage(),
  fallbackLng: 'en',
  resources: { en: { translation: en }, ar: { translation: arabic } },
  // React escapes markup already; what is left to do to a value is to isolate its direction.
  interpolation: { escapeValue: true, escape: (value: unknown) => isolate(String(value), i18next.language) },
  returnNull: false,
  initAsync: false,
})

/** Switches the whole page to a language, at once, and remembers it. */
export function switchLanguage(language: Language): void {
  rememberLanguage(language)
  void i18next.changeLanguage(language)
}

export { i18next }
