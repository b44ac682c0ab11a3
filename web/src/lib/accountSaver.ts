// Sends the current build to the account. No other file writes the parts of a build to the server: copying, deleting
// and sharing are requests of `features/builds/useBuildActions.ts` and `features/builder/actions/ShareDialog.tsx`.
// `startSaving` installs `savingActions.ts` and the saver that they call, for one save at a time, and starts `autoSave.ts`.
// `accountBuilds.ts` reads the account's builds.

import type { QueryClient } from '@tanstack/react-query'
import { forgetSession, isOfOtherUser, isSessionEnd, resetSession } from '~/api/accounts'
import { ApiError, client, readBody, USER_HEADER } from '~/api/client'
import { startAutoSave } from './autoSave'
import { autoSavedName, isTemporary, toWireComponents, type Build } from './build'
import { ChangedElsewhere, SessionEnded } from './buildState'
import { mergeStored, useBuild } from './buildStore'
import { claimBuilds } from './claimBuilds'
import { savedToWireComponents, haveSameParts } from './accountBuilds'
import { savingActions } from './savingActions'

/** Saves builds to the account of the signed-in user, manually and automatically. Returns a function that stops it. */
export function startSaving(queryClient: QueryClient, user: string): () => void {
  // Before anything is sent: what another user has left here is not this one's.
  claimBuilds(user)
  if (memory.user !== user) memory = newMemory(user)
  useBuild.setState({
    ...savingActions,
    saver: async (build, isPublicIfNew) => {
      try {
        return await saveToAccount(user, build, isPublicIfNew)
      } catch (error) {
        if (isOfOtherUser(error)) void resetSession(queryClient)
        // The session has ended: nothing is lost, the build stays in this browser.
        if (!isSessionEnd(queryClient, error)) throw error
        forgetSession(queryClient)
        throw new SessionEnded()
      } finally {
        void queryClient.invalidateQueries({ queryKey: ['ofUser', 'builds'] })
        void queryClient.invalidateQueries({ queryKey: ['ofUser', 'build'] })
      }
    },
  })
  const stop = startAutoSave()
  return () => {
    stop()
    useBuild.setState({ saver: null })
  }
}

async function saveToAccount(user: string, build: Build, isPublicIfNew?: boolean): Promise<Build> {
  return isTemporary(build.id) ? saveNew(user, build, isPublicIfNew) : saveExisting(user, build)
}

/** Memory of this tab between the saves of one user. */
type Memory = {
  user: string
  /** The saves whose outcome is unknown, since the last one that succeeded. */
  unansweredSaves: { id: string; version: number; request: SaveRequest }[]
  /** The idempotency keys for saving builds that the account no longer has, by their former ids. */
  keysForMissing: Map<string, string>
}

const newMemory = (user: string): Memory => ({ user, unansweredSaves: [], keysForMissing: new Map() })

let memory = newMemory('')

/** Names the user whose save it is: the page may have become another user's between two requests of one save. */
const headersOf = (user: string) => ({ [USER_HEADER]: user })

/**
 * Saves a build for the first time. The id that the build has in this browser is the request's idempotency key, so that
 * two tabs, or two presses, create one build.
 */
async function saveNew(
  user: string,
  build: Build,
  isPublicIfNew = false,
  key = toIdempotencyKey(build.id),
): Promise<Build> {
  let hadBeenSaved = false
  const body = { ...toSaveRequest(build), isPublic: isPublicIfNew }
  const params = { header: { 'Idempotency-Key': key } }
  const call = client.POST('/api/builds', { params, headers: headersOf(user), body }).then((reply) => {
    hadBeenSaved = reply.response.status === 200
    return reply
  })
  const { build: saved } = await readBody(call, { build: {} })
  // An earlier request has created the build (status 200), perhaps with other parts, or before the user gave it its
  // name or description: save again where they differ.
  const isRenamed = build.name !== saved.name && build.name !== autoSavedName
  const isDescribed = build.description !== undefined && build.description !== saved.description
  const hasOtherParts = !haveSameParts(savedToWireComponents(saved), toWireComponents(build.components))
  const savedBuild = {
    ...build,
    id: saved.id,
    name: isRenamed ? build.name : saved.name,
    description: build.description ?? saved.description ?? undefined,
    savedVersion: saved.version,
  }
  // Based on the version that the earlier request of this browser has created: later ones may be of another device.
  return hadBeenSaved && (isRenamed || isDescribed || hasOtherParts)
    ? saveExisting(user, { ...savedBuild, savedVersion: 1 })
    : savedBuild
}

/**
 * Saves a build that is in the account already.
 *
 * 1. The server accepts a save based on the account's current version. It accepts a save based on an older version only
 *    if that save changes nothing.
 * 2. With 404 the build is saved as a new one.
 * 3. After a conflict (409), if another tab of this browser has stored a newer version, or the newer version is an
 *    earlier save of this tab whose response was lost, the save is repeated once, with that version.
 * 4. If neither is the case, or if the repeated save meets a conflict too: throws `ChangedElsewhere`.
 */
async function saveExisting(user: string, build: Build, isRetry = false): Promise<Build> {
  const request = toSaveRequest(build)
  try {
    const body = { ...request, version: build.savedVersion }
    const { build: saved } = await readBody(
      client.PUT('/api/builds/{id}', { params: { path: { id: build.id } }, headers: headersOf(user), body }),
      { build: {} },
    )
    memory.unansweredSaves = []
    return { ...build, name: saved.name, savedVersion: saved.version }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Without a response (0), with one that cannot be read (200) or with one of a server that failed, the account may have
    // the new parts or not.
    if (error.status < 400 || error.status >= 500)
      memory.unansweredSaves.push({ id: build.id, version: build.savedVersion ?? 0, request })
    // The build was deleted: save these parts as a new build.
    if (error.status === 404) return saveNew(user, build, false, findKeyForMissing(build.id))
    if (error.code !== 'BUILD_CHANGED') throw error
    const newerVersion = findNewerVersionOfAnotherTab(build) ?? (await findVersionOfUnansweredSave(user, build))
    if (newerVersion === undefined || isRetry) throw new ChangedElsewhere(build)
    return saveExisting(user, { ...build, savedVersion: newerVersion }, true)
  }
}

/** Returns the account's version of a build, if it is that of an unanswered save of this tab. */
async function findVersionOfUnansweredSave(user: string, { id }: Build): Promise<number | undefined> {
  const saves = memory.unansweredSaves.filter((save) => save.id === id)
  if (saves.length === 0) return undefined
  const call = client.GET('/api/builds/{id}', { params: { path: { id } }, headers: headersOf(user) })
  const { build: saved } = await readBody(call, { build: {} })
  const parts = savedToWireComponents(saved)
  const isOwn = saves.some(
    ({ version, request }) =>
      // A later version has been changed since, on another device.
      saved.version === version + 1 &&
      visibleText(request.name) === visibleText(saved.name) &&
      visibleText(request.description) === visibleText(saved.description ?? '') &&
      haveSameParts(parts, request.components),
  )
  return isOwn ? saved.version : undefined
}

/** The letters of a text: the server stores texts without invisible characters and with fewer spaces. */
const visibleText = (text: string) => text.replace(/[\s\p{C}]+/gu, '')

/**
 * Returns the version that another tab of this browser has stored here, if it is newer: one that it saved or opened.
 * `mergeStored` merges the other tab's parts into the store. The retry sends this tab's parts alone; the next save sends
 * the merged build.
 */
function findNewerVersionOfAnotherTab(build: Build): number | undefined {
  mergeStored()
  const { currentBuild } = useBuild.getState()
  const isNewer = currentBuild.id === build.id && (currentBuild.savedVersion ?? 0) > (build.savedVersion ?? 0)
  return isNewer ? currentBuild.savedVersion : undefined
}

type SaveRequest = ReturnType<typeof toSaveRequest>

function toSaveRequest(build: Build) {
  const { name, description, components, totalPrice } = build
  return { name, description: description ?? '', components: toWireComponents(components), totalPrice, currency: 'KWD' }
}

/**
 * Returns the key for saving a missing build anew. A repeated save, after a lost response, creates no second build. The
 * former id is no such key: another device that has the build too would get the same new build, and save over it.
 */
function findKeyForMissing(id: string): string {
  const key = memory.keysForMissing.get(id) ?? crypto.randomUUID()
  memory.keysForMissing.set(id, key)
  return key
}

/** Returns the id that a build has in this browser without its prefix; a new key where the id is no UUID. */
function toIdempotencyKey(id: string): string {
  const key = id.replace('build-', '')
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(key) ? key : crypto.randomUUID()
}
