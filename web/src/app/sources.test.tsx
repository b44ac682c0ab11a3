import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { switchLanguage } from '~/i18n'
import { server } from '~/testing/server'
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
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('مصادر المعلومات')
  await switchLanguage('en')
})
