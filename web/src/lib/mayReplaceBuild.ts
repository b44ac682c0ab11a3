import { autoSavedName, newBuildName } from './build'
import { chosenParts, useBuild } from './buildStore'

/**
 * Whether another build may take the place of the current one. Its changes that wait for the automatic save are saved
 * first; where that fails, or nobody is signed in, the user answers the question whether they may be lost.
 */
export async function mayReplaceBuild(question: string): Promise<boolean> {
  const { currentBuild, unsavedChanges, saver, save } = useBuild.getState()
  if (!unsavedChanges || chosenParts(currentBuild.components).length === 0) return true
  const isSaved = saver !== null && (await save(currentBuild.name === newBuildName ? autoSavedName : undefined))
  return isSaved || window.confirm(question)
}
