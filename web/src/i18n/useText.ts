import i18next, { type TFunction } from 'i18next'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { createFormat, type Format } from '~/lib/format'
import type { Language } from './language'

/** The texts, number formats and direction of the reader's language. */
export type Text = { t: TFunction; format: Format; language: Language; rtl: boolean }

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
  return useSyncExternalStore(follow, current)
}

let made: Text | undefined

function current(): Text {
  const language: Language = i18next.language === 'ar' ? 'ar' : 'en'
  if (made?.language !== language) {
    made = { t: remembering(i18next.getFixedT(language)), format: createFormat(language), language, rtl: language === 'ar' }
  }
  return made
}

/**
 * The same texts, those without values in them looked up once: a listing asks for the same few dozens of texts for each of its
 * cards, and looking them up took a phone a fifth of the time to its first sight.
 */
function remembering(t: TFunction): TFunction {
  const known = new Map<string, string>()
  const say = (...asked: Parameters<TFunction>) => {
    const [key, ...values] = asked
    if (typeof key !== 'string' || values.length > 0) return t(...asked)
    let text = known.get(key)
    if (text === undefined) {
      text = t(key as never) as string
      // A text that has not come yet is asked for again.
      if (text !== key) known.set(key, text)
    }
    return text
  }
  return say as TFunction
}

function follow(changed: () => void): () => void {
  i18next.on('languageChanged', changed)
  return () => i18next.off('languageChanged', changed)
}
