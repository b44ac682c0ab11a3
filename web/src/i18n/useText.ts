import { createContext, useContext, useSyncExternalStore } from 'react'
import { createFormat, type Format } from '~/lib/format'
import { onLanguageChange, shownLanguage } from '.'
import type { Language } from './language'
import { createTranslate, type Translate } from './texts'

/** The texts, number formats and direction of the reader's language. */
export type Text = { t: Translate; format: Format; language: Language; rtl: boolean }

// A listing asks for texts in hundreds of places. One listener at the top and a context below cost a phone a quarter of the
// time that a listener in each place does.
const TextContext = createContext<Text | null>(null)

/** Hands the reader's language to everything inside; changes when the language does. */
export const TextProvider = TextContext.Provider

/** The texts, number formats and direction of the reader's language. */
export function useText(): Text {
  return useContext(TextContext) ?? current()
}

/** The same, followed: for the one provider. */
export function useCurrentText(): Text {
  return useSyncExternalStore(onLanguageChange, current)
}

let made: Text | undefined

function current(): Text {
  const language = shownLanguage()
  if (made?.language !== language) {
    made = { t: createTranslate(language), format: createFormat(language), language, rtl: language === 'ar' }
  }
  return made
}
