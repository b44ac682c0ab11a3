import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, client, readBody } from '~/api/client'
import { addressToShare } from '~/i18n/language'
import { useText } from '~/i18n/useText'
import { isTemporary, newBuildName } from '~/lib/build'
import { ChangedElsewhere } from '~/lib/buildState'
import { useBuild } from '~/lib/buildStore'
import { useToasts } from '~/lib/toasts'
import { ButtonLink } from '~/lib/ButtonLink'
import { Button } from '~/ui/Button'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { Switch } from '~/ui/Field'
import { TextField } from '~/ui/form/TextField'
import { useErrorText } from '~/lib/useErrorText'
import styles from './SaveActions.module.css'
import { ShareButtons } from './ShareButtons'
import { useSubmit } from '~/lib/useSubmit'

/** Asks for a name and for the build's visibility, and then shows its link. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const errorText = useErrorText()
  const showToast = useToasts((state) => state.show)
  const queryClient = useQueryClient()
  const { currentBuild } = useBuild()
  const [name, setName] = useState(currentBuild.name === newBuildName ? '' : currentBuild.name)
  const [isPublic, setPublic] = useState(true)
  const share = useSubmit({
    mutationFn: () => shareCurrent(name.trim(), isPublic),
    onSuccess: () => isPublic && showToast(t('builds.shareable')),
    onError: (error) => {
      // The page behind the dialog asks which version stays.
      if (error instanceof ChangedElsewhere) onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['ofUser', 'builds'] }),
  })
  const sharingOff = share.error instanceof ApiError && share.error.code === 'SHARING_OFF'
  return (
    <Dialog title={t('builds.shareTitle')} closeLabel={t('build.dismiss')} onClose={onClose}>
      {share.data ? (
        <LinkDisplay
          name={share.data.name}
          link={addressToShare(`/build/${share.data.shareToken}`)}
          isPublic={share.data.isPublic}
          token={share.data.shareToken}
          onClose={onClose}
        />
      ) : (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            share.mutate()
          }}
        >
          <TextField label={t('build.name')} required maxLength={100} value={name} onChange={setName} />
          <label className={styles.switch}>
            <Switch checked={isPublic} onChange={(event) => setPublic(event.target.checked)} />
            {t('builds.publicSwitch')}
          </label>
          {share.isError && (
            <p role="alert" className={styles.problem}>
              {sharingOff
                ? t('builds.sharingOff')
                : errorText(
                    share.error,
                    t(share.error instanceof ApiError ? 'builds.shareFailed' : 'build.saveFailed'),
                  )}
            </p>
          )}
          <DialogActions>
            <Button kind="quiet" onClick={onClose}>
              {t('builds.cancel')}
            </Button>
            <Button type="submit" kind="filled" icon="share" disabled={share.isPending || name.trim() === ''}>
              {t('build.share')}
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  )
}

type LinkDisplayProps = { name: string; link: string; isPublic: boolean; token: string; onClose: () => void }

function LinkDisplay({ name, link, isPublic, token, onClose }: LinkDisplayProps) {
  const { t } = useText()
  return (
    <div className={styles.form}>
      <p>{t(isPublic ? 'builds.linkOpen' : 'builds.linkClosed')}</p>
      <TextField
        label={t('builds.link')}
        readOnly
        dir="ltr"
        value={link}
        onChange={() => undefined}
        onFocus={(event) => event.target.select()}
      />
      <ShareButtons title={name} link={link} />
      <DialogActions>
        <ButtonLink to="/build/$shareToken" params={{ shareToken: token }} onClick={onClose}>
          {t('builds.view')}
        </ButtonLink>
      </DialogActions>
    </div>
  )
}

/** Error of sharing when the build could not be saved. */
class NotSaved extends Error {}

/**
 * Saves unsaved changes, with the new visibility where the build is saved for the first time, and then sets the
 * visibility.
 */
async function shareCurrent(name: string, isPublic: boolean) {
  const { currentBuild, unsavedChanges, save } = useBuild.getState()
  const changed = isTemporary(currentBuild.id) || unsavedChanges || currentBuild.name !== name
  if (changed && !(await save(name, isPublic))) throw useBuild.getState().errorCause ?? new NotSaved()
  // Not the id of the current build by now: another tab may have opened another one. A save can give the build another id,
  // but not another time of creation.
  const { savedBuilds } = useBuild.getState()
  const saved = changed && savedBuilds.find(({ createdAt }) => createdAt.getTime() === currentBuild.createdAt.getTime())
  const { id } = saved || currentBuild
  return (
    await readBody(client.PUT('/api/builds/{id}', { params: { path: { id } }, body: { isPublic } }), {
      build: {},
    })
  ).build
}
