import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { settingsQuery } from '~/api/ownData'
import { ApiError, client, readBody } from '~/api/client'
import { addressToShare } from '~/i18n/language'
import { useText } from '~/i18n/useText'
import type { SavedBuild } from '~/lib/accountBuilds'
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
import type { BuildLine } from '../shared/buildLines'
import { useLinesText } from '../shared/useLinesText'
import { ShareButtons } from '~/lib/share/ShareButtons'
import { useSubmit } from '~/lib/useSubmit'

/** Asks for a name and for the build's visibility, and then shows its link. */
export function ShareDialog({ lines, onClose }: { lines: BuildLine[]; onClose: () => void }) {
  const { t } = useText()
  const showToast = useToasts((state) => state.show)
  const queryClient = useQueryClient()
  const { currentBuild } = useBuild()
  const [name, setName] = useState(currentBuild.name === newBuildName ? '' : currentBuild.name)
  const [isPublic, setPublic] = useState(true)
  const share = useSubmit({
    mutationFn: async () => {
      const build = await shareCurrent(name.trim(), isPublic)
      // A build that was public before stays so, but its link opens for nobody else.
      return { build, sharingOff: build.isPublic && (await isSharingOff(queryClient)) }
    },
    onSuccess: ({ sharingOff }) => isPublic && !sharingOff && showToast(t('builds.shareable')),
    onError: (error) => {
      // The page behind the dialog asks which version stays.
      if (error instanceof ChangedElsewhere) onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['ofUser', 'builds'] }),
  })
  return (
    <Dialog title={t('builds.shareTitle')} closeLabel={t('build.dismiss')} onClose={onClose}>
      {share.data ? (
        <LinkDisplay build={share.data.build} lines={lines} sharingOff={share.data.sharingOff} onClose={onClose} />
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
          {share.isError && <ShareProblem error={share.error} />}
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

function ShareProblem({ error }: { error: Error }) {
  const { t } = useText()
  const errorText = useErrorText()
  const isRefused = error instanceof ApiError && error.code === 'SHARING_OFF'
  return (
    <p role="alert" className={styles.problem}>
      {isRefused
        ? t('builds.sharingOff')
        : errorText(error, t(error instanceof ApiError ? 'builds.shareFailed' : 'build.saveFailed'))}
    </p>
  )
}

async function isSharingOff(queryClient: QueryClient): Promise<boolean> {
  try {
    return !(await queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 })).allowBuildSharing
  } catch {
    // The build is shared, whatever the settings say.
    return false
  }
}

type LinkDisplayProps = { build: SavedBuild; lines: BuildLine[]; sharingOff: boolean; onClose: () => void }

function LinkDisplay({ build: { name, isPublic, shareToken }, lines, sharingOff, onClose }: LinkDisplayProps) {
  const { t } = useText()
  const link = addressToShare(`/build/${shareToken}`)
  const text = useLinesText(name, lines)
  return (
    <div className={styles.form}>
      {sharingOff ? (
        <p role="alert">{t('builds.sharingOff')}</p>
      ) : (
        <p>{t(isPublic ? 'builds.linkOpen' : 'builds.linkClosed')}</p>
      )}
      <TextField
        label={t('builds.link')}
        readOnly
        dir="ltr"
        value={link}
        onChange={() => undefined}
        onFocus={(event) => event.target.select()}
      />
      <ShareButtons title={name} text={text} link={link} />
      <DialogActions>
        <ButtonLink to="/build/$shareToken" params={{ shareToken }} onClick={onClose}>
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
