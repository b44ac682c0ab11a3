/** The languages the web speaks. */
export const languages = ['en', 'ar'] as const

/** One of them. */
export type Language = (typeof languages)[number]

/** Where the choice is remembered. The inline script of index.html reads the same key. */
const storageKey = 'tajmeea.language'

/** The language the inline script of index.html has set before the first paint. */
export function documentLanguage(): Language {
  return document.documentElement.lang === 'ar' ? 'ar' : 'en'
}

/** Which way a language is read. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/** Sets the document's language and direction, and remembers the choice for the next visit. */
export function rememberLanguage(language: Language): void {
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
}
