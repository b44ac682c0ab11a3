import { shownLanguage } from '~/i18n'
import type catalogue from '~/i18n/catalogue.en.json'
import { isTextKey } from '~/i18n/texts'

/** Uses that parts may be wanted for, as the API names them (`config/search/intents.toml`). */
type Use = keyof typeof catalogue.search.uses

/** Whether a name is one of them; a use of a newer configuration has no words of its own here. */
export function isUse(name: string): name is Use {
  return isTextKey(shownLanguage(), `search.uses.${name}`)
}
