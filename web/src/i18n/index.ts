import i18next from 'i18next'
import type en from './en.json'
import { documentLanguage, rememberLanguage, type Language } from './language'
import type moreEn from './more.en.json'

type Shape<T> = { [K in keyof T]: T[K] extends string ? string : Shape<T[K]> }

/** What every language has to say. Arabic has more plural forms than English, never fewer texts. */
type Texts = Shape<typeof en>

// Each language is a part of its own: nobody loads the texts of the other.
const texts: Record<Language, () => Promise<Texts>> = {
  en: () => import('./en.json').then((found) => found.default),
  ar: () => import('./ar.json').then((found) => found.default),
}

// What only accounts, dialogs and panels further down say comes along with them.
const moreTexts: Record<Language, () => Promise<Shape<typeof moreEn>>> = {
  en: () => import('./more.en.json').then((found) => found.default),
  ar: () => import('./more.ar.json').then((found) => found.default),
}
let wantsMore = false

async function addMore(language: Language): Promise<void> {
  i18next.addResourceBundle(language, 'translation', await moreTexts[language](), true)
}

/** Makes a lazy part ready together with the texts of `more.*.json`, which every part outside the first load may use. */
export function withMoreTexts<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    wantsMore = true
    const [part] = await Promise.all([load(), addMore(documentLanguage())])
    return part
  }
}

const hebrewOrArabic = /[\u0590-\u08ff]/

/**
 * Keeps a value's own direction inside a sentence: numbers and Latin names in Arabic, Arabic names in English.
 * Invisible isolates (U+2066 to U+2069) do in plain texts what `<bdi>` does in markup.
 */
export function isolate(value: string, language: string): string {
  if (hebrewOrArabic.test(value)) return language === 'ar' ? value : `\u2067${value}\u2069`
  return language === 'ar' && value !== '' ? `\u2066${value}\u2069` : value
}

/** Makes the texts of the document's language ready. To be awaited before anything is drawn. */
export async function startI18n(): Promise<void> {
  const language = documentLanguage()
  await i18next.init({
    lng: language,
    resources: { [language]: { translation: await texts[language]() } },
    fallbackLng: false,
    // React escapes markup already; what is left to do to a value is to isolate its direction.
    interpolation: { escapeValue: true, escape: (value: unknown) => isolate(String(value), i18next.language) },
    returnNull: false,
    initAsync: false,
  })
}

/** Switches the whole page to a language and remembers it. */
export async function switchLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await texts[language]())
  }
  if (wantsMore) await addMore(language)
  rememberLanguage(language)
  await i18next.changeLanguage(language)
}
