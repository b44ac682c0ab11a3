import i18next from 'i18next'
import type adminEn from './admin.en.json'
import type browsingEn from './browsing.en.json'
import type buildEn from './build.en.json'
import type catalogueEn from './catalogue.en.json'
import type compareEn from './compare.en.json'
import type en from './en.json'
import type homeEn from './home.en.json'
import type landingEn from './landing.en.json'
import { loadAcrossOutages } from '~/lib/connection'
import { documentLanguage, rememberLanguage, setDocumentLanguage, type Language } from './language'
import type moreEn from './more.en.json'
import type productEn from './product.en.json'
import type specsEn from './specs.en.json'

type Shape<T> = { [K in keyof T]: T[K] extends string ? string : Shape<T[K]> }

/** How the texts of each language are fetched. Arabic has more plural forms than English, never fewer texts. */
type Fetched<T> = Record<Language, () => Promise<{ default: Shape<T> }>>

// Each language is a part of its own: nobody loads the texts of the other. These every page needs.
const texts: Fetched<typeof en> = { en: () => import('./en.json'), ar: () => import('./ar.json') }

/** What only some pages say, in sets that come along with them; `more` is for what comes after a page's first sight. */
const sets = {
  specs: { en: () => import('./specs.en.json'), ar: () => import('./specs.ar.json') } satisfies Fetched<typeof specsEn>,
  build: { en: () => import('./build.en.json'), ar: () => import('./build.ar.json') } satisfies Fetched<typeof buildEn>,
  home: { en: () => import('./home.en.json'), ar: () => import('./home.ar.json') } satisfies Fetched<typeof homeEn>,
  catalogue: { en: () => import('./catalogue.en.json'), ar: () => import('./catalogue.ar.json') } satisfies Fetched<typeof catalogueEn>,
  browsing: { en: () => import('./browsing.en.json'), ar: () => import('./browsing.ar.json') } satisfies Fetched<typeof browsingEn>,
  landing: { en: () => import('./landing.en.json'), ar: () => import('./landing.ar.json') } satisfies Fetched<typeof landingEn>,
  compare: { en: () => import('./compare.en.json'), ar: () => import('./compare.ar.json') } satisfies Fetched<typeof compareEn>,
  product: { en: () => import('./product.en.json'), ar: () => import('./product.ar.json') } satisfies Fetched<typeof productEn>,
  more: { en: () => import('./more.en.json'), ar: () => import('./more.ar.json') } satisfies Fetched<typeof moreEn>,
  admin: { en: () => import('./admin.en.json'), ar: () => import('./admin.ar.json') } satisfies Fetched<typeof adminEn>,
}
/** A set of texts by its name: `home` is in `home.en.json` and `home.ar.json`. */
export type TextSet = keyof typeof sets

/** The sets asked for so far: another language needs them too. */
const wanted = new Set<TextSet>()

async function add(set: TextSet, language: Language): Promise<void> {
  const { default: found } = await sets[set][language]()
  // Beside what other sets say of the same things.
  i18next.addResourceBundle(language, 'translation', found, true)
}

/** Makes a lazy part ready together with the sets of texts that it may use besides those of every page. */
export function withTexts<Part>(needed: TextSet[], load: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    for (const set of needed) wanted.add(set)
    const language = documentLanguage()
    const [part] = await loadAcrossOutages(() => Promise.all([load(), ...needed.map((set) => add(set, language))]))
    return part
  }
}

/** Makes a lazy part ready together with the texts of `more.*.json`. */
export function withMoreTexts<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return withTexts(['more'], load)
}

const hebrewOrArabic = /[\u0590-\u08ff]/
const startsInLatin = /^[^\p{L}]*\p{Script=Latin}/u

/**
 * Keeps a value's own direction inside a sentence: numbers and Latin names in Arabic, Arabic names in English.
 * Invisible isolates (U+2066 to U+2069) do in plain texts what `<bdi>` does in markup.
 */
export function isolate(value: string, language: string): string {
  // A name in both scripts runs as its first letter does, here as in `<bdi>`.
  if (hebrewOrArabic.test(value)) return language === 'ar' && !startsInLatin.test(value) ? value : `\u2068${value}\u2069`
  return language === 'ar' && value !== '' ? `\u2066${value}\u2069` : value
}

/** Makes the texts of the document's language ready. To be awaited before anything is drawn. */
export async function startI18n(): Promise<void> {
  const language = documentLanguage()
  await i18next.init({
    lng: language,
    resources: { [language]: { translation: (await texts[language]()).default } },
    fallbackLng: false,
    // React escapes markup already; what is left to do to a value is to isolate its direction.
    interpolation: { escapeValue: true, escape: (value: unknown) => isolate(String(value), i18next.language) },
    returnNull: false,
    initAsync: false,
  })
}

/** Shows the whole page in a language. */
export async function showLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', (await texts[language]()).default)
  }
  await Promise.all([...wanted].map((set) => add(set, language)))
  setDocumentLanguage(language)
  await i18next.changeLanguage(language)
}

/** Shows the whole page in the language that the reader chose, and remembers it. */
export async function switchLanguage(language: Language): Promise<void> {
  await showLanguage(language)
  rememberLanguage(language)
}
