// The text under which a build is stored in this browser: its key, its version, and how to read it. `buildStorage.ts`
// reads and writes the whole state with it. The page's inline script (tools/adaptServerContent.ts) is built with this
// file and must stay small, so this file imports nothing.

/** Storage key of the build store. */
export const STORAGE_KEY = 'tajmeea.build'
/** Version of the stored form. State of another version is cleared, not converted. */
export const STORAGE_VERSION = 1

/** A stored text as the store writes it: the state and its version. */
export type StoredValue = { state: unknown; version?: number }

/** Reads a stored text; returns null where there is none or where it is malformed. */
export function parseStoredValue(text: string | null): StoredValue | null {
  try {
    return JSON.parse(text ?? 'null') as StoredValue | null
  } catch {
    return null
  }
}

/** Returns the stored value; null where there is none, where it is malformed, or where storage is forbidden. */
export function readStoredValue(key = STORAGE_KEY): StoredValue | null {
  try {
    return parseStoredValue(localStorage.getItem(key))
  } catch {
    return null
  }
}

/** Returns the build of a stored state, unchecked. An older format without named builds stored the parts alone. */
export function storedBuild(state: unknown): unknown {
  const { currentBuild, components } = recordOf(state)
  return currentBuild ?? { components }
}

/** Whether the build stored in this browser has a part. */
export function hasStoredParts(): boolean {
  const value = readStoredValue()
  if (value?.version !== STORAGE_VERSION) return false
  const { components } = recordOf(storedBuild(value.state))
  return Object.values(recordOf(components)).flat().length > 0
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
