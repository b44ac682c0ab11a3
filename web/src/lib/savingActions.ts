// The store's saving actions of a signed-in user, which `startSaving` of `accountSaver.ts` puts into the store. They call
// the saver of `accountSaver.ts` and change the state by its result: buttons call them, and `autoSave.ts` calls `save`.
// `isLoading`, the specification's name, says whether a save is running.

import { temporaryId, type Build } from './build'
import {
  addStored,
  ChangedElsewhere,
  createHistoryEntry,
  MAX_HISTORY,
  SessionEnded,
  type BuildErrorCode,
  type BuildState,
  type SavingActions,
  type StoreAccess,
} from './buildState'
import { storeAccess } from './buildStore'

/** Name and description that the user gives a build with a save. */
type GivenTexts = Partial<Pick<Build, 'name' | 'description'>>

/** The saving actions: one set for all users of this page, because a running save goes on after a sign-out. */
export const savingActions = createSavingActions(storeAccess)

function createSavingActions({ get, set, change }: StoreAccess): SavingActions {
  /** The running save. The next one waits for it, so that it knows the id and version that the running one receives. */
  let running: Promise<unknown> = Promise.resolve()
  /** The id of the copy that failed, by the id of its original: a repeated attempt makes no second copy. */
  let copyIds: Record<string, string> = {}

  /** Saves the current build with what the user gives it, which the build takes when it is saved, or meets a conflict. */
  async function saveNow(given: GivenTexts, isPublicIfNew?: boolean): Promise<boolean> {
    const { saver, currentBuild } = get()
    if (!saver) {
      set({ errorCode: 'saveFailed', errorCause: null })
      return false
    }
    set({ isLoading: true, errorCode: null, errorCause: null })
    try {
      const saved = await saver({ ...currentBuild, ...given }, isPublicIfNew)
      change((state) => withSaved(state, currentBuild, saved))
      set({ isLoading: false })
      return true
    } catch (error) {
      set({ isLoading: false })
      if (error instanceof ChangedElsewhere) {
        const { id, savedVersion } = error.refusedSave
        // The user has opened another build meanwhile, which has no conflict. (Another tab's save may have given this
        // build its permanent id.)
        if (![currentBuild.id, id].includes(get().currentBuild.id)) return false
        // The user may take the account's build, or save the parts of this tab over it: under the name that was given.
        change((state) => ({
          currentBuild: { ...state.currentBuild, ...given, id, savedVersion },
          unsavedChanges: true,
        }))
      }
      set({ errorCode: toErrorCode(error), errorCause: error })
      return false
    }
  }

  function save(given: GivenTexts, isPublicIfNew?: boolean): Promise<boolean> {
    const { isLoading: isSaving } = get()
    const thisSave = isSaving ? running.then(() => saveNow(given, isPublicIfNew)) : saveNow(given, isPublicIfNew)
    running = thisSave
    return thisSave
  }

  return {
    save: (name, isPublicIfNew) => save(name === undefined ? {} : { name }, isPublicIfNew),
    saveNamed: (name, description) => save({ name, description: description || undefined }),
    saveAs: async (name, description) => {
      // Wait for the running save: its response would replace the new build.
      const { isLoading: isSaving } = get()
      if (isSaving) await running
      const { id, savedVersion } = get().currentBuild
      const copyId = copyIds[id] ?? temporaryId()
      copyIds = { [id]: copyId }
      change(({ currentBuild }) => ({ currentBuild: { ...currentBuild, id: copyId, savedVersion: undefined } }))
      if (await get().saveNamed(name, description)) {
        copyIds = {}
        return true
      }
      // The build stays the one that it was; the next automatic save would create a second build.
      change(({ currentBuild }) =>
        currentBuild.id === copyId ? { currentBuild: { ...currentBuild, id, savedVersion } } : {},
      )
      return false
    },
    saveOver: (accountVersion) => {
      change(({ currentBuild }) => ({ currentBuild: { ...currentBuild, savedVersion: accountVersion } }))
      return get().save()
    },
  }
}

/** Returns the state after a save. `sent`: the build as it was when the save began. */
function withSaved(
  { savedBuilds, buildHistory, currentBuild }: BuildState,
  sent: Build,
  saved: Build,
): Partial<BuildState> {
  const recorded = {
    // A first save gives the build another id.
    savedBuilds: addStored(
      savedBuilds.filter((one) => one.id !== sent.id),
      saved,
    ),
    buildHistory: [createHistoryEntry(saved, 'Build saved'), ...buildHistory].slice(0, MAX_HISTORY),
  }
  // The user has opened or started another build during the request. With the id of the saved one, the next save would
  // overwrite it in the account.
  if (currentBuild.id !== sent.id && currentBuild.id !== saved.id) return recorded
  // Changes of the user during the request stay, and stay unsaved.
  const isRenamed = currentBuild.name !== sent.name
  const isRedescribed = currentBuild.description !== sent.description
  const unsavedChanges =
    isRenamed || isRedescribed || currentBuild.lastModified.getTime() !== sent.lastModified.getTime()
  const { id, version, savedVersion } = saved
  const { name } = isRenamed ? currentBuild : saved
  const { description } = isRedescribed ? currentBuild : saved
  return {
    ...recorded,
    currentBuild: unsavedChanges ? { ...currentBuild, id, name, description, version, savedVersion } : saved,
    unsavedChanges,
  }
}

function toErrorCode(error: unknown): BuildErrorCode {
  if (error instanceof ChangedElsewhere) return 'changedElsewhere'
  return error instanceof SessionEnded ? 'sessionEnded' : 'saveFailed'
}
