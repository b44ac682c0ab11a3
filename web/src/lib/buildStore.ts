import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Category } from '~/api/wire'
import { findPartsToFit } from './build'
import { editingActions } from './editingActions'
import { libraryActions } from './libraryActions'
import { savingActions } from './savingActions'
import { freshState, type BuildState, type StoreAccess } from './buildState'
import { browserStorage, isStored, readStored } from './buildStorage'
import { hasUnstoredChanges, withSlotTimes } from './buildTabs'
import { STORAGE_KEY, STORAGE_VERSION } from './buildStorageFormat'

export type { Build, Components, SelectedComponent, SelectedProduct } from './build'
export { chosenParts, countFilledRequired } from './build'

let changedHere = true

/** Whether this tab made the last change; otherwise another tab did, and saves it. */
export function isChangedHere(): boolean {
  return changedHere
}

/** The store of the current build, persisted in this browser. */
export const useBuild = create<BuildState>()(
  persist(
    (set, get) => {
      const access: StoreAccess = {
        get,
        set,
        mergeStored,
        change: (recipe) => {
          changedHere = true
          mergeStored()
          set((state) => withOwner(state, withSlotTimes(state, recipe(state))))
        },
      }
      return {
        ...freshState(),
        isLoading: false,
        errorCode: null,
        errorCause: null,
        target: null,
        saver: null,
        ...editingActions(access),
        ...savingActions(access),
        ...libraryActions(access),
        forgetAll: () =>
          set({ ...freshState(), buildSince: Date.now(), errorCode: null, errorCause: null, target: null }),
      }
    },
    {
      name: STORAGE_KEY,
      version: STORAGE_VERSION,
      storage: browserStorage(),
      // `savedBuilds`, the specification's name, are the builds that this browser stores.
      partialize: ({
        currentBuild,
        savedBuilds,
        buildHistory,
        navigationHistory,
        currentCategory,
        unsavedChanges,
        autoSaveEnabled,
        lastAutoSave,
        buildSince,
        slotTimes,
        owner,
      }) => ({
        currentBuild,
        savedBuilds,
        buildHistory,
        navigationHistory,
        currentCategory,
        unsavedChanges,
        autoSaveEnabled,
        lastAutoSave,
        buildSince,
        slotTimes,
        owner,
      }),
      migrate: () => ({ ...freshState(), buildSince: Date.now() }),
      merge: (stored, now) => ({ ...now, ...readStored(stored, now) }),
    },
  ),
)

/** Adds to a change that it begins another build while nobody is signed in: that one is nobody's. */
function withOwner({ saver }: BuildState, change: Partial<BuildState>): Partial<BuildState> {
  return saver === null && change.buildSince !== undefined ? { owner: null, ...change } : change
}

/**
 * Merges the stored state into the store; another tab may have changed it. Local storage answers synchronously, so the
 * merge is done when this returns.
 */
export function mergeStored(): void {
  void useBuild.persist.rehydrate()
}

/**
 * Returns the build's products that a part of a category must fit, each as `id` or `id:quantity`. A part that the next
 * choice replaces (the `target`, see `ChoiceTarget`) is left out.
 */
export function listPartsToFit(
  category: Category,
  { currentBuild, target }: Pick<BuildState, 'currentBuild' | 'target'> = useBuild.getState(),
): string[] {
  return findPartsToFit(currentBuild.components, category, target)
}

// Apply the build that another tab stores. Where both changed the build at once, the stored state lacks this tab's
// changes: store the merged state again.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key !== STORAGE_KEY) return
  changedHere = false
  mergeStored()
  if (!hasUnstoredChanges(useBuild.getState(), event.newValue)) return
  changedHere = true
  useBuild.setState({})
})

// Store the fresh build at once, so that two tabs opened one after the other start with the same build.
if (!isStored()) useBuild.setState({})
