import { isTemporary, temporaryId } from './build'
import type { BuildState } from './buildState'
import { storeAccess } from './buildStore'

/**
 * Makes a user the owner of the builds of this browser. Where they were another user's, the current build's parts stay in
 * this browser as a new build, which only a change saves; that user's other builds go.
 */
export function claimBuilds(user: string): void {
  const { get, set, change, mergeStored } = storeAccess
  mergeStored()
  const { owner } = get()
  if (owner === null) set({ owner: user })
  else if (owner !== user) change((state) => ({ ...withoutAccount(state), owner: user }))
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
