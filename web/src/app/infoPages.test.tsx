import { cleanup, screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test } from 'vitest'
import type { SiteFacts } from '~/api/wire'
import pages from '~/features/info/infoPages.json'
import { switchLanguage } from '~/i18n'
import arabic from '~/i18n/infoPages.ar.json'
import english from '~/i18n/infoPages.en.json'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const facts: SiteFacts = {
  operator: null,
  contact: null,
  reader: 'TajmeeaBot/0.1',
  botService: null,
  searchesDays: 90,
  interestDays: 400,
  clickOutsDays: 400,
  guestBuildsDays: 365,
  buildSuggestionsDays: 60,
  inStockDays: 7,
  thinAfterDays: 400,
  movePercent: 50,
}
const answer = (changes: Partial<SiteFacts> = {}) =>
  server.use(http.get('*/api/site', () => HttpResponse.json({ ...facts, ...changes })))

afterEach(async () => {
  await switchLanguage('en')
})

type Tree = { [key: string]: string | Tree }
const keysOf = (tree: Tree, path = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [path + key] : keysOf(value, `${path}${key}.`),
  )

test.each([
  ['en', english],
  ['ar', arabic],
])('the table of the pages names every text of %s once, and no other', (_, { infoPages }) => {
  const named = pages.flatMap(({ key: page, sections }) => [
    ...['title', 'description', 'lead'].map((name) => `${page}.${name}`),
    ...sections.flatMap(({ key, items }) =>
      ['title', ...items.map((item) => item.key)].map((name) => [page, key, name].join('.')),
    ),
  ])
  const texts = keysOf(infoPages).filter((key) => key.includes('.'))
  expect(texts.toSorted()).toEqual(named.toSorted())
})

test.each(pages.map(({ key, path }) => [path, key] as const))('%s is whole in both languages', async (path, key) => {
  answer()
  const page = pages.find((one) => one.key === key)
  renderApp(path)
  const check = (texts: Tree) => {
    const own = texts[key] as Tree
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(own.title as string)
    for (const section of page?.sections ?? [])
      expect(screen.getByRole('region', { name: (own[section.key] as Tree).title as string })).toBeInTheDocument()
    expect(screen.getByRole('main').textContent).not.toContain('{{')
  }
  expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument()
  check(english.infoPages)
  const footer = within(await screen.findByRole('contentinfo'))
  for (const { path: address } of pages)
    expect(footer.getAllByRole('link').map((link) => link.getAttribute('href'))).toContain(address)
  await switchLanguage('ar')
  check(arabic.infoPages)
})

test('periods of the configuration are named in the forms of each language', async () => {
  answer({ guestBuildsDays: 1 })
  renderApp('/privacy')
  expect(await screen.findByText(/opened it for 1 day\./)).toBeInTheDocument()
  expect(screen.getByText(/deleted after 90 days\. Words/)).toBeInTheDocument()
  expect(screen.queryByText('Searched words are not stored.')).toBeNull()
  expect(screen.queryByText(/comes from another company/)).toBeNull()
  await switchLanguage('ar')
  expect(await screen.findByText(/يوم واحد/)).toBeInTheDocument()
})

test('where searches are not counted, privacy says so', async () => {
  answer({ searchesDays: null, botService: 'Cloudflare Turnstile' })
  renderApp('/privacy')
  expect(await screen.findByText('Searched words are not stored.')).toBeInTheDocument()
  expect(screen.getByText(/comes from another company: Cloudflare Turnstile/)).toBeInTheDocument()
  expect(screen.queryByText(/Searched words are counted/)).toBeNull()
})

test('contact names the configured operator and address, or says that there is none', async () => {
  answer({ operator: 'Falcon', contact: { address: 'hello@tajmeea.example', url: 'mailto:hello@tajmeea.example' } })
  renderApp('/contact')
  const main = within(await screen.findByRole('main'))
  expect(await main.findByRole('link', { name: 'hello@tajmeea.example' })).toHaveAttribute(
    'href',
    'mailto:hello@tajmeea.example',
  )
  expect(main.getByText('Tajmeea is run by Falcon.')).toBeInTheDocument()
  expect(main.queryByText(/No contact address/)).toBeNull()
  cleanup()
  answer()
  renderApp('/contact')
  expect(await screen.findByText(/No contact address is configured/)).toBeInTheDocument()
})

test('without an answer, the page says so and claims nothing of the installation', async () => {
  server.use(http.get('*/api/site', () => HttpResponse.json({})))
  renderApp('/contact')
  expect(await screen.findByRole('alert')).toBeInTheDocument()
  expect(screen.queryByText(/No contact address/)).toBeNull()
  expect(screen.getByRole('region', { name: 'What helps us' })).toBeInTheDocument()
})
