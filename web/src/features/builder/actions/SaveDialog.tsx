import { useId, useState } from 'react'
import { useText } from '~/i18n/useText'
import { newBuildName } from '~/lib/build'
import { useBuild } from '~/lib/buildStore'
import { useToasts } from '~/lib/toasts'
import { useSubmit } from '~/lib/useSubmit'
import { Button } from '~/ui/Button'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { TextField } from '~/ui/form/TextField'
import { useErrorText } from '~/lib/useErrorText'
import styles from './SaveActions.module.css'

/** Asks for a build's name and description. */
export function SaveDialog({ asCopy, onClose }: { asCopy: boolean; onClose: () => void }) {
  const { t } = useText()
  const errorText = useErrorText()
  const showToast = useToasts((state) => state.show)
  const { currentBuild, errorCause, saveAs, saveNamed } = useBuild()
  const area = useId()
  const initialName = currentBuild.name === newBuildName ? '' : currentBuild.name
  const [name, setName] = useState(asCopy ? `${initialName} (Copy)`.slice(0, 100) : initialName)
  const [description, setDescription] = useState(currentBuild.description ?? '')
  const saving = useSubmit({
    mutationFn: () => (asCopy ? saveAs : saveNamed)(name.trim(), description.trim()),
    onSuccess: (isSaved) => {
      if (isSaved) showToast(t('build.saved'))
      // The page behind the dialog asks which version stays.
      if (isSaved || useBuild.getState().errorCode === 'changedElsewhere') onClose()
    },
  })
  return (
    <Dialog title={t(asCopy ? 'builds.saveAs' : 'build.save')} closeLabel={t('build.dismiss')} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate()
        }}
      >
        <TextField label={t('build.name')} required maxLength={100} value={name} onChange={setName} />
        <label className={styles.area} htmlFor={area}>
          {t('builds.description')}
        </label>
        <textarea
          id={area}
          dir="auto"
          rows={3}
          maxLength={1000}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        {saving.data === false && (
          <p role="alert" className={styles.problem}>
            {errorText(errorCause, t('buildError.saveFailed'))}
          </p>
        )}
        <DialogActions>
          <Button kind="quiet" onClick={onClose}>
            {t('builds.cancel')}
          </Button>
          <Button type="submit" kind="filled" disabled={saving.isPending || name.trim() === ''}>
            {t('build.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
