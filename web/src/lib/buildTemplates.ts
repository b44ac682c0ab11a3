import type { Category } from '~/api/wire'

/** What a build may start from: a name, a purpose, a sum, and the parts that belong to it. */
export type BuildTemplate = {
  id: 'budget-office' | 'gaming-mid' | 'gaming-high' | 'workstation'
  /** The English name; what a reader sees is `templates.<id>.name`. */
  name: string
  category: 'office' | 'gaming' | 'professional'
  /** KWD. */
  estimatedPrice: number
  requiredComponents: Category[]
}

const base: Category[] = ['CPU', 'MOTHERBOARD', 'RAM', 'STORAGE', 'PSU']

/** The templates, cheapest first. */
export const buildTemplates: readonly BuildTemplate[] = [
  { id: 'budget-office', name: 'Budget Office', category: 'office', estimatedPrice: 300, requiredComponents: base },
  { id: 'gaming-mid', name: 'Mid-Range Gaming', category: 'gaming', estimatedPrice: 800, requiredComponents: [...base, 'GPU'] },
  { id: 'gaming-high', name: 'High-End Gaming', category: 'gaming', estimatedPrice: 1500, requiredComponents: [...base, 'GPU', 'CASE'] },
  { id: 'workstation', name: 'Content Creation', category: 'professional', estimatedPrice: 2000, requiredComponents: [...base, 'GPU', 'CASE'] },
]

/** The one recommended when the build is empty. */
export const recommendedTemplate = 'gaming-mid'

/** A template by its id. */
export function buildTemplate(id: string | undefined): BuildTemplate | undefined {
  return buildTemplates.find((template) => template.id === id)
}
