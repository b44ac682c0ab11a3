import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { switchLanguage } from '~/i18n'
import { server } from '~/testing/server'
import { retailers } from '~/testing/fixtures'
import { renderApp } from './renderApp'

const sources = [
  {
    slug: 'open',
    name: 'An Open Database',
    attribution: 'Contains information from it.',
    url: 'https://open.example/',
  },
]

test('every source of facts is named with its notice, in both languages, and the footer leads there', async () => {
  server.use(http.get('*/api/sources', () => HttpResponse.json({ sources })))
  renderApp('/data-sources')
  expect(await screen.findByText('Contains information from it.')).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Data sources')
  expect(screen.getByRole('link', { name: /Visit/ })).toHaveAttribute('href', 'https://open.example/')
  expect(within(await screen.findByRole('contentinfo')).getByRole('link', { name: 'Data sources' })).toHaveAttribute(
    'href',
    '/data-sources',
  )
  await switchLanguage('ar')
  // What a licence requires is said in Arabic, with the original below.
  expect(await screen.findByText(/يحتوي على معلومات من .*BuildCores OpenDB.*ODC-By/)).toBeInTheDocument()
  expect(screen.getByText(/^Contains information from BuildCores OpenDB/)).toBeInTheDocument()
  expect(screen.getByText('تنويه المصدر بنصّه كما يطلبه:')).toBeInTheDocument()
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('مصادر المعلومات')
  await switchLanguage('en')
})

test('shops whose links are marked are named, and what that means', async () => {
  const listed = retailers.map((one) => ({ ...one, affiliate: one.slug === 'dhow-digital' }))
  server.use(
    http.get('*/api/sources', () => HttpResponse.json({ sources: [] })),
    http.get('*/api/retailers', () => HttpResponse.json({ retailers: listed })),
  )
  renderApp('/data-sources')
  const shops = within(await screen.findByRole('region', { name: 'Shops' }))
  expect(shops.getByText('marked links').closest('li')).toHaveTextContent('Dhow Digital')
  expect(shops.getByText(/they may pay us for it/)).toBeInTheDocument()
})
