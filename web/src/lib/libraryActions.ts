import { emptyBuild, withComponents, type Build } from './build'
import { compareBuilds } from './buildComparison'
import { addStored, createHistoryEntry, MAX_HISTORY, type LibraryActions, type StoreAccess } from './buildState'

/** Returns the actions on the builds that this browser stores: those of the account, and copies that were never saved. */
export function libraryActions({ get, set, change, mergeStored }: StoreAccess): LibraryActions {
  /** Returns a build of `savedBuilds`; where there is none, sets the error. */
  function findStored(id: string): Build | undefined {
    mergeStored()
    const saved = get().savedBuilds.find((one) => one.id === id)
    if (!saved) set({ errorCode: 'buildNotFound' })
    return saved
  }
  return {
    openSavedBuild: (build) =>
      change(({ savedBuilds }) => ({
        currentBuild: build,
        savedBuilds: addStored(savedBuilds, build),
        unsavedChanges: false,
        target: null,
        errorCode: null,
      })),
    // The specification's name: makes a build that this browser stores current. `openSavedBuild` takes the account's.
    loadBuild: (id) => {
      const saved = findStored(id)
      if (saved) change(() => ({ currentBuild: saved, unsavedChanges: false, errorCode: null }))
      return saved !== undefined
    },
    duplicate: (id, name) => {
      const saved = findStored(id)
      if (!saved) return null
      const copy = { ...withComponents(emptyBuild(name ?? `${saved.name} (Copy)`), saved.components), tags: saved.tags }
      change(({ savedBuilds }) => ({
        currentBuild: copy,
        savedBuilds: addStored(savedBuilds, copy),
        unsavedChanges: true,
        errorCode: null,
      }))
      return copy
    },
    deleteBuild: (id) => change(({ savedBuilds }) => ({ savedBuilds: savedBuilds.filter((one) => one.id !== id) })),
    // The specification's name: adds an entry to this browser's version history, and sends nothing to the account.
    saveVersion: (changes) =>
      change(({ currentBuild, buildHistory }) => {
        const next = { ...currentBuild, version: currentBuild.version + 1 }
        return {
          currentBuild: next,
          buildHistory: [createHistoryEntry(next, changes), ...buildHistory].slice(0, MAX_HISTORY),
        }
      }),
    compare: (first, second) => {
      const { currentBuild, savedBuilds } = get()
      const [a, b] = [first, second].map((id) => [currentBuild, ...savedBuilds].find((one) => one.id === id))
      if (a && b) return compareBuilds(a, b)
      set({ errorCode: 'compareNotFound' })
      return null
    },
  }
}
