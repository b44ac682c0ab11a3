import { temporaryId } from './build'
import { storeAccess } from './buildStore'

/** Detaches a build from the account after its deletion there. The current build's parts stay; only a change saves them anew. */
export function detachBuild(id: string): void {
  storeAccess.change(({ currentBuild, savedBuilds }) => ({
    ...(currentBuild.id === id
      ? {
          currentBuild: { ...currentBuild, id: temporaryId(), savedVersion: undefined },
          // Or the next automatic save would save the deleted build as a new one.
          unsavedChanges: false,
          errorCode: null,
        }
      : {}),
    savedBuilds: savedBuilds.filter((one) => one.id !== id),
  }))
}
