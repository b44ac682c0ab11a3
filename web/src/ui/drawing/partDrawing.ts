import type { Product, SpecValue } from '~/api/wire'

/** The facts of a product that a drawing shows. */
export type Drawable = Pick<Product, 'category'> & Partial<Pick<Product, 'specs' | 'name'>>

/** Returns a fact's words in lower case on one line; empty where it is not known. */
const words = (value: SpecValue | undefined): string =>
  (Array.isArray(value) ? value.join(' ') : typeof value === 'string' ? value : '').toLowerCase()

const count = (value: SpecValue | undefined): number | undefined => (typeof value === 'number' ? value : undefined)

/** Length in mm above which a video card with three fans is drawn as a large one. */
const longCard = 320
/** Length in mm up to which a card that does not state its fans is drawn with one fan, and up to which with two. */
const shortCards = { one: 190, two: 280 }
/** Height in mm up to which a cooler is drawn flat above the processor. */
const flatCooler = 80

/**
 * Returns the symbol of `parts.svg` for a product, by its category and by the facts on its size and number of pieces.
 */
export function chooseDrawing({ category, specs = {} }: Drawable): string {
  switch (category) {
    case 'GPU':
      return card(words(specs.cooling), count(specs.length))
    case 'CPU_COOLER':
      return cooler(words(specs.coolerType), count(specs.radiatorSize), count(specs.coolerHeight))
    case 'MOTHERBOARD':
      return board(words(specs.formFactor))
    case 'RAM':
      if (words(specs.formFactor).includes('so-dimm')) return 'sodimm'
      return chooseByQuantity('ram', count(specs.modules), [1, 2, 4])
    case 'STORAGE':
      return drive(words(specs.storageFormFactor), words(specs.type), words(specs.m2Size))
    case 'CASE':
      return chassis(words(specs.caseFormFactor))
    case 'CASE_FAN':
      return chooseByQuantity('fan', count(specs.fanQuantity), [1, 2, 3])
    case 'PSU':
      return /sfx|tfx|flex|itx/.test(words(specs.formFactor)) ? 'psusfx' : 'psu'
    case 'MONITOR':
      return screen(words(specs.aspectRatio))
    case 'KEYBOARD':
      return /60|65|75|80|tkl|tenkeyless|compact|mini/.test(words(specs.keyboardSize)) ? 'keyboardsmall' : 'keyboard'
    case 'CPU':
    case 'MOUSE':
    case 'HEADSET':
      return category.toLowerCase()
    default:
      return 'other'
  }
}

/** Whether a part has lighting in several colours, by its facts or else by its name. */
export function isRgb({ specs, name }: Drawable): boolean {
  if (typeof specs?.rgb === 'boolean') return specs.rgb
  const lighting = words(specs?.lighting)
  return /rgb|multicolor/.test(lighting === '' ? (name?.toLowerCase() ?? '') : lighting)
}

/** Whether a case has no transparent side. */
export function isClosed({ category, specs }: Drawable): boolean {
  return category === 'CASE' && /solid|steel|alumin|mesh/.test(words(specs?.sidePanel))
}

function card(cooling: string, length: number | undefined): string {
  if (/hybrid|water|liquid/.test(cooling)) return 'gpuwater'
  if (cooling === 'passive') return 'gpupassive'
  if (cooling === 'blower') return 'gpublower'
  const fans = Number(/^(\d+) fans?/.exec(cooling)?.[1] ?? fansOfLength(length))
  return fans < 3 ? `gpu${fans < 2 ? 1 : 2}` : length !== undefined && length > longCard ? 'gpux' : 'gpu3'
}

function fansOfLength(length: number | undefined): number {
  if (length === undefined || length > shortCards.two) return 3
  return length > shortCards.one ? 2 : 1
}

function cooler(type: string, radiator: number | undefined, height: number | undefined): string {
  if (radiator !== undefined || type === 'aio')
    return radiator === undefined ? 'aio2' : radiator < 200 ? 'aio1' : radiator < 330 ? 'aio2' : 'aio3'
  return height !== undefined && height <= flatCooler ? 'lowcooler' : 'tower'
}

function board(size: string): string {
  if (/mini|dtx/.test(size)) return 'boarditx'
  if (/micro|flex/.test(size)) return 'boardm'
  return /eatx|xl|eeb|ceb|hptx/.test(size) ? 'boarde' : 'board'
}

function drive(form: string, kind: string, m2Size: string): string {
  if (form.startsWith('pcie')) return 'addin'
  if (form.startsWith('3.5') || (form === '' && kind === 'hdd')) return 'hdd35'
  if (form.startsWith('2.5')) return 'ssd25'
  return form === 'msata' || /^22(30|42)$/.test(m2Size) ? 'm2short' : 'm2'
}

function chassis(size: string): string {
  if (size.includes('bench')) return 'caseopen'
  if (/desktop|htpc|slim/.test(size)) return 'caseflat'
  if (size.includes('full')) return 'casefull'
  if (size.includes('mini itx')) return 'caseitx'
  return /mini|micro/.test(size) ? 'casemini' : 'case'
}

function screen(ratio: string): string {
  const [width = 16, height = 9] = ratio.split(':').map(Number)
  const wide = width / height
  return wide > 3 ? 'monitorsuper' : wide > 2 ? 'monitorwide' : 'monitor'
}

/**
 * Returns the drawing for a number of pieces, or for the next smaller number that has one; for one piece where the
 * number is not known.
 */
function chooseByQuantity(name: 'ram' | 'fan', quantity: number | undefined, drawn: readonly number[]): string {
  if (quantity === undefined) return `${name}1`
  return `${name}${drawn.findLast((one) => one <= quantity) ?? drawn[0]}`
}
