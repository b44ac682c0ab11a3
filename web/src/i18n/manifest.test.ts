import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import ar from './ar.json'
import en from './en.json'
import { setDocumentLanguage, languages } from './language'

type Icon = { src: string; sizes: string; type: string; purpose: string }
type Manifest = Record<string, unknown> & { icons: Icon[] }

const web = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(web, path), 'utf8')
const readManifest = (language: string): Manifest =>
  JSON.parse(read(`public/manifest.${language}.webmanifest`)) as Manifest

/** Returns the width and height that a PNG file states. */
function readSize(path: string): string {
  const file = readFileSync(join(web, 'public', path))
  expect(file.subarray(1, 4).toString()).toBe('PNG')
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`
}

test.each(languages)('the app can be installed in %s', (language) => {
  const manifest = readManifest(language)
  expect(manifest).toMatchObject({
    short_name: (language === 'ar' ? ar : en).app.name,
    lang: language,
    dir: language === 'ar' ? 'rtl' : 'ltr',
    start_url: language === 'ar' ? '/ar' : '/',
    // A change of the language stays in the app.
    scope: '/',
    display: 'standalone',
    shortcuts: [{ name: (language === 'ar' ? ar : en).nav.scan, url: language === 'ar' ? '/ar/scan' : '/scan' }],
    share_target: { action: language === 'ar' ? '/ar/share' : '/share', method: 'GET' },
  })
  expect(manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual([
    'any 192x192',
    'any 512x512',
    'maskable 192x192',
    'maskable 512x512',
  ])
  for (const { src, sizes } of manifest.icons) expect(readSize(src)).toBe(sizes)
})

test('both apps have the colour of the page, and each is an app of its own', () => {
  const page = /--surface-0: (#\w+)/.exec(read('src/ui/tokens.css'))?.[1]
  expect(page).toBeDefined()
  expect(read('index.html')).toContain(`name="theme-color" content="${page}"`)
  for (const language of languages)
    expect(readManifest(language)).toMatchObject({ theme_color: page, background_color: page })
  expect(readManifest('ar').id).not.toBe(readManifest('en').id)
})

test('phones of Apple find the icon', () => {
  const icon = /rel="apple-touch-icon" href="([^"]+)"/.exec(read('index.html'))?.[1] ?? ''
  expect(readSize(icon)).toBe('180x180')
})

test('a change of the language changes the app that the page installs', () => {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/manifest.en.webmanifest'
  document.head.append(link)
  setDocumentLanguage('ar')
  expect(link).toHaveAttribute('href', '/manifest.ar.webmanifest')
  setDocumentLanguage('en')
  expect(link).toHaveAttribute('href', '/manifest.en.webmanifest')
  link.remove()
})
