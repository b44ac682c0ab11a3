import type { Category } from '~/api/wire'
import {
  holdsSeveral,
  MAX_QUANTITY,
  MAX_PARTS,
  type ChoiceTarget,
  type Components,
  type SelectedComponent,
} from './build'

/** Puts a part where the target says; without a target it replaces all parts of its slot. */
export function insertPart(components: Components, part: SelectedComponent, target: ChoiceTarget | null): Components {
  const { componentType: slot } = part
  if (!holdsSeveral(slot)) return { ...components, [slot]: [part] }
  if (target && target.replaces === null) return addPart(components, part)
  const slotParts = components[slot] ?? []
  const replaced = slotParts.find((one) => one.product.id === target?.replaces)
  if (!replaced) return { ...components, [slot]: [part] }
  const others = slotParts.filter((one) => one === replaced || one.product.id !== part.product.id)
  return {
    ...components,
    [slot]: others.map((one) => (one === replaced ? { ...part, quantity: replaced.quantity } : one)),
  }
}

/** Adds a part beside those of its slot; increases the quantity where the slot has the product already. */
export function addPart(components: Components, part: SelectedComponent): Components {
  const { componentType: slot } = part
  if (!holdsSeveral(slot)) return { ...components, [slot]: [part] }
  const slotParts = components[slot] ?? []
  if (slotParts.some((one) => one.product.id === part.product.id)) {
    const more = (one: SelectedComponent) => ({
      ...one,
      quantity: Math.min(one.quantity + part.quantity, MAX_QUANTITY),
    })
    return { ...components, [slot]: slotParts.map((one) => (one.product.id === part.product.id ? more(one) : one)) }
  }
  const count = Object.values(components).reduce((sum, parts) => sum + parts.length, 0)
  return count >= MAX_PARTS ? components : { ...components, [slot]: [...slotParts, part] }
}

/** Removes one part from its slot, or all parts of the slot. */
export function removeParts(components: Components, category: Category, productId?: string): Components {
  const others =
    productId === undefined ? [] : (components[category] ?? []).filter((one) => one.product.id !== productId)
  if (others.length > 0) return { ...components, [category]: others }
  const { [category]: _, ...otherSlots } = components
  return otherSlots
}
