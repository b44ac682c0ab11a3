import { create } from 'zustand'
import { persist } from 'zustand/middleware'

const recentMost = 6

type Preferences = {
  view: 'grid' | 'list'
  /** Newest first. */
  recentSearches: string[]
  /** Whether single letters open a category's listing. */
  letterKeys: boolean
  setLetterKeys: (on: boolean) => void
  setView: (view: 'grid' | 'list') => void
  rememberSearch: (q: string) => void
  forgetSearches: () => void
}

/** What this browser remembers of a reader's ways. */
export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      view: 'grid',
      recentSearches: [],
      letterKeys: true,
      setLetterKeys: (letterKeys) => set({ letterKeys }),
      setView: (view) => set({ view }),
      rememberSearch: (q) =>
        set(({ recentSearches }) => ({ recentSearches: [q, ...recentSearches.filter((one) => one !== q)].slice(0, recentMost) })),
      forgetSearches: () => set({ recentSearches: [] }),
    }),
    {
      name: 'tajmeea.preferences',
      version: 1,
      migrate: () => ({ view: 'grid' as const, recentSearches: [], letterKeys: true }),
      partialize: ({ view, recentSearches, letterKeys }) => ({ view, recentSearches, letterKeys }),
    },
  ),
)
