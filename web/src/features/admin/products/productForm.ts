import type { AdminProduct, ProductChange } from '../shared/products'

/** State of the edit dialog: its fields as typed texts. */
export type ProductForm = {
  name: string
  category: string
  manufacturer: string
  price: string
  canonicalId: string
  unpin: ReadonlySet<PinnedField>
}

/** Fields that crawls do not overwrite once an administrator has set them. */
export const pinnedFields = ['name', 'category', 'manufacturer', 'price'] as const
export type PinnedField = (typeof pinnedFields)[number]

/** Returns the form filled with an offer's values. */
export function toProductForm(product: AdminProduct): ProductForm {
  const { name, category, manufacturer, price, canonicalId } = product
  return {
    name,
    category: category ?? '',
    manufacturer: manufacturer ?? '',
    price: price.toFixed(3),
    canonicalId: canonicalId ?? '',
    unpin: new Set(),
  }
}

/** Returns the form's invalid fields. */
export function findFormProblems(
  form: ProductForm,
  product: AdminProduct,
): Partial<Record<'name' | 'manufacturer' | 'price' | 'canonicalId', true>> {
  const start = toProductForm(product)
  return {
    ...(length(form.name) < 1 || length(form.name) > 300 ? { name: true } : {}),
    ...(form.manufacturer !== start.manufacturer && (length(form.manufacturer) < 1 || length(form.manufacturer) > 100)
      ? { manufacturer: true }
      : {}),
    ...(isPrice(form.price) ? {} : { price: true }),
    ...(canBeProductId(form.canonicalId) ? {} : { canonicalId: true }),
  }
}

const length = (text: string): number => text.trim().length

/** Whether a text is empty or has the form of a product's id; only the server knows whether that product exists. */
export const canBeProductId = (text: string): boolean =>
  /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})?$/i.test(text.trim())

const isPrice = (text: string): boolean => /^\d{1,7}(\.\d{1,3})?$/.test(text.trim()) && Number(text) > 0

/** Returns only the fields that differ from the offer; null where none does. A cleared product is sent as null. */
export function toProductChange(form: ProductForm, product: AdminProduct): ProductChange | null {
  const start = toProductForm(product)
  // A field that returns to the retailer's value is not set as well.
  const unpin = [...form.unpin]
  const changed = (field: Exclude<keyof ProductForm, 'unpin'>) =>
    form[field].trim() !== start[field] && !unpin.some((one) => one === field)
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
