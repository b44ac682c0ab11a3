import { useText } from '~/i18n/useText'
import { autoSavedName } from './build'

/** Returns a function that names a saved build: in the reader's language where auto-save chose the name. */
export function useSavedBuildName(): (build: { name: string }) => string {
  const { t } = useText()
  return ({ name }) => (name === autoSavedName ? t('build.autoSaved') : name)
}
