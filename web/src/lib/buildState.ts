import type { Category } from '~/api/wire'
import { emptyBuild, type Build, type ChoiceTarget, type SelectedProduct } from './build'
import type { BuildComparison } from './buildComparison'
import type { SlotTimes } from './buildTabs'

/** Entry of this browser's version history of a build; `version` is the build's `version`, not `savedVersion`. */
export type BuildHistoryEntry = { id: string; buildId: string; version: number; changes: string; timestamp: Date }

/** Codes of the store's errors; the pages have a text for each. */
export type BuildErrorCode =
  | 'templateNotFound'
  | 'buildNotFound'
  | 'compareNotFound'
  | 'autoSaveFailed'
  | 'saveFailed'
  | 'changedElsewhere'
  | 'sessionEnded'

/**
 * Error of a saver: the account has another version of the build than the one that the save was based on, and a retry
 * with another tab's version was not possible or failed too. Most often another device has saved the build; it can also
 * be another tab whose result was not in local storage in time, or an earlier save of this tab whose response was lost.
 */
export class ChangedElsewhere extends Error {
  /** The build in the account, and the version on which the refused save was based. */
  readonly refusedSave: Pick<Build, 'id' | 'savedVersion'>
  constructor(refusedSave: Pick<Build, 'id' | 'savedVersion'>) {
    super()
    this.refusedSave = refusedSave
  }
}

/** Error of a saver when the session has ended. */
export class SessionEnded extends Error {}

/**
 * Saves a build to the user's account; resolves to the saved build. `isPublicIfNew`: the visibility, if the build is
 * saved for the first time; the saver leaves the visibility of an existing build as it is.
 */
export type BuildSaver = (build: Build, isPublicIfNew?: boolean) => Promise<Build>

/** The part of the state that survives a reload. */
export type StoredState = {
  currentBuild: Build
  /** The builds that this browser stores beside the current one: those of the account that were saved or opened here, and copies. */
  savedBuilds: Build[]
  buildHistory: BuildHistoryEntry[]
  navigationHistory: Category[]
  currentCategory: Category | null
  unsavedChanges: boolean
  autoSaveEnabled: boolean
  lastAutoSave: Date | null
  /** Time at which the current build became current, in ms: of two tabs' builds the later one wins. */
  buildSince: number
  /** Time of the last change of each slot of the current build, in ms: of two tabs' changes the later one wins. */
  slotTimes: SlotTimes
  /** Id of the user whose account these builds are saved to; null before a sign-in: the next user takes them. */
  owner: string | null
}

/** The actions on the current build and its parts. */
export type EditingActions = {
  /** Puts a product into its category's slot: where `target` (a `ChoiceTarget`) says, else in place of the slot's parts. */
  choose: (product: SelectedProduct) => void
  /** Empties a slot, or removes one product from it. */
  remove: (category: Category, productId?: string) => void
  /** Removes the products of some ids and adds other parts, in one change. */
  exchange: (removedIds: readonly string[], added: { product: SelectedProduct; quantity: number }[]) => void
  setQuantity: (category: Category, productId: string, quantity: number) => void
  rename: (name: string) => void
  /** Sets the target of the next choice in a category, and records that the user looks for that category. */
  setTarget: (category: Category, replaces: string | null) => void
  /** Starts an empty build, from a template when one is named. */
  newBuild: (templateId?: string) => void
  /** Starts an empty build named after the template, with unsaved changes. */
  loadTemplate: (templateId: string) => void
  /** Replaces the current parts: with an import, a shared build, or a template's parts. */
  replaceParts: (parts: { product: SelectedProduct; quantity: number }[], name?: string, templateId?: string) => void
  clear: () => void
  /** Undoes the change between two states, except where the build was changed since; false if nothing was undone. */
  undo: (before: Pick<StoredState, 'currentBuild' | 'unsavedChanges'>, after: Build) => boolean
}

/** The actions that save the current build; while nobody has signed in they report an error. */
export type SavingActions = {
  save: (name?: string, isPublicIfNew?: boolean) => Promise<boolean>
  saveNamed: (name: string, description: string) => Promise<boolean>
  /** Saves the parts as a new build, which becomes the current one. */
  saveAs: (name: string, description: string) => Promise<boolean>
  /** Saves this tab's build over the account's version, which is `accountVersion`. */
  saveOver: (accountVersion: number) => Promise<boolean>
}

/** The actions on the builds that this browser stores: those of the account, and copies that were never saved. */
export type LibraryActions = {
  /** Makes a build of the account the current one. */
  openSavedBuild: (build: Build) => void
  /**
   * Makes the build with this id current, out of those that this browser stores; false if it stores none. Unlike
   * `openSavedBuild`, it takes no build from the account. The name is the specification's.
   */
  loadBuild: (id: string) => boolean
  /** Copies a build that this browser stores, and makes the copy current. */
  duplicate: (id: string, name?: string) => Build | null
  deleteBuild: (id: string) => void
  /**
   * Adds an entry to this browser's version history, under the next local `version`. Unlike `save`, this action sends
   * nothing to the account. The name is that of Tajmeea's specification; `addHistoryEntry` would
   * say more.
   */
  saveVersion: (changes: string) => void
  compare: (first: string, second: string) => BuildComparison | null
}

/** The state of the store, and its actions. */
export type BuildState = StoredState & {
  /** Whether a save to the account is running. Nothing is loaded: the name is the specification's. */
  isLoading: boolean
  /** Code of the last action's error, until the user dismisses it. */
  errorCode: BuildErrorCode | null
  /** The exception of the last save that failed, from which the message is made. */
  errorCause: unknown
  /** Where the next chosen part goes. */
  target: ChoiceTarget | null
  /** Set while a user is signed in: manual and automatic saving use it. */
  saver: BuildSaver | null
  dismissError: () => void
  /** Removes all builds from this browser, including the current one: called after the sign-out. */
  forgetAll: () => void
} & EditingActions &
  SavingActions &
  LibraryActions

/** Access of the actions to the store. */
export type StoreAccess = {
  get: () => BuildState
  set: (change: Partial<BuildState>) => void
  /** Applies a change to the stored state, which another tab may have changed since it was last read. */
  change: (recipe: (state: BuildState) => Partial<BuildState>) => void
  /** Merges the stored state into the store; another tab may have changed it. */
  mergeStored: () => void
}

/** Returns the state of a browser without any build. */
export function freshState(): StoredState {
  return {
    currentBuild: emptyBuild(),
    savedBuilds: [],
    buildHistory: [],
    navigationHistory: [],
    currentCategory: null,
    unsavedChanges: false,
    autoSaveEnabled: true,
    lastAutoSave: null,
    buildSince: 0,
    slotTimes: {},
    owner: null,
  }
}

/** Maximum number of entries of the version history. */
export const MAX_HISTORY = 50
/** Maximum length of `savedBuilds`. All builds of an account could fill the browser's storage. */
const MAX_STORED = 20

/** Returns `savedBuilds` with one that was just saved, opened or copied, which comes first. */
export function addStored(builds: Build[], saved: Build): Build[] {
  return [saved, ...builds.filter((one) => one.id !== saved.id)].slice(0, MAX_STORED)
}

/** Returns a new entry of the version history. */
export function createHistoryEntry(build: Build, changes: string): BuildHistoryEntry {
  return { id: crypto.randomUUID(), buildId: build.id, version: build.version, changes, timestamp: new Date() }
}
