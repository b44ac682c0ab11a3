import i18next from 'i18next'
import type adminEn from './admin.en.json'
import type browsingEn from './browsing.en.json'
import type budgetEn from './budget.en.json'
import type buildEn from './build.en.json'
import type catalogueEn from './catalogue.en.json'
import type compareEn from './compare.en.json'
import type en from './en.json'
import type homeEn from './home.en.json'
import type landingEn from './landing.en.json'
import { loadCode } from '~/api/loadCode'
import { documentLanguage, rememberLanguage, setDocumentLanguage, type Language } from './language'
import type seldomUsedEn from './seldomUsed.en.json'
import type productEn from './product.en.json'
import type secondFactorEn from './secondFactor.en.json'
import type specsEn from './specs.en.json'
import type upgradeEn from './upgrade.en.json'

type Shape<T> = { [K in keyof T]: T[K] extends string ? string : Shape<T[K]> }

/** Loaders of a set of texts by language. Arabic has more plural forms than English, never fewer texts. */
type TextLoaders<T> = Record<Language, () => Promise<{ default: Shape<T> }>>

// Each language is a chunk of its own: a page loads the texts of one language only. Every page needs these texts.
const texts: TextLoaders<typeof en> = { en: () => import('./en.json'), ar: () => import('./ar.json') }

/**
 * Texts that only some pages need, in sets that load together with those pages. `seldomUsed` holds the texts of
 * pages and dialogs that are opened seldom (account, sources, import, …): no listing, product or builder loads it at first.
 */
const sets = {
  specs: { en: () => import('./specs.en.json'), ar: () => import('./specs.ar.json') } satisfies TextLoaders<
    typeof specsEn
  >,
  budget: { en: () => import('./budget.en.json'), ar: () => import('./budget.ar.json') } satisfies TextLoaders<
    typeof budgetEn
  >,
  build: { en: () => import('./build.en.json'), ar: () => import('./build.ar.json') } satisfies TextLoaders<
    typeof buildEn
  >,
  home: { en: () => import('./home.en.json'), ar: () => import('./home.ar.json') } satisfies TextLoaders<typeof homeEn>,
  catalogue: { en: () => import('./catalogue.en.json'), ar: () => import('./catalogue.ar.json') } satisfies TextLoaders<
    typeof catalogueEn
  >,
  browsing: { en: () => import('./browsing.en.json'), ar: () => import('./browsing.ar.json') } satisfies TextLoaders<
    typeof browsingEn
  >,
  landing: { en: () => import('./landing.en.json'), ar: () => import('./landing.ar.json') } satisfies TextLoaders<
    typeof landingEn
  >,
  compare: { en: () => import('./compare.en.json'), ar: () => import('./compare.ar.json') } satisfies TextLoaders<
    typeof compareEn
  >,
  product: { en: () => import('./product.en.json'), ar: () => import('./product.ar.json') } satisfies TextLoaders<
    typeof productEn
  >,
  seldomUsed: {
    en: () => import('./seldomUsed.en.json'),
    ar: () => import('./seldomUsed.ar.json'),
  } satisfies TextLoaders<typeof seldomUsedEn>,
  secondFactor: {
    en: () => import('./secondFactor.en.json'),
    ar: () => import('./secondFactor.ar.json'),
  } satisfies TextLoaders<typeof secondFactorEn>,
  upgrade: { en: () => import('./upgrade.en.json'), ar: () => import('./upgrade.ar.json') } satisfies TextLoaders<
    typeof upgradeEn
  >,
  admin: { en: () => import('./admin.en.json'), ar: () => import('./admin.ar.json') } satisfies TextLoaders<
    typeof adminEn
  >,
}
/** The name of a set of texts: `home` is in `home.en.json` and `home.ar.json`. */
type TextSet = keyof typeof sets

/** The sets requested so far: after a change of language they are loaded in the new one. */
const requestedSets = new Set<TextSet>()

async function add(set: TextSet, language: Language): Promise<void> {
  const { default: loaded } = await sets[set][language]()
  // Deep merge: several sets have texts under the same keys.
  i18next.addResourceBundle(language, 'translation', loaded, true)
}

/** Wraps a lazy import so that it also loads the sets of texts that the module uses besides those of every page. */
export function withTexts<Part>(needed: TextSet[], load: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    for (const set of needed) requestedSets.add(set)
    const language = documentLanguage()
    const [part] = await loadCode(() => Promise.all([load(), ...needed.map((set) => add(set, language))]))
    return part
  }
}

/** Wraps a lazy import so that it also loads the set `seldomUsed`. */
export function withSeldomUsedTexts<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return withTexts(['seldomUsed'], load)
}

const hebrewOrArabic = /[\u0590-\u08ff]/
const startsInLatin = /^[^\p{L}]*\p{Script=Latin}/u

/**
 * Keeps a value's own direction inside a sentence: numbers and Latin names in Arabic, Arabic names in English.
 * Invisible isolates (U+2066 to U+2069) do in plain text what `<bdi>` does in markup.
 */
export function isolate(value: string, language: string): string {
  // A name in both scripts takes the direction of its first letter, as in `<bdi>`.
  if (hebrewOrArabic.test(value))
    return language === 'ar' && !startsInLatin.test(value) ? value : `\u2068${value}\u2069`
  return language === 'ar' && value !== '' ? `\u2066${value}\u2069` : value
}

/** Loads the texts of the document's language. Must be awaited before anything renders. */
export async function startI18n(): Promise<void> {
  const language = documentLanguage()
  await i18next.init({
    lng: language,
    resources: { [language]: { translation: (await loadCode(texts[language])).default } },
    fallbackLng: false,
    // React already escapes markup; `escape` isolates the direction of a value instead.
    interpolation: { escapeValue: true, escape: (value: unknown) => isolate(String(value), i18next.language) },
    returnNull: false,
    initAsync: false,
  })
}

/** Switches the whole page to a language. */
export async function showLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', (await loadCode(texts[language])).default)
  }
  await loadCode(() => Promise.all([...requestedSets].map((set) => add(set, language))))
  setDocumentLanguage(language)
  await i18next.changeLanguage(language)
}

/** Switches the whole page to the language that the reader chose, and remembers it. */
export async function switchLanguage(language: Language): Promise<void> {
  await showLanguage(language)
  rememberLanguage(language)
}
