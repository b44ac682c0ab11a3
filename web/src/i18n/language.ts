/** The languages of the site. */
export const languages = ['en', 'ar'] as const

export type Language = (typeof languages)[number]

/** Storage key of the chosen language. The inline script of index.html reads the same key. */
const STORAGE_KEY = 'tajmeea.language'

/**
 * First path segment of every Arabic address: `/ar/gpu`. The same path without it is shown in the reader's own
 * language.
 */
const prefix = '/ar'
const arabicPath = /^\/ar(?=\/|$)/

/** Returns the language that the inline script of index.html set before the first paint. */
export function documentLanguage(): Language {
  return document.documentElement.lang === 'ar' ? 'ar' : 'en'
}

/** Returns the reading direction of a language. */
function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/** Sets the document's language and direction, and the app that this page installs. */
export function setDocumentLanguage(language: Language): void {
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
  linkManifest(language)
}

/** Points the page's link to the manifest of a language: the server links the one of the address. */
export function linkManifest(language: Language): void {
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', `/manifest.${language}.webmanifest`)
}

/** Remembers the choice for the next visit. */
export function rememberLanguage(language: Language): void {
  document.documentElement.dataset.preferred = language
  try {
    localStorage.setItem(STORAGE_KEY, language)
  } catch {
    // Storage may be forbidden; the choice then lasts until the page is closed.
  }
}

/** Whether a path is an Arabic address. */
export function isArabicPath(path: string): boolean {
  return arabicPath.test(path)
}

/** Returns the path without its language: `/gpu` for `/ar/gpu`. */
export function plainPath(path: string): string {
  return path.replace(arabicPath, '') || '/'
}

/** Returns the Arabic address of a path: `/ar/gpu` for `/gpu`. */
export function arabicAddress(path: string): string {
  return path === '/' ? prefix : prefix + path
}

/**
 * Returns the language in which a path is shown: Arabic for Arabic addresses, else the stored language or the
 * browser's.
 */
export function languageOfPath(path: string): Language {
  return isArabicPath(path) || document.documentElement.dataset.preferred === 'ar' ? 'ar' : 'en'
}

/** Returns a page's absolute address to share, in the language of the user who shares it. */
export function addressToShare(path: string): string {
  return window.location.origin + (documentLanguage() === 'ar' ? arabicAddress(path) : path)
}
