import {
  chosenParts,
  emptyBuild,
  newBuildName,
  readQuantity,
  toSelectedComponent,
  withComponents,
  type Build,
  type Components,
} from './build'
import { addPart, insertPart, removeParts } from './buildSlots'
import type { EditingActions, StoreAccess } from './buildState'
import { buildTemplate } from './buildTemplates'
import { undoChange } from './undoChange'

const MAX_NAVIGATION = 20

type PartActions = Pick<EditingActions, 'choose' | 'remove' | 'exchange' | 'setQuantity'>

/** Returns the actions on the current build and its parts. */
export function editingActions(access: StoreAccess): EditingActions {
  return { ...partActions(access), ...wholeBuildActions(access) }
}

/** Returns the actions on the parts of the current build. */
function partActions({ get, set, change }: StoreAccess): PartActions {
  const edit = (recipe: (components: Components) => Components) =>
    change(({ currentBuild }) => ({
      currentBuild: withComponents(currentBuild, recipe(currentBuild.components)),
      unsavedChanges: true,
    }))
  return {
    choose: (product) => {
      const { target } = get()
      edit((components) =>
        insertPart(components, toSelectedComponent(product), target?.category === product.category ? target : null),
      )
      set({ target: null, currentCategory: product.category })
    },
    remove: (category, productId) => edit((components) => removeParts(components, category, productId)),
    exchange: (removedIds, added) =>
      edit((components) =>
        added.reduce(
          (changed, { product, quantity }) =>
            addPart(changed, toSelectedComponent(product, readQuantity(quantity, product.category))),
          chosenParts(components)
            .filter((part) => removedIds.includes(part.product.id))
            .reduce((left, part) => removeParts(left, part.componentType, part.product.id), components),
        ),
      ),
    setQuantity: (category, productId, quantity) =>
      edit((components) => ({
        ...components,
        [category]: components[category]?.map((one) =>
          one.product.id === productId ? { ...one, quantity: readQuantity(quantity, category) } : one,
        ),
      })),
  }
}

/** Returns the actions on the current build as a whole, and on the target of the next choice. */
function wholeBuildActions({ get, set, change }: StoreAccess): Omit<EditingActions, keyof PartActions> {
  /** Makes another build the current one. */
  const replace = (currentBuild: Build, unsavedChanges: boolean) =>
    change(() => ({ currentBuild, unsavedChanges, target: null, errorCode: null }))
  return {
    rename: (name) =>
      change(({ currentBuild }) => ({
        currentBuild: { ...currentBuild, name: name.trim().slice(0, 100) || newBuildName },
        unsavedChanges: true,
      })),
    setTarget: (category, replaces) =>
      change(({ navigationHistory }) => ({
        target: { category, replaces },
        currentCategory: category,
        navigationHistory: [...navigationHistory, category].slice(-MAX_NAVIGATION),
      })),
    newBuild: (templateId) => (templateId === undefined ? get().clear() : get().loadTemplate(templateId)),
    loadTemplate: (templateId) => {
      const template = buildTemplate(templateId)
      if (template) replace(emptyBuild(template.name, template.id), true)
      else set({ errorCode: 'templateNotFound' })
    },
    replaceParts: (parts, name, templateId) => {
      const components = parts.reduce<Components>(
        (filled, { product, quantity }) =>
          addPart(filled, toSelectedComponent(product, readQuantity(quantity, product.category))),
        {},
      )
      replace(withComponents(emptyBuild(name, templateId), components), true)
    },
    clear: () => replace(emptyBuild(), false),
    undo: (before, after) => {
      let isUndone = false
      change(({ currentBuild }) => {
        const build = undoChange(before.currentBuild, after, currentBuild)
        isUndone = build !== null
        if (!build) return {}
        return {
          currentBuild: build,
          // A build that is as it was before is in the account as it was before.
          unsavedChanges: build !== before.currentBuild || before.unsavedChanges,
          target: null,
        }
      })
      return isUndone
    },
  }
}
