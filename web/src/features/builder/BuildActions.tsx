import { lazy, Suspense, useId, useRef, useState } from 'react'
import { useSession } from '~/api/accounts'
import { withMoreTexts, withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { useBuild } from '~/lib/buildStore'
import { toastWithAction, useToasts } from '~/lib/toasts'
import { Button, ButtonLink } from '~/ui/Button'
import { classNames } from '~/ui/classNames'
import styles from './Builder.module.css'
import type { BuildLine } from './buildLines'
import { ExportMenu } from './ExportMenu'

// Loaded only for users who import.
const ImportDialog = lazy(withMoreTexts(() => import('./ImportDialog').then((found) => ({ default: found.ImportDialog }))))
const GuestShareDialog = lazy(withTexts(['build', 'more'], () => import('./GuestShareDialog').then((found) => ({ default: found.GuestShareDialog }))))
// Saving, and links to a saved build, need a signed-in user.
const KeepActions = lazy(withTexts(['build', 'more'], () => import('./KeepActions').then((found) => ({ default: found.KeepActions }))))

/** Share, Export and Save Build, which are disabled while the build is empty; beside them Import and a new build. */
export function BuildActions({ lines }: { lines: BuildLine[] }) {
  const { t } = useText()
  const menu = useId()
  const [importing, setImporting] = useState(false)
  const [sharing, setSharing] = useState(false)
  const { clear, restore } = useBuild()
  const say = useToasts((state) => state.say)
  const { user, pending } = useSession()
  const empty = lines.length === 0
  function emptyBuild() {
    const { currentBuild, unsavedChanges } = useBuild.getState()
    if (!window.confirm(t('build.clearConfirm'))) return
    clear()
    say(t('build.cleared'), toastWithAction, { label: t('card.undo'), act: () => restore(currentBuild, unsavedChanges) })
  }
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <div
      role="presentation"
      className={styles.tools}
      onBlur={(event) => event.relatedTarget && !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open || (event.target instanceof Element && event.target.closest('dialog'))) return
        opener.current?.focus()
        setOpen(false)
      }}
    >
      {/* On phones this button opens all tools; on wider screens it is hidden. */}
      <Button ref={opener} icon="menu" className={styles.opener} aria-expanded={open} aria-controls={menu} onClick={() => setOpen(!open)}>
        {t('build.tools')}
      </Button>
      <div id={menu} className={classNames(styles.actions, open && styles.open)}>
        {!empty && (
          <Button kind="quiet" icon="trash" onClick={emptyBuild}>
            {t('build.clear')}
          </Button>
        )}
        <Button icon="plus" onClick={() => setImporting(true)}>
          {t('import.open')}
        </Button>
        <ExportMenu lines={lines} />
        {user ? (
          <Suspense>
            <KeepActions empty={empty} />
          </Suspense>
        ) : (
          // Saving needs an account: the link leads to the login, and the build stays in this browser. Sharing without
          // an account uses a link that names the parts.
          <>
            <Button icon="share" disabled={empty || pending} onClick={() => setSharing(true)}>
              {t('build.share')}
            </Button>
            <ButtonLink to="/login" search={{ next: '/' }} icon="save" disabled={empty || pending}>
              {t('build.save')}
            </ButtonLink>
          </>
        )}
      </div>
      {sharing && (
        <Suspense>
          <GuestShareDialog lines={lines} onClose={() => setSharing(false)} />
        </Suspense>
      )}
      {importing && (
        <Suspense>
          <ImportDialog onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </div>
  )
}
