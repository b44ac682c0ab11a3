import { safePath } from './safePath'
import { readOne } from './urlSearch'

/** What another app shares. Most apps put the link into the text, some with the product's name before it. */
export type Shared = { url?: string; text?: string; title?: string }

/** Reads what another app shares: the parameters of `share_target` in the manifests. */
export const readShared = (raw: Record<string, unknown>): Shared =>
  Object.assign({}, readOne('url')(raw), readOne('text')(raw), readOne('title')(raw))

/** Maximum length of an address that the api looks up. */
const MAX_ADDRESS = 2000
/** Maximum length of the words to search for. */
const MAX_WORDS = 100

const addresses = /https?:\/\/[^\s<>"]+/gi
/** Punctuation of the sentence around an address. */
const sentenceEnd = /[.,;:!?)\]»…،؛؟]+$/

function parse(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}

/** Whether a text is the web address of a page and nothing else. */
export function isWebAddress(text: string): boolean {
  const words = text.trim()
  return /^https?:\/\/\S+$/i.test(words) && words.length <= MAX_ADDRESS && parse(words) !== undefined
}

/** Returns the first web address in what was shared. */
export function findLink({ url, text, title }: Shared): string | undefined {
  const found = [url, text, title].flatMap((part) => part?.match(addresses) ?? [])
  return found.map((address) => address.replace(sentenceEnd, '')).find(isWebAddress)
}

/** Returns the path of a link to our own site. */
export function findOwnPath(link: string): string | undefined {
  const address = parse(link)
  return address && address.origin === globalThis.location.origin
    ? safePath(address.pathname + address.search + address.hash)
    : undefined
}

/** Returns the words to search for: the title without the shop's name, else the text, else the words of the link's path. */
export function findWords({ title, text }: Shared, link: string | undefined): string | undefined {
  const written = [title?.split(' | ')[0], text].map((part) => part?.replaceAll(addresses, ' '))
  const words = [...written, link && wordsOfPath(link)].map((part) => part?.replace(/\s+/g, ' ').trim())
  return words.find((one) => one !== undefined && one !== '')?.slice(0, MAX_WORDS)
}

/** Returns `asus rtx 5070` of `/products/asus-rtx-5070.html`; nothing of a single word, which is a number or a page's kind. */
function wordsOfPath(link: string): string {
  const last =
    parse(link)
      ?.pathname.split('/')
      .findLast((segment) => segment !== '') ?? ''
  const words = decode(last)
    .replace(/\.\w{2,5}$/, '')
    .replace(/[-_+.\s]+/g, ' ')
    .trim()
  return /\p{L}/u.test(words) && words.includes(' ') ? words : ''
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
