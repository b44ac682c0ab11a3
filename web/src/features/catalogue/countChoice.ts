import { client } from '~/api/client'
import { PAGE_SIZE } from '~/api/limits'
import type { Product } from '~/api/wire'
import { documentLanguage, type Language } from '~/i18n/language'
import { useBuild, type Components } from '~/lib/buildStore'

type Results = { text: string; page: number; products: Product[] }

/** The text whose first click was counted last. */
let countedText: string | undefined

/** Time in which a button that was pressed changes the build, in ms. */
const ADDITION_TIME = 2000

/**
 * Counts a press on a link or button of a result, if it opened the result or added it to the build. `before`: the parts of
 * the build when it was pressed.
 */
export function countChoice(pressed: Element, before: Components, { text, page, products }: Results): void {
  const isLink = pressed instanceof HTMLAnchorElement
  const result = pressed.closest('article, tr')
  const link = isLink ? pressed : result?.querySelector<HTMLAnchorElement>('a[href*="/product/"]')
  const index = link ? products.findIndex(({ id }) => link.pathname.endsWith(`/product/${id}`)) : -1
  const product = products[index]
  if (product === undefined) return
  const rank = (page - 1) * PAGE_SIZE + index + 1
  const choice = { text, language: documentLanguage(), productId: product.id, rank }
  if (!isLink) return whenAdded(product, before, () => send({ ...choice, addition: true }))
  if (text === countedText) return
  countedText = text
  send(choice)
}

/** Calls `count` once the build has a product that it had not: a button answers first, and changes the build after the paint. */
function whenAdded({ id, category }: Product, before: Components, count: () => void): void {
  const has = (components: Components) => components[category]?.some((one) => one.product.id === id) ?? false
  if (has(before)) return
  if (has(useBuild.getState().currentBuild.components)) return count()
  const stop = useBuild.subscribe(({ currentBuild }) => {
    if (!has(currentBuild.components)) return
    stop()
    count()
  })
  setTimeout(stop, ADDITION_TIME)
}

type Choice = { text: string; language: Language; productId: string; rank: number; addition?: boolean }

function send(body: Choice): void {
  // The page may be left at once.
  client.POST('/api/search/clicks', { body, keepalive: true }).catch(() => undefined)
}
