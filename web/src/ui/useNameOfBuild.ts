import { useText } from '~/i18n/useText'
import { autoSavedName } from '~/lib/build'

/** What to call a build that is kept: in the reader's language where nobody but the saving by itself named it. */
export function useNameOfBuild(): (build: { name: string }) => string {
  const { t } = useText()
  return ({ name }) => (name === autoSavedName ? t('build.autoSaved') : name)
}
