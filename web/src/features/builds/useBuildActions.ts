import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { settingsQuery } from '~/api/ownData'
import { ApiError, client, expectSuccess, readBody } from '~/api/client'
import { useText } from '~/i18n/useText'
import { withTabLock } from '~/lib/autoSave'
import { chosenParts, useBuild } from '~/lib/buildStore'
import { toBuild, type SavedBuild } from '~/lib/accountBuilds'
import { detachBuild } from '~/lib/detachBuild'
import { useToasts } from '~/lib/toasts'
import { useErrorText } from '~/lib/useErrorText'
import { useSubmit } from '~/lib/useSubmit'
import { shareAddress } from './shareAddress'

/** Returns the actions on a saved build, and the last error. */
export function useBuildActions(build: SavedBuild) {
  const { t } = useText()
  const showToast = useToasts((state) => state.show)
  const { busy, errorMessage, setErrorMessage, run } = useBuildRequest()
  const { data: settings } = useQuery(settingsQuery)
  // A key of the request: a copy that is requested twice is made once.
  const [copyKey, setCopyKey] = useState(() => crypto.randomUUID())
  const path = { id: build.id }
  return {
    busy,
    errorMessage,
    setPublic: (isPublic: boolean) =>
      run(
        () =>
          readBody(client.PUT('/api/builds/{id}', { params: { path }, body: { isPublic } }), {
            build: {},
          }),
        isPublic ? t('builds.shareable') : t('builds.nowPrivate'),
        t('builds.shareFailed'),
      ),
    share: () => {
      // The build is public, but its link opens for nobody else.
      if (settings?.allowBuildSharing === false) return setErrorMessage(t('builds.sharingOff'))
      setErrorMessage(null)
      navigator.clipboard.writeText(shareAddress(build.shareToken)).then(
        () => showToast(t('builds.copied')),
        () => setErrorMessage(t('builds.copyFailed', { link: shareAddress(build.shareToken) })),
      )
    },
    duplicate: () =>
      run(
        async () => {
          const copy = await readBody(
            client.POST('/api/builds/{id}/duplicate', {
              params: { path, header: { 'Idempotency-Key': copyKey } },
              body: {},
            }),
            { build: {} },
          )
          setCopyKey(crypto.randomUUID())
          return openCopy(copy.build)
        },
        (isOpened) => t(isOpened ? 'builds.duplicated' : 'builds.duplicatedOnly'),
        t('builds.duplicateFailed'),
      ),
    remove: () =>
      run(
        () =>
          // A save that runs or begins meanwhile would find no build, and save its parts as a new one.
          withTabLock(async () => {
            await waitForSave()
            await expectSuccess(client.DELETE('/api/builds/{id}', { params: { path } })).catch((error: unknown) => {
              // The build is already gone, which is the wanted result.
              if (!(error instanceof ApiError && error.status === 404)) throw error
            })
            detachBuild(build.id)
          }),
        t('builds.deleted'),
        t('builds.deleteFailed'),
      ),
  }
}

/**
 * Returns a function that runs a request on a saved build, and then requests the lists of saved builds again. After a
 * success it shows `successText`. After a failure it sets `errorMessage`, to `failureText` where the error has no text.
 */
function useBuildRequest() {
  const { t } = useText()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const showToast = useToasts((state) => state.show)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const change = useSubmit({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onMutate: () => setErrorMessage(null),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['ofUser', 'builds'] })
      void queryClient.invalidateQueries({ queryKey: ['ofUser', 'build'] })
    },
  })
  function buildErrorText(error: Error, failureText: string): string {
    const code = error instanceof ApiError ? error.code : null
    if (code === 'SHARING_OFF') return t('builds.sharingOff')
    return code === 'TOO_MANY_BUILDS' ? t('builds.full') : errorText(error, failureText)
  }
  const run = <Result>(
    act: () => Promise<Result>,
    successText: string | ((result: Result) => string),
    failureText: string,
  ) =>
    change.mutate(act, {
      onSuccess: (result) => showToast(typeof successText === 'string' ? successText : successText(result as Result)),
      onError: (error) => setErrorMessage(buildErrorText(error, failureText)),
    })
  return { busy: change.isPending, errorMessage, setErrorMessage, run }
}

/** Waits until no save of the current build runs. One that waits for the running save begins in the same moment. */
async function waitForSave(): Promise<void> {
  while (useBuild.getState().isLoading) {
    await new Promise<void>((resolve) => {
      const stop = useBuild.subscribe(() => {
        stop()
        setTimeout(resolve)
      })
    })
  }
}

/**
 * Opens a copy in the builder. Unsaved changes of the current build are saved first; if that fails, the current build
 * stays open. Returns whether the copy was opened.
 */
async function openCopy(copy: SavedBuild): Promise<boolean> {
  const { currentBuild, unsavedChanges, save, openSavedBuild } = useBuild.getState()
  const unsaved = unsavedChanges && chosenParts(currentBuild.components).length > 0
  if (unsaved && !(await save())) return false
  openSavedBuild(toBuild(copy))
  return true
}

/**
 * Returns a build of the list as the account has it now: changes to an older version would be a conflict. Without a
 * response, it is the build as listed.
 */
export async function loadCurrent(listed: SavedBuild): Promise<SavedBuild> {
  const answer = readBody(client.GET('/api/builds/{id}', { params: { path: { id: listed.id } } }), {
    build: {},
  })
  return answer.then(({ build }) => build).catch(() => listed)
}
