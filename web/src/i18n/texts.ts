import type adminEn from './admin.en.json'
import type browsingEn from './browsing.en.json'
import type buildEn from './build.en.json'
import type catalogueEn from './catalogue.en.json'
import type compareEn from './compare.en.json'
import type en from './en.json'
import type homeEn from './home.en.json'
import type landingEn from './landing.en.json'
import type { Language } from './language'
import type moreEn from './more.en.json'
import type productEn from './product.en.json'
import type specsEn from './specs.en.json'

// Two languages with texts of our own need keys, values and plural forms, and nothing else: a library for all of i18n would be a
// twelfth of the script that a phone loads before its first page.

type Texts = typeof en & typeof specsEn & typeof homeEn & typeof buildEn & typeof catalogueEn & typeof browsingEn & typeof compareEn &
  typeof landingEn & typeof productEn & typeof moreEn & typeof adminEn

type WithoutPlural<Key extends string> = Key extends `${infer Base}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Base : Key
type Path<Tree> = { [Key in keyof Tree & string]: Tree[Key] extends string ? WithoutPlural<Key> : `${Key}.${Path<Tree[Key]>}` }[keyof Tree & string]

/** Path of a text, plural forms without their ending: `listing.count`. */
export type TextKey = Path<Texts>

/** Values put into a text. `count` chooses the plural form; `defaultValue` is said where there is no such text. */
export type TextValues = Record<string, string | number | undefined>

/** Says a text with its values; a text that is not loaded is said as its key. */
export type Translate = (key: TextKey, values?: TextValues) => string

/** Texts as the JSON files have them. */
export type TextTree = { [key: string]: string | TextTree }

const loaded: Record<Language, Map<string, string>> = { en: new Map(), ar: new Map() }

/** Adds the texts of a file to those of its language. */
export function addTexts(language: Language, tree: TextTree, path = ''): void {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') loaded[language].set(path + key, value)
    else addTexts(language, value, `${path}${key}.`)
  }
}

/** Whether any text of a language is loaded. */
export function hasTexts(language: Language): boolean {
  return loaded[language].size > 0
}

/** Whether a text of this name is loaded. */
export function isTextKey(language: Language, key: string): key is TextKey {
  return loaded[language].has(key)
}

const placeholder = /\{\{(\w+)\}\}/g

/** The texts of a language as a function. */
export function createTranslate(language: Language): Translate {
  const texts = loaded[language]
  const rules = new Intl.PluralRules(language)
  const pluralForm = (key: string, count: number) => (count === 0 ? texts.get(`${key}_zero`) : undefined) ?? texts.get(`${key}_${rules.select(count)}`)
  return (key, values = {}) => {
    const { count, defaultValue } = values
    const text = (typeof count === 'number' ? pluralForm(key, count) : undefined) ?? texts.get(key)
    if (text === undefined) return defaultValue === undefined ? key : String(defaultValue)
    return text.replace(placeholder, (whole, name: string) => (name in values ? isolate(String(values[name] ?? ''), language) : whole))
  }
}

const hebrewOrArabic = /[\u0590-\u08ff]/
const startsInLatin = /^[^\p{L}]*\p{Script=Latin}/u

/**
 * Keeps a value's own direction inside a sentence: numbers and Latin names in Arabic, Arabic names in English.
 * Invisible isolates (U+2066 to U+2069) do in plain texts what `<bdi>` does in markup.
 */
export function isolate(value: string, language: Language): string {
  // A name in both scripts runs as its first letter does, here as in `<bdi>`.
  if (hebrewOrArabic.test(value)) return language === 'ar' && !startsInLatin.test(value) ? value : `\u2068${value}\u2069`
  return language === 'ar' && value !== '' ? `\u2066${value}\u2069` : value
}
