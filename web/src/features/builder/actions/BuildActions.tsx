import { Suspense, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { useSession } from '~/api/accounts'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { useBuild } from '~/lib/buildStore'
import { mayReplaceBuild } from '~/lib/mayReplaceBuild'
import { useUndoable } from '~/lib/useUndoable'
import { ButtonLink } from '~/lib/ButtonLink'
import { Button } from '~/ui/Button'
import { classNames } from '~/ui/classNames'
import styles from '../shared/Builder.module.css'
import type { BuildLine } from '../shared/buildLines'
import { ExportMenu } from './ExportMenu'
import { lazyDialog } from '~/lib/dialog/lazyDialog'
import { lazyPiece } from '~/ui/lazyPiece'

// Loaded only for users who import.
const ImportDialog = lazyDialog(
  withTexts(['partsList', 'seldomUsed'], () => import('../transfer/ImportDialog')),
  'ImportDialog',
)
const GuestShareDialog = lazyDialog(
  withTexts(['account', 'build', 'builds', 'partsList'], () => import('./GuestShareDialog')),
  'GuestShareDialog',
)
// Saving, and links to a saved build, need a signed-in user.
const SaveActions = lazyPiece(
  withTexts(['account', 'build', 'builds', 'header', 'partsList'], () => import('./SaveActions')),
  'SaveActions',
)

/** Share, Export and Save Build, which are disabled while the build is empty; beside them Import and a new build. */
export function BuildActions({ lines }: { lines: BuildLine[] }) {
  const { t } = useText()
  const menu = useId()
  const [importing, setImporting] = useState(false)
  const [sharing, setSharing] = useState(false)
  const { user, pending } = useSession()
  const empty = lines.length === 0
  const emptyBuild = useEmptyBuild()
  const { open, setOpen, opener, closeOnLeave, closeOnEscape } = useToolsMenu()
  return (
    <div role="presentation" className={styles.tools} onBlur={closeOnLeave} onKeyDown={closeOnEscape}>
      {/* On phones this button opens all tools; on wider screens it is hidden. */}
      <Button
        ref={opener}
        icon="menu"
        className={styles.opener}
        aria-expanded={open}
        aria-controls={menu}
        onClick={() => setOpen(!open)}
      >
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
        {!empty && (
          <ButtonLink to="/upgrade" icon="swap">
            {t('build.upgrade')}
          </ButtonLink>
        )}
        <ExportMenu lines={lines} />
        {user ? (
          <Suspense>
            <SaveActions lines={lines} />
          </Suspense>
        ) : (
          <GuestActions disabled={empty || pending} onShare={() => setSharing(true)} />
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

/** The state of the menu that holds the tools on phones. It closes when the focus leaves it, and on Escape. */
function useToolsMenu() {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const closeOnLeave = (event: FocusEvent) => {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open || (event.target instanceof Element && event.target.closest('dialog'))) return
    opener.current?.focus()
    setOpen(false)
  }
  return { open, setOpen, opener, closeOnLeave, closeOnEscape }
}

/**
 * Share and Save Build without an account. Saving needs one: the link leads to the login, and the build stays in this
 * browser. Sharing uses a link that names the parts.
 */
function GuestActions({ disabled, onShare }: { disabled: boolean; onShare: () => void }) {
  const { t } = useText()
  return (
    <>
      <Button icon="share" disabled={disabled} onClick={onShare}>
        {t('build.share')}
      </Button>
      <ButtonLink to="/login" search={{ next: '/' }} icon="save" disabled={disabled}>
        {t('build.save')}
      </ButtonLink>
    </>
  )
}

/** Returns a function that empties the build after a confirmation, and offers to undo that. */
function useEmptyBuild(): () => void {
  const { t } = useText()
  const undoable = useUndoable()
  const empty = async () => {
    if (!window.confirm(t('build.clearConfirm'))) return
    const { saver, clear } = useBuild.getState()
    // A guest has just agreed to lose the parts.
    if (saver === null || (await mayReplaceBuild(t('build.clearUnsaved')))) undoable(clear, t('build.cleared'))
  }
  return () => void empty()
}
