import { emptyBuild, temporaryId, withComponents, type Build } from './build'
import { compareBuilds } from './buildComparison'
import { addSaved, type LibraryActions, type StoreAccess } from './buildState'

/** Returns the actions on the account's builds that are stored here too. */
export function libraryActions({ get, set, change, reload }: StoreAccess): LibraryActions {
  /** Returns a saved build; where there is none, sets the error. */
  function find(id: string): Build | undefined {
    reload()
    const found = get().savedBuilds.find((one) => one.id === id)
    if (!found) set({ error: 'buildNotFound' })
    return found
  }
  return {
    open: (build) =>
      change(({ savedBuilds }) => ({
        currentBuild: build,
        savedBuilds: addSaved(savedBuilds, build),
        unsavedChanges: false,
        target: null,
        error: null,
      })),
    detach: (id) =>
      change(({ currentBuild, savedBuilds }) => ({
        ...(currentBuild.id === id
          ? { currentBuild: { ...currentBuild, id: temporaryId(), savedVersion: undefined } }
          : {}),
        savedBuilds: savedBuilds.filter((one) => one.id !== id),
      })),
    loadBuild: (id) => {
      const found = find(id)
      if (found) change(() => ({ currentBuild: found, unsavedChanges: false, error: null }))
      return found !== undefined
    },
    duplicate: (id, name) => {
      const found = find(id)
      if (!found) return null
      const copy = { ...withComponents(emptyBuild(name ?? `${found.name} (Copy)`), found.components), tags: found.tags }
      change(({ savedBuilds }) => ({
        currentBuild: copy,
        savedBuilds: [copy, ...savedBuilds],
        unsavedChanges: true,
        error: null,
      }))
      return copy
    },
    deleteBuild: (id) => change(({ savedBuilds }) => ({ savedBuilds: savedBuilds.filter((one) => one.id !== id) })),
    compare: (first, second) => {
      const { currentBuild, savedBuilds } = get()
      const [a, b] = [first, second].map((id) => [currentBuild, ...savedBuilds].find((one) => one.id === id))
      if (a && b) return compareBuilds(a, b)
      set({ error: 'compareNotFound' })
      return null
    },
  }
}
