// Decides when the current build is saved without a press, and calls the store's action `save` (`savingActions.ts`).

import { autoSavedName, newBuildName } from './build'
import type { BuildState } from './buildState'
import { chosenParts, isChangedHere, mergeStored, useBuild } from './buildStore'

/** Time after a change at which the build is saved automatically, in ms. */
export const AUTO_SAVE_DELAY = 1000
/** Minimum time between two automatic saves, in ms. */
export const AUTO_SAVE_INTERVAL = 30_000

/**
 * Whether there are unsaved changes to save automatically. Returns false while the conflict note is shown, because the
 * user must choose a version first. After the user has closed the note (`dismissError`), the next automatic save meets
 * the same conflict, and the note comes back.
 */
function shouldAutoSave(): boolean {
  const { saver, autoSaveEnabled, unsavedChanges, currentBuild, errorCode } = useBuild.getState()
  return (
    saver !== null &&
    autoSaveEnabled &&
    unsavedChanges &&
    errorCode !== 'changedElsewhere' &&
    chosenParts(currentBuild.components).length > 0
  )
}

/**
 * Saves the build automatically while a user is signed in (`saver` is set): one second after a change, and at most
 * every 30 seconds; a failed save is tried again. A change of another tab is saved by that tab, or after 30 seconds by
 * this one. Returns a function that ends automatic saving.
 */
export function startAutoSave(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  function schedule() {
    clearTimeout(timer)
    if (!shouldAutoSave()) return
    // Later than now where the clock was set back since.
    const last = Math.min(Date.now(), useBuild.getState().lastAutoSave?.getTime() ?? 0)
    timer = setTimeout(
      () => void withTabLock(autoSaveNow),
      Math.max(isChangedHere() ? AUTO_SAVE_DELAY : AUTO_SAVE_INTERVAL, last + AUTO_SAVE_INTERVAL - Date.now()),
    )
  }

  async function autoSaveNow() {
    // Another tab may have saved, changed or emptied the build since.
    mergeStored()
    const { currentBuild, isLoading: isSaving, save } = useBuild.getState()
    if (isSaving || !shouldAutoSave()) return schedule()
    // This also plans the next attempt, in case this one fails.
    useBuild.setState({ lastAutoSave: new Date() })
    const saved = await save(currentBuild.name === newBuildName ? autoSavedName : undefined)
    if (!saved && useBuild.getState().errorCode === 'saveFailed') useBuild.setState({ errorCode: 'autoSaveFailed' })
  }

  const stop = useBuild.subscribe((state, before) => {
    // Another tab has opened another build, or has resolved the conflict: the note would be about something else.
    if (
      state.errorCode === 'changedElsewhere' &&
      before.errorCode === 'changedElsewhere' &&
      isOtherVersion(state, before)
    )
      return state.dismissError()
    const relevantKeys = ['currentBuild', 'unsavedChanges', 'saver', 'autoSaveEnabled', 'lastAutoSave'] as const
    if (
      relevantKeys.some((key) => state[key] !== before[key]) ||
      (before.errorCode === 'changedElsewhere' && state.errorCode === null)
    )
      schedule()
  })
  schedule()
  return () => {
    clearTimeout(timer)
    stop()
  }
}

function isOtherVersion({ currentBuild: { id, savedVersion } }: BuildState, { currentBuild: before }: BuildState) {
  return id !== before.id || savedVersion !== before.savedVersion
}

/**
 * Runs a task while no tab of this browser saves automatically: an automatic save, or the deletion of a build, which a
 * save would bring back. Without the lock, the later of two simultaneous saves would meet a 409 before the other tab has
 * stored its version here, and would mistake it for a save of another device. Manual saves run without the lock.
 */
export async function withTabLock(task: () => Promise<void>): Promise<void> {
  // Some browsers have no locks, and some pages may not use them: save without a lock.
  const locks = globalThis.navigator?.locks as LockManager | undefined
  if (!locks) return task()
  await locks.request('tajmeea.autoSave', task)
}
