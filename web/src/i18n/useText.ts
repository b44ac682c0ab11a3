import i18next, { type TFunction } from 'i18next'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { createFormat, type Format } from './format'
import { isolate } from '.'
import type { Language } from './language'

/** The texts, number formats and direction of the reader's language. */
type Text = { t: TFunction; format: Format; language: Language; rtl: boolean }

// A listing uses texts in hundreds of places. One listener at the top with a context takes a phone a quarter of the
// time that one listener per place takes.
const TextContext = createContext<Text | null>(null)

/** Provides the reader's language to everything inside; changes with the language. */
export const TextProvider = TextContext.Provider

/** Returns the texts, number formats and direction of the reader's language. */
export function useText(): Text {
  return useContext(TextContext) ?? current()
}

/** Returns the same as `useText`, and follows changes of the language: for the one provider. */
export function useCurrentText(): Text {
  return useSyncExternalStore(follow, current)
}

let made: Text | undefined

function current(): Text {
  const language: Language = i18next.language === 'ar' ? 'ar' : 'en'
  if (made?.language !== language) {
    made = {
      t: withTextCache(i18next.getFixedT(language), language),
      format: createFormat(language),
      language,
      rtl: language === 'ar',
    }
  }
  return made
}

/**
 * Returns a faster `t`: each text is looked up once, and values are inserted without searching for features that our
 * texts do not use (nested texts, formats). A listing uses the same few dozen texts in each of its cards: looking them
 * up took a phone a fifth of the time to its first paint. Texts with plural forms (`count`) use the full lookup.
 */
function withTextCache(t: TFunction, language: Language): TFunction {
  const cache = new Map<string, string>()
  const template = (key: string): string | undefined => {
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const text = t(key as never, { skipInterpolation: true }) as string
    // A text that has not been loaded yet is looked up again next time.
    if (text === key) return undefined
    cache.set(key, text)
    return text
  }
  const translate = (...parameters: [key: string, values?: Record<string, string | number | undefined>]) => {
    const [key, values = {}] = parameters
    if (typeof key === 'string' && !('count' in values) && !('defaultValue' in values)) {
      const text = template(key)
      if (text !== undefined)
        return text.replace(placeholder, (whole, name: string) =>
          name in values ? isolate(`${values[name] ?? ''}`, language) : whole,
        )
    }
    return t(...(parameters as unknown as Parameters<TFunction>))
  }
  return translate as TFunction
}

const placeholder = /\{\{(\w+)\}\}/g

function follow(changed: () => void): () => void {
  i18next.on('languageChanged', changed)
  return () => i18next.off('languageChanged', changed)
}
