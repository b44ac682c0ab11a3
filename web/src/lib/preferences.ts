import { create } from 'zustand'
import { persist } from 'zustand/middleware'

const recentMost = 6

type Preferences = {
  view: 'grid' | 'list'
  /** Whether cards say what a product costs at the door. */
  delivered: boolean
  /** Newest first. */
  recentSearches: string[]
  /** Whether single letters open a category's listing. */
  letterKeys: boolean
  setLetterKeys: (on: boolean) => void
  setView: (view: 'grid' | 'list') => void
  setDelivered: (delivered: boolean) => void
  rememberSearch: (q: string) => void
  forgetSearches: () => void
}

/** What this browser remembers of a reader's ways. */
export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      view: 'grid',
      delivered: false,
      recentSearches: [],
      letterKeys: true,
      setLetterKeys: (letterKeys) => set({ letterKeys }),
      setView: (view) => set({ view }),
      setDelivered: (delivered) => set({ delivered }),
      rememberSearch: (q) =>
        set(({ recentSearches }) => ({ recentSearches: [q, ...recentSearches.filter((one) => one !== q)].slice(0, recentMost) })),
      forgetSearches: () => set({ recentSearches: [] }),
    }),
    {
      name: 'tajmeea.preferences',
      version: 1,
      migrate: () => ({ view: 'grid' as const, delivered: false, recentSearches: [], letterKeys: true }),
      partialize: ({ view, delivered, recentSearches, letterKeys }) => ({ view, delivered, recentSearches, letterKeys }),
    },
  ),
)
