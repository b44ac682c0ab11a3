import type { Build } from '~/lib/buildStore'

/** Writes the current build to the storage as another tab would: the stored state, changed. */
export function storeElsewhere(change: (stored: { currentBuild: Build }) => void) {
  const text = JSON.parse(localStorage.getItem('tajmeea.build') ?? '') as { state: { currentBuild: Build } }
  change(text.state)
  localStorage.setItem('tajmeea.build', JSON.stringify(text))
}
