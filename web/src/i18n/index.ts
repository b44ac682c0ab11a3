import i18next from 'i18next'
import type accountEn from './account.en.json'
import type adminEn from './admin.en.json'
import type adminTabsEn from './adminTabs.en.json'
import type bandEn from './band.en.json'
import type browsingEn from './browsing.en.json'
import type budgetEn from './budget.en.json'
import type buildEn from './build.en.json'
import type buildsEn from './builds.en.json'
import type catalogueEn from './catalogue.en.json'
import type channelsEn from './channels.en.json'
import type compareEn from './compare.en.json'
import type dealsEn from './deals.en.json'
import type facetsEn from './facets.en.json'
import type en from './en.json'
import type forShopsEn from './forShops.en.json'
import type headerEn from './header.en.json'
import type homeEn from './home.en.json'
import type interpretationEn from './interpretation.en.json'
import type infoPagesEn from './infoPages.en.json'
import type landingEn from './landing.en.json'
import { loadCode } from '~/api/loadCode'
import { documentLanguage, rememberLanguage, setDocumentLanguage, type Language } from './language'
import type partsListEn from './partsList.en.json'
import type alertsEn from './alerts.en.json'
import type seldomUsedEn from './seldomUsed.en.json'
import type productEn from './product.en.json'
import type scanEn from './scan.en.json'
import type productPanelsEn from './productPanels.en.json'
import type secondFactorEn from './secondFactor.en.json'
import type settingsEn from './settings.en.json'
import type shopCardEn from './shopCard.en.json'
import type shopPageEn from './shopPage.en.json'
import type specsEn from './specs.en.json'
import type upgradeEn from './upgrade.en.json'

type Shape<T> = { [K in keyof T]: T[K] extends string ? string : Shape<T[K]> }

/** Loaders of a set of texts by language. Arabic has more plural forms than English, never fewer texts. */
type TextLoaders<T> = Record<Language, () => Promise<{ default: Shape<T> }>>

// Each language is a chunk of its own: a page loads the texts of one language only. Every page needs these texts.
const texts: TextLoaders<typeof en> = { en: () => import('./en.json'), ar: () => import('./ar.json') }

/**
 * Texts that only some pages need, in sets that load together with those pages. `header` holds the texts of what the
 * header opens; `seldomUsed` those of pages and dialogs that are opened seldom (sources, import, …); `alerts` those of forms
 * and lists of alerts: no listing, product or builder loads any of them at first.
 */
const sets = {
  band: { en: () => import('./band.en.json'), ar: () => import('./band.ar.json') } satisfies TextLoaders<typeof bandEn>,
  account: { en: () => import('./account.en.json'), ar: () => import('./account.ar.json') } satisfies TextLoaders<
    typeof accountEn
  >,
  specs: { en: () => import('./specs.en.json'), ar: () => import('./specs.ar.json') } satisfies TextLoaders<
    typeof specsEn
  >,
  budget: { en: () => import('./budget.en.json'), ar: () => import('./budget.ar.json') } satisfies TextLoaders<
    typeof budgetEn
  >,
  build: { en: () => import('./build.en.json'), ar: () => import('./build.ar.json') } satisfies TextLoaders<
    typeof buildEn
  >,
  builds: { en: () => import('./builds.en.json'), ar: () => import('./builds.ar.json') } satisfies TextLoaders<
    typeof buildsEn
  >,
  header: { en: () => import('./header.en.json'), ar: () => import('./header.ar.json') } satisfies TextLoaders<
    typeof headerEn
  >,
  home: { en: () => import('./home.en.json'), ar: () => import('./home.ar.json') } satisfies TextLoaders<typeof homeEn>,
  catalogue: { en: () => import('./catalogue.en.json'), ar: () => import('./catalogue.ar.json') } satisfies TextLoaders<
    typeof catalogueEn
  >,
  deals: { en: () => import('./deals.en.json'), ar: () => import('./deals.ar.json') } satisfies TextLoaders<
    typeof dealsEn
  >,
  browsing: { en: () => import('./browsing.en.json'), ar: () => import('./browsing.ar.json') } satisfies TextLoaders<
    typeof browsingEn
  >,
  facets: { en: () => import('./facets.en.json'), ar: () => import('./facets.ar.json') } satisfies TextLoaders<
    typeof facetsEn
  >,
  interpretation: {
    en: () => import('./interpretation.en.json'),
    ar: () => import('./interpretation.ar.json'),
  } satisfies TextLoaders<typeof interpretationEn>,
  landing: { en: () => import('./landing.en.json'), ar: () => import('./landing.ar.json') } satisfies TextLoaders<
    typeof landingEn
  >,
  channels: { en: () => import('./channels.en.json'), ar: () => import('./channels.ar.json') } satisfies TextLoaders<
    typeof channelsEn
  >,
  compare: { en: () => import('./compare.en.json'), ar: () => import('./compare.ar.json') } satisfies TextLoaders<
    typeof compareEn
  >,
  product: { en: () => import('./product.en.json'), ar: () => import('./product.ar.json') } satisfies TextLoaders<
    typeof productEn
  >,
  productPanels: {
    en: () => import('./productPanels.en.json'),
    ar: () => import('./productPanels.ar.json'),
  } satisfies TextLoaders<typeof productPanelsEn>,
  partsList: { en: () => import('./partsList.en.json'), ar: () => import('./partsList.ar.json') } satisfies TextLoaders<
    typeof partsListEn
  >,
  alerts: { en: () => import('./alerts.en.json'), ar: () => import('./alerts.ar.json') } satisfies TextLoaders<
    typeof alertsEn
  >,
  seldomUsed: {
    en: () => import('./seldomUsed.en.json'),
    ar: () => import('./seldomUsed.ar.json'),
  } satisfies TextLoaders<typeof seldomUsedEn>,
  secondFactor: {
    en: () => import('./secondFactor.en.json'),
    ar: () => import('./secondFactor.ar.json'),
  } satisfies TextLoaders<typeof secondFactorEn>,
  settings: { en: () => import('./settings.en.json'), ar: () => import('./settings.ar.json') } satisfies TextLoaders<
    typeof settingsEn
  >,
  shopCard: { en: () => import('./shopCard.en.json'), ar: () => import('./shopCard.ar.json') } satisfies TextLoaders<
    typeof shopCardEn
  >,
  shopPage: { en: () => import('./shopPage.en.json'), ar: () => import('./shopPage.ar.json') } satisfies TextLoaders<
    typeof shopPageEn
  >,
  scan: { en: () => import('./scan.en.json'), ar: () => import('./scan.ar.json') } satisfies TextLoaders<typeof scanEn>,
  upgrade: { en: () => import('./upgrade.en.json'), ar: () => import('./upgrade.ar.json') } satisfies TextLoaders<
    typeof upgradeEn
  >,
  forShops: { en: () => import('./forShops.en.json'), ar: () => import('./forShops.ar.json') } satisfies TextLoaders<
    typeof forShopsEn
  >,
  infoPages: { en: () => import('./infoPages.en.json'), ar: () => import('./infoPages.ar.json') } satisfies TextLoaders<
    typeof infoPagesEn
  >,
  adminTabs: { en: () => import('./adminTabs.en.json'), ar: () => import('./adminTabs.ar.json') } satisfies TextLoaders<
    typeof adminTabsEn
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
