import type { AnyRouter, HistoryLocation, LocationRewrite } from '@tanstack/react-router'
import { showLanguage, switchLanguage } from '~/i18n'
import {
  arabicAddress,
  documentLanguage,
  isArabicPath,
  languageOfPath,
  plainPath,
  type Language,
} from '~/i18n/language'

// Routes, links and pages use paths without a language. The router alone adds the prefix: all links of an Arabic page
// stay Arabic.
const input: LocationRewrite['input'] = ({ url }) => {
  url.pathname = plainPath(url.pathname)
  return url
}

const plain: LocationRewrite = { input }

const arabic: LocationRewrite = {
  input,
  output: ({ url }) => {
    const address = new URL(url)
    address.pathname = arabicAddress(url.pathname)
    return address
  },
}

/** Returns the rewrite of the router's addresses for the page at a path. */
export function createAddressRewrite(path: string): LocationRewrite {
  return isArabicPath(path) ? arabic : plain
}

/** Shows each page in the language of its address, also when Back goes from one language to the other. */
export function syncLanguageWithAddress(router: AnyRouter): void {
  router.history.subscribe(({ location: { pathname } }: { location: HistoryLocation }) => {
    writeAddressesAs(router, pathname)
    const language = languageOfPath(pathname)
    // Where the texts cannot be loaded, the page keeps its language.
    if (language !== documentLanguage()) showLanguage(language).catch(() => undefined)
  })
}

/** Shows the current page in another language, at that language's address. */
export async function chooseLanguage(router: AnyRouter, language: Language): Promise<void> {
  await switchLanguage(language)
  const { pathname, search, hash, state }: HistoryLocation = router.history.location
  const path = plainPath(pathname)
  const address = language === 'ar' ? arabicAddress(path) : path
  if (address === pathname) return
  router.history.replace(address + search + hash, state)
}

function writeAddressesAs(router: AnyRouter, path: string): void {
  const rewrite = createAddressRewrite(path)
  if (rewrite !== router.options.rewrite) router.update({ ...router.options, rewrite })
}
