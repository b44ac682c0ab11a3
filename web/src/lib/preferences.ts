import { create } from 'zustand'
import { persist } from 'zustand/middleware'

const MAX_RECENT = 6

type Preferences = {
  view: 'grid' | 'list'
  /** Whether cards show the price including delivery. */
  delivered: boolean
  /** The chosen columns of each category's table. */
  columns: Partial<Record<string, string[]>>
  /** Newest first. */
  recentSearches: string[]
  /** Whether single letters open a category's listing. */
  letterKeys: boolean
  setLetterKeys: (on: boolean) => void
  setView: (view: 'grid' | 'list') => void
  setDelivered: (delivered: boolean) => void
  setColumns: (kind: string, columns: string[]) => void
  rememberSearch: (q: string) => void
  forgetSearches: () => void
}

/** The reader's preferences, persisted in this browser. */
export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      view: 'grid',
      delivered: false,
      columns: {},
      recentSearches: [],
      letterKeys: true,
      setLetterKeys: (letterKeys) => set({ letterKeys }),
      setView: (view) => set({ view }),
      setDelivered: (delivered) => set({ delivered }),
      setColumns: (kind, chosen) => set(({ columns }) => ({ columns: { ...columns, [kind]: chosen } })),
      rememberSearch: (q) =>
        set(({ recentSearches }) => ({
          recentSearches: [q, ...recentSearches.filter((one) => one !== q)].slice(0, MAX_RECENT),
        })),
      forgetSearches: () => set({ recentSearches: [] }),
    }),
    {
      name: 'tajmeea.preferences',
      version: 1,
      migrate: () => ({ view: 'grid' as const, delivered: false, columns: {}, recentSearches: [], letterKeys: true }),
      partialize: ({ view, delivered, columns, recentSearches, letterKeys }) => ({
        view,
        delivered,
        columns,
        recentSearches,
        letterKeys,
      }),
    },
  ),
)
