import { lazy, Suspense } from 'react'
import { withMoreTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { useBuild } from '~/lib/buildStore'
import { IconButton } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { LoginLink } from '~/lib/LoginLink'
import { useProblem } from '~/lib/useProblem'
import styles from './Builder.module.css'

const ConflictNote = lazy(
  withMoreTexts(() => import('./ConflictNote').then((found) => ({ default: found.ConflictNote }))),
)

/** Error of saving or loading the build, until the user dismisses it. */
export function BuildErrorNote() {
  const { t } = useText()
  const problem = useProblem()
  const { error, failure, dismissError } = useBuild()
  if (!error) return null
  return (
    <div className={styles.error} role="alert">
      <Icon name="error" />
      {error === 'saveFailed' ? problem(failure, t('buildError.saveFailed')) : t(`buildError.${error}`)}
      {error === 'sessionEnded' && <LoginLink small>{t('nav.login')}</LoginLink>}
      <Suspense>{error === 'changedElsewhere' && <ConflictNote />}</Suspense>
      <IconButton icon="x" label={t('build.dismiss')} onClick={dismissError} />
    </div>
  )
}
