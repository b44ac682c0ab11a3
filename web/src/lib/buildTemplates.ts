import type { Category } from '~/api/wire'
import { slots } from './categories'

/** A template of a build: its name, its purpose, its price in all, and its required categories. */
export type BuildTemplate = {
  id: 'budget-office' | 'gaming-mid' | 'gaming-high' | 'workstation'
  /** The English name; readers see the text `templates.<id>.name`. */
  name: string
  category: 'office' | 'gaming' | 'professional'
  /** Price of the whole build, in KWD. */
  estimatedPrice: number
  requiredComponents: Category[]
}

const base: Category[] = ['CPU', 'MOTHERBOARD', 'RAM', 'STORAGE', 'PSU']

/** The templates, cheapest first. */
export const buildTemplates: readonly BuildTemplate[] = [
  { id: 'budget-office', name: 'Budget Office', category: 'office', estimatedPrice: 300, requiredComponents: base },
  {
    id: 'gaming-mid',
    name: 'Mid-Range Gaming',
    category: 'gaming',
    estimatedPrice: 800,
    requiredComponents: [...base, 'GPU'],
  },
  {
    id: 'gaming-high',
    name: 'High-End Gaming',
    category: 'gaming',
    estimatedPrice: 1500,
    requiredComponents: [...base, 'GPU', 'CASE'],
  },
  {
    id: 'workstation',
    name: 'Content Creation',
    category: 'professional',
    estimatedPrice: 2000,
    requiredComponents: [...base, 'GPU', 'CASE'],
  },
]

/** Categories that a filled template has besides the required ones. */
const filledToo: readonly Category[] = ['CPU_COOLER', 'CASE']

/** Returns the parts of a filled template, in the order of the table: also those that a template does not require. */
export function listTemplateParts({ requiredComponents }: Pick<BuildTemplate, 'requiredComponents'>): Category[] {
  const isListed = (type: Category) => requiredComponents.includes(type) || filledToo.includes(type)
  return slots.map(({ type }) => type).filter(isListed)
}

/** Id of the template recommended for an empty build. */
export const recommendedTemplate = 'gaming-mid'

/** Returns a template by its id. */
export function buildTemplate(id: string | undefined): BuildTemplate | undefined {
  return buildTemplates.find((template) => template.id === id)
}
