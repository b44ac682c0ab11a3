// Stores the state of the build store in this browser, and reads it back with invalid values left out.
// `buildStorageFormat.ts` knows the stored text; nothing here talks to the server (`accountSaver.ts` does).

import type { PersistStorage, StorageValue } from 'zustand/middleware'
import type { Category } from '~/api/wire'
import { readBuild } from './build'
import type { BuildHistoryEntry, StoredState } from './buildState'
import { mergeTabs, readTimes } from './buildTabs'
import { readStoredValue, STORAGE_KEY, storedBuild } from './buildStorageFormat'

/**
 * The browser's storage. Where it is forbidden or full, the build lasts until the page is closed: after a failed write
 * the stored text lacks this tab's changes, so it is not read (and merged over them) until a write succeeds.
 */
export function browserStorage(): PersistStorage<StoredState> {
  let isOutdated = false
  return {
    getItem: (name) => (isOutdated ? null : (readStoredValue(name) as StorageValue<StoredState> | null)),
    setItem: (name, value) => {
      isOutdated = true
      ignoreErrors(() => {
        localStorage.setItem(name, JSON.stringify(value))
        isOutdated = false
      })
    },
    removeItem: (name) => ignoreErrors(() => localStorage.removeItem(name)),
  }
}

/** Whether this browser has stored a build; true where its storage is forbidden. */
export function isStored(): boolean {
  return ignoreErrors(() => localStorage.getItem(STORAGE_KEY)) !== null
}

function ignoreErrors<T>(attempt: () => T): T | undefined {
  try {
    return attempt()
  } catch {
    return undefined
  }
}

/** Reads the stored state, whatever its shape; invalid values are ignored. */
export function readStored(stored: unknown, now: StoredState): Partial<StoredState> {
  if (typeof stored !== 'object' || stored === null) return {}
  const values = stored as Partial<Record<keyof StoredState, unknown>>
  const build = readBuild(storedBuild(values))
  const times = readTimes(values.buildSince, values.slotTimes)
  const lastAutoSave = typeof values.lastAutoSave === 'string' ? new Date(values.lastAutoSave) : null
  return {
    ...(build ? mergeTabs(now, { currentBuild: build, ...times }) : {}),
    savedBuilds: list(values.savedBuilds).flatMap((one) => readBuild(one) ?? []),
    buildHistory: list(values.buildHistory).flatMap(readEntry),
    navigationHistory: list(values.navigationHistory).filter((one): one is Category => typeof one === 'string'),
    currentCategory: typeof values.currentCategory === 'string' ? (values.currentCategory as Category) : null,
    unsavedChanges: values.unsavedChanges === true,
    autoSaveEnabled: values.autoSaveEnabled !== false,
    owner: typeof values.owner === 'string' ? values.owner : null,
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
  if (
    typeof id !== 'string' ||
    typeof buildId !== 'string' ||
    typeof changes !== 'string' ||
    Number.isNaN(time.getTime())
  )
    return []
  return [{ id, buildId, version: typeof version === 'number' ? version : 1, changes, timestamp: time }]
}
