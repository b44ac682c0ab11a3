/* oxlint-disable unicorn/consistent-function-scoping -- all that it uses must be inside it */
/** What a page is called, and what it says under its name. */
type PageTexts = { title: string; lead?: string }

/** One language's texts: the product's own name, and those of pages by their first path segment. */
export type SightTexts = { name: string; pages: Record<string, PageTexts> }

type Shown = { hash: string; width: number; height: number }

type Named = { id: string; name: string; nameAr?: string; picture?: Shown | null }

/**
 * Draws a page's heading, and what the server sent along of its products, while the app's code is still on its way. Written
 * into the page as text, so nothing from outside of it may be used; React draws over it.
 */
export function drawFirstSight(texts: Record<string, SightTexts>): void {
  const root = document.getElementById('root')
  const language = document.documentElement.lang
  const said = texts[language]
  if (!root || !said) return

  const make = (tag: string, className: string, ...inner: (Node | string)[]) => {
    const element = document.createElement(tag)
    if (className) element.className = className
    element.append(...inner)
    return element
  }
  const link = (href: string, className: string, ...inner: (Node | string)[]) => {
    const element = make('a', className, ...inner)
    element.setAttribute('href', href)
    return element
  }
  const image = (src: string) => {
    const element = document.createElement('img')
    element.alt = ''
    element.src = src
    return element
  }
  /** As src/lib/pictures.ts does it, so that the browser keeps the file that it has. */
  const picture = ({ hash, width }: Shown, sizes: string) => {
    const element = document.createElement('img')
    const kept = [192, 384, 640].filter((_, index, all) => index === 0 || width > (all[index - 1] ?? 0))
    element.alt = ''
    element.sizes = sizes
    element.srcset = kept.map((one) => `/pictures/${hash}-${one}.webp ${Math.min(one, width)}w`).join(', ')
    return element
  }
  const name = (product: Named) => {
    const element = make('bdi', '', product.name)
    element.dir = 'auto'
    return element
  }
  /** The answer to a call that the server sent along. */
  const early = (call: string): { product?: Named; products?: Named[] } => {
    const answer = document.querySelector(`script[data-call^="${call}"]`)
    return answer?.textContent ? (JSON.parse(answer.textContent) as { product?: Named; products?: Named[] }) : {}
  }
  const hasBuild = () => {
    try {
      const kept = JSON.parse(localStorage.getItem('tajmeea.build') ?? '{}') as { state?: { currentBuild?: { components?: Record<string, unknown[]> } } }
      return Object.values(kept.state?.currentBuild?.components ?? {}).some((parts) => parts.length > 0)
    } catch {
      return false
    }
  }
  const card = (product: Named) =>
    make('li', 'sight-card', make('div', 'sight-stage', ...(product.picture ? [picture(product.picture, '(max-width: 47.9375rem) 5.7rem, 11.5rem')] : [])), link(`/product/${product.id}`, '', name(product)))

  const segments = location.pathname.split('/').filter(Boolean)
  const page = segments.length < 2 ? said.pages[segments[0] ?? ''] : undefined
  const inner: Node[] = []
  const { product } = segments[0] === 'product' ? early('/api/products?') : {}
  if (product) {
    if (product.picture) inner.push(make('div', 'sight-photo', picture(product.picture, '(max-width: 47.9375rem) 75vw, 22rem')))
    inner.push(make('h1', '', name(product)))
  } else if (page && !(segments.length === 0 && hasBuild())) {
    inner.push(make('h1', '', page.title))
    if (page.lead) inner.push(make('p', '', page.lead))
  }
  const { products } = segments.length === 1 ? early(segments[0] === 'search' ? '/api/search?' : '/api/products/list?') : {}
  if (products) inner.push(make('ul', 'sight-cards', ...products.slice(0, 4).map(card)))
  const mark = image('/favicon.svg')
  root.append(make('header', 'sight-top', link('/', '', mark, said.name)), make('main', 'sight-page', ...inner))
}
