import { useText } from '~/i18n/useText'
import { usePreferences } from '~/lib/preferences'
import { Switch } from '~/ui/Field'
import styles from '../shared/Builder.module.css'

/** Switch for the letter keys that open listings, for users whom they disturb. */
export function LetterKeysSwitch() {
  const { t } = useText()
  const { letterKeys, setLetterKeys } = usePreferences()
  return (
    <label className={styles.letters}>
      <Switch checked={letterKeys} onChange={() => setLetterKeys(!letterKeys)} />
      {t('build.letterKeys')}
    </label>
  )
}
