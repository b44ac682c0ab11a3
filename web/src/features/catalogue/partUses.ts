import i18next from 'i18next'
import type interpretation from '~/i18n/interpretation.en.json'

/** Uses of parts, as the API names them (`config/search/intents.toml`). */
type Use = keyof typeof interpretation.search.uses

/** Whether a name is a known use; a use of a newer configuration has no text here. */
export function isKnownUse(name: string): name is Use {
  return i18next.exists(`search.uses.${name}`)
}
