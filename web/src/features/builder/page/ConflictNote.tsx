import { ApiError, client, readBody } from '~/api/client'
import { useText } from '~/i18n/useText'
import { useBuild } from '~/lib/buildStore'
import { toBuild } from '~/lib/accountBuilds'
import { useSubmit } from '~/lib/useSubmit'
import { Button } from '~/ui/Button'

/** Conflict of two versions of a build: the user chooses the one of this tab, or the one of the account. */
export function ConflictNote() {
  const { t } = useText()
  const isSaving = useBuild((state) => state.isLoading)
  const resolving = useSubmit({ mutationFn: resolveConflict })
  return (
    <>
      <Button small disabled={isSaving} onClick={() => resolving.mutate('mine')}>
        {t('builds.keepMine')}
      </Button>
      <Button small disabled={isSaving} onClick={() => resolving.mutate('theirs')}>
        {t('builds.takeTheirs')}
      </Button>
      {resolving.isError && <span>{t('builds.openFailed')}</span>}
    </>
  )
}

/** Saves the build of this tab over the account's, or opens that. */
async function resolveConflict(kept: 'mine' | 'theirs'): Promise<void> {
  const { currentBuild, openSavedBuild, save, saveOver } = useBuild.getState()
  const { id } = currentBuild
  // The user may open another build meanwhile, which has no conflict.
  const isCurrent = () => useBuild.getState().currentBuild.id === id
  try {
    const { build } = await readBody(client.GET('/api/builds/{id}', { params: { path: { id } } }), { build: {} })
    if (!isCurrent()) return
    if (kept === 'mine') await saveOver(build.version)
    else openSavedBuild(toBuild(build))
  } catch (error) {
    if (!isCurrent()) return
    const wasDeleted = error instanceof ApiError && error.status === 404
    if (kept === 'theirs' || !wasDeleted) throw error
    // A save stores the build as a new one.
    await save()
  }
}
