import { create } from 'zustand'
import { persist, type PersistStorage, type StorageValue } from 'zustand/middleware'
import type { Category } from '~/api/wire'
import {
  emptyBuild, newBuildName, otherParts, readBuild, readQuantity, selected, temporaryId, withComponents,
  type Build, type ChoiceTarget, type Components, type SelectedComponent, type SelectedProduct,
} from './build'
import { beside, put, returned, takeOut } from './buildSlots'
import { compareBuilds, type BuildComparison } from './buildComparison'
import { mergeTabs, readTimes, stamped, tabsAhead, type SlotTimes } from './buildTabs'
import { buildTemplate } from './buildTemplates'

export type { Build, ChoiceTarget, Components, SelectedComponent, SelectedProduct } from './build'
export { chosenParts, requiredDone, totalPrice } from './build'

/** One entry of the build's version history. */
export type BuildHistoryEntry = { id: string; buildId: string; version: number; changes: string; timestamp: Date }

/** Error codes of the store; the pages have a text for each. */
export type BuildError = 'templateNotFound' | 'buildNotFound' | 'compareNotFound' | 'autoSaveFailed' | 'saveFailed' | 'changedElsewhere' | 'sessionEnded'

/** Error of a saver when another device has saved the build meanwhile. */
export class ChangedElsewhere extends Error {}

/** Error of a saver when the session has ended. */
export class SessionEnded extends Error {}

/**
 * Saves a build to the user's account; resolves to the saved build. `isPublic`: the visibility, when the build is saved
 * for the first time.
 */
export type BuildSaver = (build: Build, isPublic?: boolean) => Promise<Build>

/** The part of the state that survives a reload. */
type Kept = {
  currentBuild: Build
  savedBuilds: Build[]
  buildHistory: BuildHistoryEntry[]
  navigationHistory: Category[]
  currentCategory: Category | null
  unsavedChanges: boolean
  autoSaveEnabled: boolean
  lastAutoSave: Date | null
  /** When the current build became current, in ms: of two tabs' builds the later one wins. */
  buildSince: number
  /** When each slot of the current build was last changed, in ms: of two tabs' changes the later one wins. */
  slotTimes: SlotTimes
}

type BuildState = Kept & {
  isLoading: boolean
  error: BuildError | null
  /** Error of the last save that failed. */
  failure: unknown
  target: ChoiceTarget | null
  /** Set while a user is signed in: manual and automatic saving use it. */
  saver: BuildSaver | null
  /** Puts a product into its category's slot: where the target says, else in place of the slot's parts. */
  choose: (product: SelectedProduct) => void
  /** Empties a slot, or removes one product from it. */
  remove: (category: Category, productId?: string) => void
  /** Returns a removed part to its position. */
  putBack: (part: SelectedComponent, index: number) => void
  setQuantity: (category: Category, productId: string, quantity: number) => void
  rename: (name: string) => void
  /** Sets the target of the next choice in a category, and records that the user looks for that category. */
  aim: (category: Category, replaces: string | null) => void
  /** Starts an empty build, from a template when one is named. */
  newBuild: (templateId?: string) => void
  /** Starts an empty build named after the template, with unsaved changes. */
  loadTemplate: (templateId: string) => void
  /** Replaces the current parts: with an import, a shared build, or a template's parts. */
  replaceParts: (parts: { product: SelectedProduct; quantity: number }[], name?: string, templateId?: string) => void
  clear: () => void
  /** Makes a build current again that was emptied or replaced. */
  restore: (build: Build, unsavedChanges: boolean) => void
  save: (name?: string, isPublic?: boolean) => Promise<boolean>
  saveNamed: (name: string, description: string) => Promise<boolean>
  /** Saves the parts as a new build, which becomes the current one. */
  saveAs: (name: string, description: string) => Promise<boolean>
  /** Overwrites the version that another device has saved, which is `savedVersion`. */
  saveOver: (savedVersion: number) => Promise<boolean>
  /** Makes a build of the account the current one. */
  open: (build: Build) => void
  /** Detaches the current build from the account after its deletion there. Its parts stay. */
  detach: (id: string) => void
  saveVersion: (changes: string) => void
  loadBuild: (id: string) => boolean
  /** Copies a saved build and makes the copy current. */
  duplicate: (id: string, name?: string) => Build | null
  deleteBuild: (id: string) => void
  compare: (first: string, second: string) => BuildComparison | null
  setAutoSave: (enabled: boolean) => void
  dismissError: () => void
  /** Removes all builds from this browser, including the current one: called after the sign-out. */
  forgetAll: () => void
}

// tools/fitFirstSight.ts reads the same key before the app runs.
const storageKey = 'tajmeea.build'
const historyMost = 50
/** Maximum number of the account's builds that are stored here too. All of them could fill the browser's storage. */
const savedMost = 20
const navigationMost = 20

let changedHere = true

/** Whether this tab made the last change; otherwise another tab did, and saves it. */
export function isChangedHere(): boolean {
  return changedHere
}

/** The store of the current build, persisted in this browser. */
export const useBuild = create<BuildState>()(
  persist(
    (set, get) => {
      /** Applies a change to the stored state, which another tab may have changed since it was last read. */
      function change(recipe: (state: BuildState) => Partial<BuildState>) {
        changedHere = true
        void useBuild.persist.rehydrate()
        set((state) => stamped(state, recipe(state)))
      }
      const edit = (recipe: (components: Components, state: BuildState) => Components) =>
        change((state) => ({
          currentBuild: withComponents(state.currentBuild, recipe(state.currentBuild.components, state)),
          unsavedChanges: true,
        }))
      /**
       * The running save. The next one waits for it, so that it knows the id and version that the running one receives.
       */
      let running: Promise<unknown> = Promise.resolve()
      async function saveNow(name?: string, isPublic?: boolean): Promise<boolean> {
        const { saver, currentBuild } = get()
        if (!saver) {
          set({ error: 'saveFailed' })
          return false
        }
        set({ isLoading: true, error: null })
        try {
          const saved = await saver(name === undefined ? currentBuild : { ...currentBuild, name }, isPublic)
          change(({ savedBuilds, buildHistory, currentBuild: now }) => ({
            // Parts chosen during the request stay, and stay unsaved.
            currentBuild: now.lastModified.getTime() === currentBuild.lastModified.getTime() ? saved : { ...now, id: saved.id, name: saved.name, version: saved.version, savedVersion: saved.savedVersion },
            unsavedChanges: now.lastModified.getTime() !== currentBuild.lastModified.getTime(),
            savedBuilds: withSaved(savedBuilds, saved),
            buildHistory: [entry(saved, 'Build saved'), ...buildHistory].slice(0, historyMost),
          }))
          set({ isLoading: false })
          return true
        } catch (error) {
          set({ isLoading: false, error: saveError(error), failure: error })
          return false
        }
      }
      return {
        ...freshState(),
        isLoading: false,
        error: null,
        failure: null,
        target: null,
        saver: null,
        choose: (product) => {
          const { target } = get()
          edit((components) => put(components, selected(product), target?.category === product.category ? target : null))
          set({ target: null, currentCategory: product.category })
        },
        remove: (category, productId) => edit((components) => takeOut(components, category, productId)),
        putBack: (part, index) => edit((components) => returned(components, part, index)),
        setQuantity: (category, productId, quantity) =>
          edit((components) => ({
            ...components,
            [category]: components[category]?.map((one) =>
              one.product.id === productId ? { ...one, quantity: readQuantity(quantity, category) } : one,
            ),
          })),
        rename: (name) =>
          change(({ currentBuild }) => ({ currentBuild: { ...currentBuild, name: name.trim().slice(0, 100) || newBuildName }, unsavedChanges: true })),
        aim: (category, replaces) =>
          change(({ navigationHistory }) => ({
            target: { category, replaces },
            currentCategory: category,
            navigationHistory: [...navigationHistory, category].slice(-navigationMost),
          })),
        newBuild: (templateId) => {
          if (templateId !== undefined) return get().loadTemplate(templateId)
          change(() => ({ currentBuild: emptyBuild(), unsavedChanges: false, target: null, error: null }))
        },
        loadTemplate: (templateId) => {
          const template = buildTemplate(templateId)
          if (!template) return set({ error: 'templateNotFound' })
          change(() => ({ currentBuild: emptyBuild(template.name, template.id), unsavedChanges: true, target: null, error: null }))
        },
        replaceParts: (parts, name, templateId) =>
          change(() => ({
            currentBuild: withComponents(
              emptyBuild(name, templateId),
              parts.reduce<Components>((components, { product, quantity }) => beside(components, selected(product, readQuantity(quantity, product.category))), {}),
            ),
            unsavedChanges: true,
            target: null,
            error: null,
          })),
        clear: () => change(() => ({ currentBuild: emptyBuild(), unsavedChanges: false, target: null, error: null })),
        restore: (currentBuild, unsavedChanges) => change(() => ({ currentBuild, unsavedChanges, target: null, error: null })),
        save: (name, isPublic) => {
          const mine = get().isLoading ? running.then(() => saveNow(name, isPublic)) : saveNow(name, isPublic)
          running = mine
          return mine
        },
        open: (build) =>
          change(({ savedBuilds }) => ({ currentBuild: build, savedBuilds: withSaved(savedBuilds, build), unsavedChanges: false, target: null, error: null })),
        detach: (id) =>
          change(({ currentBuild, savedBuilds }) => ({
            ...(currentBuild.id === id ? { currentBuild: { ...currentBuild, id: temporaryId(), savedVersion: undefined } } : {}),
            savedBuilds: savedBuilds.filter((one) => one.id !== id),
          })),
        saveNamed: (name, description) => {
          change(({ currentBuild }) => ({ currentBuild: { ...currentBuild, description: description || undefined } }))
          return get().save(name)
        },
        saveAs: async (name, description) => {
          // Wait for the running save: its response would replace the new build.
          if (get().isLoading) await running
          change(({ currentBuild }) => ({ currentBuild: { ...currentBuild, id: temporaryId(), savedVersion: undefined } }))
          return get().saveNamed(name, description)
        },
        saveOver: (savedVersion) => {
          change(({ currentBuild }) => ({ currentBuild: { ...currentBuild, savedVersion } }))
          return get().save()
        },
        saveVersion: (changes) =>
          change(({ currentBuild, buildHistory }) => {
            const next = { ...currentBuild, version: currentBuild.version + 1 }
            return { currentBuild: next, buildHistory: [entry(next, changes), ...buildHistory].slice(0, historyMost) }
          }),
        loadBuild: (id) => {
          void useBuild.persist.rehydrate()
          const found = get().savedBuilds.find((one) => one.id === id)
          set((state) => (found ? stamped(state, { currentBuild: found, unsavedChanges: false, error: null }) : { error: 'buildNotFound' }))
          return found !== undefined
        },
        duplicate: (id, name) => {
          void useBuild.persist.rehydrate()
          const found = get().savedBuilds.find((one) => one.id === id)
          if (!found) {
            set({ error: 'buildNotFound' })
            return null
          }
          const copy = { ...withComponents(emptyBuild(name ?? `${found.name} (Copy)`), found.components), tags: found.tags }
          set((state) => stamped(state, { currentBuild: copy, savedBuilds: [copy, ...state.savedBuilds], unsavedChanges: true, error: null }))
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
        setAutoSave: (autoSaveEnabled) => change(() => ({ autoSaveEnabled })),
        dismissError: () => set({ error: null, failure: null }),
        forgetAll: () => set({ ...freshState(), buildSince: Date.now(), error: null, failure: null, target: null }),
      }
    },
    {
      name: storageKey,
      version: 1,
      storage: browserStorage(),
      partialize: ({ currentBuild, savedBuilds, buildHistory, navigationHistory, currentCategory, unsavedChanges, autoSaveEnabled, lastAutoSave, buildSince, slotTimes }) => ({
        currentBuild, savedBuilds, buildHistory, navigationHistory, currentCategory, unsavedChanges, autoSaveEnabled, lastAutoSave, buildSince, slotTimes,
      }),
      // State of another version is cleared, not converted.
      migrate: () => ({ ...freshState(), buildSince: Date.now() }),
      merge: (stored, now) => ({ ...now, ...readKept(stored, now) }),
    },
  ),
)

/** Returns the ids of the build's products that a part of a category must fit. */
export function buildParts(category: Category, { currentBuild, target }: Pick<BuildState, 'currentBuild' | 'target'> = useBuild.getState()): string[] {
  return otherParts(currentBuild.components, category, target)
}

function saveError(error: unknown): BuildError {
  if (error instanceof ChangedElsewhere) return 'changedElsewhere'
  return error instanceof SessionEnded ? 'sessionEnded' : 'saveFailed'
}

function withSaved(builds: Build[], saved: Build): Build[] {
  return [saved, ...builds.filter((one) => one.id !== saved.id)].slice(0, savedMost)
}

function freshState(): Kept {
  return {
    currentBuild: emptyBuild(), savedBuilds: [], buildHistory: [], navigationHistory: [], currentCategory: null,
    unsavedChanges: false, autoSaveEnabled: true, lastAutoSave: null, buildSince: 0, slotTimes: {},
  }
}

/** The browser's storage. Where it is forbidden or full, the build lasts until the page is closed. */
function browserStorage(): PersistStorage<Kept> {
  return {
    getItem: (name) => {
      const text = quietly(() => localStorage.getItem(name))
      // Malformed text counts as no stored state.
      return text ? (quietly(() => JSON.parse(text) as StorageValue<Kept>) ?? null) : null
    },
    setItem: (name, value) => quietly(() => localStorage.setItem(name, JSON.stringify(value))),
    removeItem: (name) => quietly(() => localStorage.removeItem(name)),
  }
}

function quietly<T>(attempt: () => T): T | undefined {
  try {
    return attempt()
  } catch {
    return undefined
  }
}

/** Reads the stored state, whatever its shape; invalid values are ignored. */
function readKept(stored: unknown, now: Kept): Partial<Kept> {
  if (typeof stored !== 'object' || stored === null) return {}
  const kept = stored as Partial<Record<keyof Kept | 'components', unknown>>
  // An older format without named builds stored the parts alone.
  const build = readBuild(kept.currentBuild ?? { components: kept.components })
  const times = readTimes(kept.buildSince, kept.slotTimes)
  const lastAutoSave = typeof kept.lastAutoSave === 'string' ? new Date(kept.lastAutoSave) : null
  return {
    ...(build ? mergeTabs(now, { currentBuild: build, ...times }) : {}),
    savedBuilds: list(kept.savedBuilds).flatMap((one) => readBuild(one) ?? []),
    buildHistory: list(kept.buildHistory).flatMap(readEntry),
    navigationHistory: list(kept.navigationHistory).filter((one): one is Category => typeof one === 'string'),
    currentCategory: typeof kept.currentCategory === 'string' ? (kept.currentCategory as Category) : null,
    unsavedChanges: kept.unsavedChanges === true,
    autoSaveEnabled: kept.autoSaveEnabled !== false,
    lastAutoSave: lastAutoSave && !Number.isNaN(lastAutoSave.getTime()) ? lastAutoSave : null,
  }
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function readEntry(stored: unknown): BuildHistoryEntry[] {
  if (typeof stored !== 'object' || stored === null) return []
  const { id, buildId, version, changes, timestamp } = stored as Record<string, unknown>
  const time = new Date(typeof timestamp === 'string' ? timestamp : Number.NaN)
  if (typeof id !== 'string' || typeof buildId !== 'string' || typeof changes !== 'string' || Number.isNaN(time.getTime())) return []
  return [{ id, buildId, version: typeof version === 'number' ? version : 1, changes, timestamp: time }]
}

function entry(build: Build, changes: string): BuildHistoryEntry {
  return { id: crypto.randomUUID(), buildId: build.id, version: build.version, changes, timestamp: new Date() }
}

// Apply the build that another tab stores. Where both changed the build at once, the stored state lacks this tab's
// changes: store the merged state again.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key !== storageKey) return
  changedHere = false
  void useBuild.persist.rehydrate()
  if (!tabsAhead(useBuild.getState(), event.newValue)) return
  changedHere = true
  useBuild.setState({})
})

// Store the fresh build at once, so that two tabs opened one after the other start with the same build.
if (quietly(() => localStorage.getItem(storageKey)) === null) useBuild.setState({})
