import type { Category } from '~/api/wire'
import { holdsSeveral, mostOfOne, mostParts, type ChoiceTarget, type Components, type SelectedComponent } from './build'

/** Puts a part where the target says; without one in the place of all that its slot holds. */
export function put(components: Components, part: SelectedComponent, target: ChoiceTarget | null): Components {
  const { componentType: slot } = part
  if (!holdsSeveral(slot)) return { ...components, [slot]: [part] }
  if (target && target.replaces === null) return beside(components, part)
  const held = components[slot] ?? []
  const replaced = held.find((one) => one.product.id === target?.replaces)
  if (!replaced) return { ...components, [slot]: [part] }
  const rest = held.filter((one) => one === replaced || one.product.id !== part.product.id)
  return { ...components, [slot]: rest.map((one) => (one === replaced ? { ...part, quantity: replaced.quantity } : one)) }
}

/** Puts a part beside what is there; one more of what is there already. */
export function beside(components: Components, part: SelectedComponent): Components {
  const { componentType: slot } = part
  if (!holdsSeveral(slot)) return { ...components, [slot]: [part] }
  const held = components[slot] ?? []
  if (held.some((one) => one.product.id === part.product.id)) {
    const more = (one: SelectedComponent) => ({ ...one, quantity: Math.min(one.quantity + part.quantity, mostOfOne) })
    return { ...components, [slot]: held.map((one) => (one.product.id === part.product.id ? more(one) : one)) }
  }
  const count = Object.values(components).reduce((sum, parts) => sum + parts.length, 0)
  return count >= mostParts ? components : { ...components, [slot]: [...held, part] }
}

/** The slot with a part where it stood before it was removed; one that takes a single part holds only this one again. */
export function returned(components: Components, part: SelectedComponent, index: number): Components {
  const { componentType: slot } = part
  if (!holdsSeveral(slot)) return { ...components, [slot]: [part] }
  const held = (components[slot] ?? []).filter((one) => one.product.id !== part.product.id)
  return { ...components, [slot]: held.toSpliced(index, 0, part) }
}

/** The slots without one part, or without all of a kind. */
export function takeOut(components: Components, category: Category, productId?: string): Components {
  const left = productId === undefined ? [] : (components[category] ?? []).filter((one) => one.product.id !== productId)
  if (left.length > 0) return { ...components, [category]: left }
  const { [category]: _, ...rest } = components
  return rest
}
