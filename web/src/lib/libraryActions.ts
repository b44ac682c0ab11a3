import { emptyBuild, isTemporary, temporaryId, withComponents, type Build } from './build'
import { compareBuilds } from './buildComparison'
import { addStored, type BuildState, type LibraryActions, type StoreAccess } from './buildState'

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
    claim: (user) => {
      mergeStored()
      const { owner } = get()
      if (owner === null) set({ owner: user })
      else if (owner !== user) change((state) => ({ ...withoutAccount(state), owner: user }))
    },
    detach: (id) =>
      change(({ currentBuild, savedBuilds }) => ({
        ...(currentBuild.id === id
          ? {
              currentBuild: { ...currentBuild, id: temporaryId(), savedVersion: undefined },
              // Or the next automatic save would save the deleted build as a new one.
              unsavedChanges: false,
              errorCode: null,
            }
          : {}),
        savedBuilds: savedBuilds.filter((one) => one.id !== id),
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
    compare: (first, second) => {
      const { currentBuild, savedBuilds } = get()
      const [a, b] = [first, second].map((id) => [currentBuild, ...savedBuilds].find((one) => one.id === id))
      if (a && b) return compareBuilds(a, b)
      set({ errorCode: 'compareNotFound' })
      return null
    },
  }
}

/** Returns the builds without those of the account that they were saved to: the current one as a new build. */
function withoutAccount({ currentBuild, savedBuilds, errorCode }: BuildState): Partial<BuildState> {
  return {
    // With the time of creation it is another build: another tab's older changes do not come back.
    currentBuild: { ...currentBuild, id: temporaryId(), savedVersion: undefined, createdAt: new Date() },
    savedBuilds: savedBuilds.filter((one) => isTemporary(one.id)),
    buildHistory: [],
    // Or the next automatic save would put it into the other account.
    unsavedChanges: false,
    errorCode: errorCode === 'changedElsewhere' ? null : errorCode,
  }
}
