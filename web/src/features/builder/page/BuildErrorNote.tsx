import { Suspense } from 'react'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { useBuild } from '~/lib/buildStore'
import { IconButton } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { LoginLink } from '~/lib/LoginLink'
import { useErrorText } from '~/lib/useErrorText'
import styles from '../shared/Builder.module.css'
import { lazyPiece } from '~/ui/lazyPiece'

const ConflictNote = lazyPiece(
  withTexts(['builds', 'partsList'], () => import('./ConflictNote')),
  'ConflictNote',
)

/** Error of saving or loading the build, until the user dismisses it. */
export function BuildErrorNote() {
  const { t } = useText()
  const errorText = useErrorText()
  const { errorCode, errorCause, dismissError } = useBuild()
  if (!errorCode) return null
  return (
    <div className={styles.error} role="alert">
      <Icon name="error" />
      {errorCode === 'saveFailed' ? errorText(errorCause, t('buildError.saveFailed')) : t(`buildError.${errorCode}`)}
      {errorCode === 'sessionEnded' && <LoginLink small>{t('nav.login')}</LoginLink>}
      <Suspense>{errorCode === 'changedElsewhere' && <ConflictNote />}</Suspense>
      <IconButton icon="x" label={t('build.dismiss')} onClick={dismissError} />
    </div>
  )
}
