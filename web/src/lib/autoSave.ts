import { autoSavedName, newBuildName } from './build'
import { chosenParts, useBuild } from './buildStore'

/** How long after a change a build is saved by itself, in ms. */
export const autoSaveDelay = 1000
/** How often at most, in ms. */
export const autoSaveInterval = 30_000

/**
 * Saves the build by itself while somebody is signed in (`saver` is set): a second after a change, at most every
 * 30 seconds. Returns the way to end it.
 */
export function startAutoSave(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  function plan() {
    const { saver, autoSaveEnabled, unsavedChanges, lastAutoSave, currentBuild, error } = useBuild.getState()
    clearTimeout(timer)
    // Nothing to keep; or somebody has to say first which of two versions counts.
    if (chosenParts(currentBuild.components).length === 0 || error === 'changedElsewhere') return
    if (!saver || !autoSaveEnabled || !unsavedChanges) return
    const next = (lastAutoSave?.getTime() ?? 0) + autoSaveInterval
    timer = setTimeout(() => void run(), Math.max(autoSaveDelay, next - Date.now()))
  }

  async function run() {
    const { currentBuild, isLoading, save } = useBuild.getState()
    if (isLoading) return plan()
    useBuild.setState({ lastAutoSave: new Date() })
    const saved = await save(currentBuild.name === newBuildName ? autoSavedName : undefined)
    if (!saved && useBuild.getState().error === 'saveFailed') useBuild.setState({ error: 'autoSaveFailed' })
  }

  const stop = useBuild.subscribe((state, before) => {
    const changed = state.currentBuild !== before.currentBuild && state.unsavedChanges
    if (changed || state.saver !== before.saver || state.autoSaveEnabled !== before.autoSaveEnabled || (before.error === 'changedElsewhere' && state.error === null)) plan()
  })
  plan()
  return () => {
    clearTimeout(timer)
    stop()
  }
}
