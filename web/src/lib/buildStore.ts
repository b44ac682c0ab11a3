import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Category, Product } from '~/api/wire'
import { requiredSlots } from './categories'
import { sumKwd } from './money'

/** What a chosen part keeps of its product: enough to show the build while the server is asked again. */
export type SelectedProduct = Pick<
  Product,
  'id' | 'name' | 'nameAr' | 'category' | 'price' | 'imageUrl' | 'retailer' | 'retailerSlug' | 'inStock' | 'listPrice' | 'specs'
>

/** One filled slot of the builder. */
export type SelectedComponent = {
  product: SelectedProduct
  componentType: Category
  /** UTC, ISO 8601. */
  addedAt: string
  /** The price of the day it was chosen, in KWD; nothing when it was not sold then. */
  price: number | null
}

type BuildState = {
  components: Partial<Record<Category, SelectedComponent>>
  /** Puts a product in its category's slot, in place of what was there. */
  choose: (product: Product) => void
  remove: (category: Category) => void
  clear: () => void
}

/** The build somebody is working on, kept in this browser. */
export const useBuild = create<BuildState>()(
  persist(
    (set) => ({
      components: {},
      choose: (product) =>
        set(({ components }) => ({ components: { ...components, [product.category]: selected(product) } })),
      remove: (category) =>
        set(({ components }) => {
          const { [category]: _, ...rest } = components
          return { components: rest }
        }),
      clear: () => set({ components: {} }),
    }),
    {
      name: 'tajmeea.build',
      version: 1,
      partialize: ({ components }) => ({ components }),
      // Another version's data is not guessed at: the build starts empty.
      migrate: () => ({ components: {} }),
      merge: (stored, fresh) => ({ ...fresh, components: readComponents(stored) }),
    },
  ),
)

function selected(product: Product): SelectedComponent {
  const { id, name, nameAr, category, price, imageUrl, retailer, retailerSlug, inStock, listPrice, specs } = product
  return {
    product: { id, name, nameAr, category, price, imageUrl, retailer, retailerSlug, inStock, listPrice, specs },
    componentType: category,
    addedAt: new Date().toISOString(),
    price,
  }
}

/** Slots without a product are emptied, whatever the storage holds. */
function readComponents(stored: unknown): BuildState['components'] {
  if (typeof stored !== 'object' || stored === null || !('components' in stored)) return {}
  const { components } = stored
  if (typeof components !== 'object' || components === null) return {}
  return Object.fromEntries(Object.entries(components).filter(([, one]) => isSelected(one)))
}

function isSelected(one: unknown): one is SelectedComponent {
  if (typeof one !== 'object' || one === null || !('product' in one)) return false
  const { product } = one
  return typeof product === 'object' && product !== null && 'id' in product && 'name' in product && 'category' in product
}

/** The sum of the chosen parts' prices in KWD. */
export function totalPrice(components: BuildState['components']): number {
  return sumKwd(Object.values(components).map((one) => one.price ?? 0))
}

/** The products a part of one kind has to fit: all that are chosen for other slots. */
export function otherParts(components: BuildState['components'], category: Category): string[] {
  return Object.values(components)
    .filter((one) => one.componentType !== category)
    .map((one) => one.product.id)
    .toSorted()
}

/** How many of the required slots are filled. */
export function requiredDone(components: BuildState['components']): number {
  return requiredSlots.filter((slot) => components[slot.type] !== undefined).length
}
