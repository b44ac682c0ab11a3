import i18next from 'i18next'
import type catalogue from '~/i18n/catalogue.en.json'

/** Uses that parts may be wanted for, as the API names them (`config/search/intents.toml`). */
type Use = keyof typeof catalogue.search.uses

/** Whether a name is one of them; a use of a newer configuration has no words of its own here. */
export function isUse(name: string): name is Use {
  return i18next.exists(`search.uses.${name}`)
}
