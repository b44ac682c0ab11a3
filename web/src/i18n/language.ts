/** The languages the web speaks. */
export const languages = ['en', 'ar'] as const

/** One of them. */
export type Language = (typeof languages)[number]

/** Where the choice is remembered. The inline script of index.html reads the same key. */
const storageKey = 'tajmeea.language'

/** First path segment of every Arabic address: `/ar/gpu`. The same path without it is in the reader's own language. */
const prefix = '/ar'
const arabicPath = /^\/ar(?=\/|$)/

/** The language the inline script of index.html has set before the first paint. */
export function documentLanguage(): Language {
  return document.documentElement.lang === 'ar' ? 'ar' : 'en'
}

/** Which way a language is read. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/** Sets the document's language and direction. */
export function setDocumentLanguage(language: Language): void {
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
}

/** Remembers the choice for the next visit. */
export function rememberLanguage(language: Language): void {
  document.documentElement.dataset.preferred = language
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
}

/** Whether an address is one of the Arabic ones. */
export function isArabicPath(path: string): boolean {
  return arabicPath.test(path)
}

/** The path without its language: `/gpu` of `/ar/gpu`. */
export function plainPath(path: string): string {
  return path.replace(arabicPath, '') || '/'
}

/** The path under an Arabic address: `/ar/gpu` of `/gpu`. */
export function arabicAddress(path: string): string {
  return path === '/' ? prefix : prefix + path
}

/** The language in which a path is shown: Arabic addresses have theirs, the others the stored or the browser's. */
export function languageOfPath(path: string): Language {
  return isArabicPath(path) || document.documentElement.dataset.preferred === 'ar' ? 'ar' : 'en'
}

/** A page's whole address for others to open, in the language of who hands it on. */
export function addressToShare(path: string): string {
  return window.location.origin + (documentLanguage() === 'ar' ? arabicAddress(path) : path)
}
