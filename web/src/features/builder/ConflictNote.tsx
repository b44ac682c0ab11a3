import { useState } from 'react'
import { ApiError, client, readBody } from '~/api/client'
import { useText } from '~/i18n/useText'
import { useBuild } from '~/lib/buildStore'
import { toBuild, type SavedBuild } from '~/lib/accountBuilds'
import { Button } from '~/ui/Button'

/** Conflict of two versions of a build: the user chooses the one of this tab, or the one of the account. */
export function ConflictNote() {
  const { t } = useText()
  const { currentBuild, openSavedBuild, save, saveOver, isLoading: isSaving } = useBuild()
  const [failed, setFailed] = useState(false)
  async function loadAndResolve(resolve: (accountBuild: SavedBuild) => unknown, resolveDeleted?: () => unknown) {
    const { id } = currentBuild
    // The user may open another build meanwhile, which has no conflict.
    const isCurrent = () => useBuild.getState().currentBuild.id === id
    setFailed(false)
    try {
      const { build } = await readBody(client.GET('/api/builds/{id}', { params: { path: { id } } }), {
        build: {},
      })
      if (isCurrent()) resolve(build)
    } catch (error) {
      if (!isCurrent()) return
      if (resolveDeleted && error instanceof ApiError && error.status === 404) resolveDeleted()
      else setFailed(true)
    }
  }
  return (
    <>
      <Button
        small
        disabled={isSaving}
        onClick={() =>
          void loadAndResolve(
            ({ version }) => void saveOver(version),
            // Deleted meanwhile: a save stores it as a new build.
            () => void save(),
          )
        }
      >
        {t('builds.keepMine')}
      </Button>
      <Button
        small
        disabled={isSaving}
        onClick={() => void loadAndResolve((accountBuild) => openSavedBuild(toBuild(accountBuild)))}
      >
        {t('builds.takeTheirs')}
      </Button>
      {failed && <span>{t('builds.openFailed')}</span>}
    </>
  )
}
