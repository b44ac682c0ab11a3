import { expect, test } from 'vitest'
import { findLink, findOwnPath, findWords, isWebAddress } from './sharedLink'

test.each([
  [{ url: 'https://shop.example/p/1' }, 'https://shop.example/p/1'],
  [{ text: 'ASUS RTX 5070 https://shop.example/p/1?a=b.' }, 'https://shop.example/p/1?a=b'],
  [{ text: 'شوف (https://shop.example/p/1)، زين' }, 'https://shop.example/p/1'],
  [{ url: 'not a link', title: 'https://shop.example/p/2' }, 'https://shop.example/p/2'],
  [{ text: 'rtx 5070' }, undefined],
  [{ url: 'javascript:alert(1)' }, undefined],
  [{ url: `https://shop.example/${'a'.repeat(2000)}` }, undefined],
  [{}, undefined],
])('the link in %j is %s', (shared, link) => {
  expect(findLink(shared)).toBe(link)
})

test.each([
  [{ title: 'ASUS RTX 5070 | Noor Computers', text: 'x' }, undefined, 'ASUS RTX 5070'],
  [{ text: 'ASUS  RTX 5070\nhttps://shop.example/p/1' }, 'https://shop.example/p/1', 'ASUS RTX 5070'],
  [{ title: 'https://shop.example/p/1' }, 'https://shop.example/p/asus-rtx_5070.html', 'asus rtx 5070'],
  [{}, 'https://shop.example/ar/%D9%83%D8%B1%D8%AA-%D8%B4%D8%A7%D8%B4%D8%A9/', 'كرت شاشة'],
  [{}, 'https://shop.example/p/%ff-%ff', '%ff %ff'],
  [{}, 'https://shop.example/p/12345', undefined],
  [{}, 'https://shop.example/index.php', undefined],
  [{}, undefined, undefined],
])('the words of %j and %s are %s', (shared, link, words) => {
  expect(findWords(shared, link)).toBe(words)
})

test('only a whole text is a web address', () => {
  expect(isWebAddress(' https://shop.example/p/1 ')).toBe(true)
  for (const text of ['rtx 5070', 'see https://shop.example', 'shop.example/p/1', 'https://', 'ftp://shop.example'])
    expect(isWebAddress(text)).toBe(false)
})

test('a link to our own site leads to its page', () => {
  const { origin } = window.location
  expect(findOwnPath(`${origin}/ar/gpu?q=rtx#top`)).toBe('/ar/gpu?q=rtx#top')
  expect(findOwnPath(`${origin}//evil.example/p`)).toBe('/')
  expect(findOwnPath('https://shop.example/gpu')).toBeUndefined()
})
