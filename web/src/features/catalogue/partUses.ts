import i18next from 'i18next'
import type catalogue from '~/i18n/catalogue.en.json'

/** Uses of parts, as the API names them (`config/search/intents.toml`). */
type Use = keyof typeof catalogue.search.uses

/** Whether a name is a known use; a use of a newer configuration has no text here. */
export function isKnownUse(name: string): name is Use {
  return i18next.exists(`search.uses.${name}`)
}
