import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Product } from '~/api/wire'

/** How many products may stand side by side. */
export const compareMost = 4
/** From how many on comparing makes sense. */
export const compareLeast = 2

/** What the tray shows of a product. */
export type ComparedProduct = Pick<Product, 'id' | 'name' | 'nameAr' | 'category' | 'picture'>

type CompareState = {
  products: ComparedProduct[]
  /** Takes a product in, or out when it is in. A fifth is not taken. */
  toggle: (product: ComparedProduct) => void
  clear: () => void
}

/** The products ticked for comparison, kept in this browser. */
export const useCompare = create<CompareState>()(
  persist(
    (set) => ({
      products: [],
      toggle: ({ id, name, nameAr, category, picture }) =>
        set(({ products }) => {
          const rest = products.filter((one) => one.id !== id)
          if (rest.length < products.length) return { products: rest }
          if (products.length >= compareMost) return {}
          return { products: [...products, { id, name, nameAr, category, picture }] }
        }),
      clear: () => set({ products: [] }),
    }),
    { name: 'tajmeea.compare', version: 1, migrate: () => ({ products: [] }), partialize: ({ products }) => ({ products }) },
  ),
)
