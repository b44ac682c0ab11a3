import type { QueryClient } from '@tanstack/react-query'
import { forgetSession, isSessionEnd } from '~/api/accounts'
import { answer, ApiError, client } from '~/api/client'
import { startAutoSave } from './autoSave'
import { autoSavedName, isTemporary, temporaryId, wireComponents, type Build } from './build'
import { ChangedElsewhere, SessionEnded, useBuild } from './buildStore'
import { askedComponents, sameParts } from './savedBuilds'

/** Keeps builds in the account of whoever is signed in, by hand and by itself. Returns the way to end it. */
export function startSaving(queryClient: QueryClient): () => void {
  useBuild.setState({
    saver: async (build, isPublic) => {
      try {
        return await keep(build, isPublic)
      } catch (error) {
        // The session ended meanwhile: nothing is lost, the build stays in this browser.
        if (!isSessionEnd(queryClient, error)) throw error
        forgetSession(queryClient)
        throw new SessionEnded()
      } finally {
        void queryClient.invalidateQueries({ queryKey: ['mine', 'builds'] })
        void queryClient.invalidateQueries({ queryKey: ['mine', 'build'] })
      }
    },
  })
  const stop = startAutoSave()
  return () => {
    stop()
    useBuild.setState({ saver: null })
  }
}

async function keep(build: Build, isPublic?: boolean): Promise<Build> {
  return isTemporary(build.id) ? keepNew(build, isPublic) : keepAgain(build)
}

/** The name that the build has in this browser is its request's too: two tabs, or a press twice, make one build. */
async function keepNew(build: Build, isPublic = false): Promise<Build> {
  let found = false
  const body = { ...wire(build), isPublic }
  const call = client.POST('/api/builds', { params: { header: { 'Idempotency-Key': requestKey(build.id) } }, body }).then((reply) => {
    found = reply.response.status === 200
    return reply
  })
  const { build: kept } = await answer(call)
  // Another tab was first, perhaps with other parts, or before somebody gave the build a name.
  const named = build.name !== kept.name && build.name !== autoSavedName
  const now = { ...build, id: kept.id, name: named ? build.name : kept.name, savedVersion: kept.version }
  return found && (named || !sameParts(askedComponents(kept), wireComponents(build.components))) ? keepAgain(now) : now
}

async function keepAgain(build: Build, again = false): Promise<Build> {
  try {
    const body = { ...wire(build), version: build.savedVersion }
    const { build: kept } = await answer(client.PUT('/api/builds/{id}', { params: { path: { id: build.id } }, body }))
    return { ...build, name: kept.name, savedVersion: kept.version }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // It was deleted, or is another person's: these parts become a build of one's own.
    if (error.status === 404) return keepNew({ ...build, id: temporaryId() })
    if (error.code !== 'BUILD_CHANGED') throw error
    const saved = savedByAnotherTab(build)
    if (saved === undefined || again) throw new ChangedElsewhere()
    return keepAgain({ ...build, savedVersion: saved }, true)
  }
}

/** Tabs of one browser share their parts: what another has saved, this one has too. */
function savedByAnotherTab(build: Build): number | undefined {
  void useBuild.persist.rehydrate()
  const { currentBuild } = useBuild.getState()
  const newer = currentBuild.id === build.id && (currentBuild.savedVersion ?? 0) > (build.savedVersion ?? 0)
  return newer ? currentBuild.savedVersion : undefined
}

function wire(build: Build) {
  const { name, description, components, totalPrice } = build
  return { name, description: description ?? '', components: wireComponents(components), totalPrice, currency: 'KWD' }
}

function requestKey(id: string): string {
  const key = id.replace('build-', '')
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(key) ? key : crypto.randomUUID()
}
