import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { isTemporary, newBuildName } from '~/lib/build'
import { useBuild } from '~/lib/buildStore'
import { useToasts } from '~/lib/toasts'
import { useSubmit } from '~/lib/useSubmit'
import { ButtonLink } from '~/lib/ButtonLink'
import { Button } from '~/ui/Button'
import type { BuildLine } from '../shared/buildLines'
import styles from './SaveActions.module.css'
import { SaveDialog } from './SaveDialog'
import { ShareDialog } from './ShareDialog'

/** Share, save and save as, for signed-in users. */
export function SaveActions({ lines }: { lines: BuildLine[] }) {
  const { t } = useText()
  const showToast = useToasts((state) => state.show)
  const { save, saver, isLoading: isSaving, currentBuild, unsavedChanges } = useBuild()
  const saving = useSubmit({
    mutationFn: () => save(),
    onSuccess: (isSaved) => isSaved && showToast(t('build.saved')),
  })
  const [open, setOpen] = useState<'share' | 'save' | 'saveAs' | null>(null)
  // The buttons stay enabled during auto-save, which may start and end under the user's finger: an action started
  // meanwhile waits for it.
  const disabled = lines.length === 0 || saver === null
  const isSaved = !isTemporary(currentBuild.id)
  const unnamed = !isSaved && currentBuild.name === newBuildName
  return (
    <>
      <Button icon="share" disabled={disabled} onClick={() => setOpen('share')}>
        {t('build.share')}
      </Button>
      <Button icon="save" disabled={disabled} onClick={() => (unnamed ? setOpen('save') : saving.mutate())}>
        {t('build.save')}
      </Button>
      {/* Always rendered: the buttons beside it must not move when auto-save has saved the build. */}
      <Button disabled={disabled || !isSaved} onClick={() => setOpen('saveAs')}>
        {t('builds.saveAs')}
      </Button>
      <ButtonLink to="/my-builds" kind="quiet" className={styles.own}>
        {t('nav.builds')}
      </ButtonLink>
      <span role="status" className="sr">
        {isSaved && !unsavedChanges && !isSaving ? t('builds.kept') : ''}
      </span>
      {open === 'share' && <ShareDialog lines={lines} onClose={() => setOpen(null)} />}
      {(open === 'save' || open === 'saveAs') && (
        <SaveDialog asCopy={open === 'saveAs'} onClose={() => setOpen(null)} />
      )}
    </>
  )
}
