import type { AdminProduct, ProductChange } from './products'

/** What the edit dialog holds: as texts, the way they are typed. */
export type ProductForm = { name: string; category: string; manufacturer: string; price: string; canonicalId: string; unpin: ReadonlySet<PinnedField> }

/** Fields that crawls leave once an administrator has set them. */
export const pinnedFields = ['name', 'category', 'manufacturer', 'price'] as const
export type PinnedField = (typeof pinnedFields)[number]

/** The form as an offer fills it. */
export function formOf(product: AdminProduct): ProductForm {
  const { name, category, manufacturer, price, canonicalId } = product
  return { name, category: category ?? '', manufacturer: manufacturer ?? '', price: price.toFixed(3), canonicalId: canonicalId ?? '', unpin: new Set() }
}

/** What is wrong with the form, field by field. */
export function formProblems(form: ProductForm, product: AdminProduct): Partial<Record<'name' | 'manufacturer' | 'price' | 'canonicalId', true>> {
  const start = formOf(product)
  return {
    ...(length(form.name) < 1 || length(form.name) > 300 ? { name: true } : {}),
    ...(form.manufacturer !== start.manufacturer && (length(form.manufacturer) < 1 || length(form.manufacturer) > 100) ? { manufacturer: true } : {}),
    ...(isPrice(form.price) ? {} : { price: true }),
    ...(canBeProductId(form.canonicalId) ? {} : { canonicalId: true }),
  }
}

const length = (text: string): number => text.trim().length

/** Whether a text is empty or looks like a product's id; whether there is such a product is the server's to say. */
export const canBeProductId = (text: string): boolean => /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})?$/i.test(text.trim())

const isPrice = (text: string): boolean => /^\d{1,7}(\.\d{1,3})?$/.test(text.trim()) && Number(text) > 0

/** Only what differs from the offer; nothing where nothing does. An emptied product is null. */
export function changeOf(form: ProductForm, product: AdminProduct): ProductChange | null {
  const start = formOf(product)
  // What goes back to the shop's own is not set besides.
  const unpin = [...form.unpin]
  const changed = (field: Exclude<keyof ProductForm, 'unpin'>) => form[field].trim() !== start[field] && !unpin.some((one) => one === field)
  const change: ProductChange = {
    ...(changed('name') ? { name: form.name.trim() } : {}),
    ...(changed('category') && form.category !== '' ? { category: form.category } : {}),
    ...(changed('manufacturer') ? { manufacturer: form.manufacturer.trim() } : {}),
    ...(changed('price') && Number(form.price) !== product.price ? { price: Number(form.price) } : {}),
    ...(changed('canonicalId') ? { canonicalId: form.canonicalId.trim() === '' ? null : form.canonicalId.trim() } : {}),
    ...(unpin.length > 0 ? { unpin } : {}),
  }
  return Object.keys(change).length > 0 ? change : null
}
