import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { useBuild } from '~/lib/buildStore'
import { compatibility, product, user } from '~/testing/fixtures'
import { savedBuild, savedPart } from '~/testing/savedBuilds'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const cpu = product({ id: '00000000-0000-4000-8000-000000000001', category: 'CPU', price: 145 })
const ownBuild = savedBuild({ components: { CPU: savedPart(cpu) }, isPublic: true, viewCount: 2 })
const second = savedBuild({
  id: '00000000-0000-4000-8000-0000000000bb',
  name: 'Second',
  components: {},
  todayTotal: 100,
  totalPrice: 100,
})

beforeEach(() => {
  useBuild.getState().clear()
  useBuild.setState({ autoSaveEnabled: false })
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: user() })),
    http.get('*/api/user/settings', () =>
      HttpResponse.json({ username: 'Sara', priceDropAlerts: true, publicProfile: false, allowBuildSharing: true }),
    ),
    http.post('*/api/compatibility', () => HttpResponse.json(compatibility({ totalPrice: 145 }))),
  )
})

test('two builds are compared part by part', async () => {
  const [drive, otherDrive, chassis] = (
    [
      ['A drive', 'STORAGE'],
      ['Another drive', 'STORAGE'],
      ['A case', 'CASE'],
    ] as const
  ).map(([name, category], nth) =>
    savedPart(product({ id: `00000000-0000-4000-8000-0000000000f${nth}`, name, category, price: 20 })),
  )
  const builds = [
    { ...ownBuild, components: { ...ownBuild.components, STORAGE: drive, CASE: chassis } },
    { ...second, components: { STORAGE: otherDrive, CASE: chassis } },
  ]
  server.use(
    http.get('*/api/builds/:id', ({ params }) => {
      const found = builds.find(({ id }) => id === params.id)
      return found
        ? HttpResponse.json({ build: found, shareUrl: 'x', notFound: [], refused: [] })
        : HttpResponse.json({ error: 'Build not found', code: 'BUILD_NOT_FOUND' }, { status: 404 })
    }),
  )
  renderApp(`/my-builds/compare?ids=${ownBuild.id},${second.id}`)
  const table = within(await screen.findByRole('table'))
  // A part that one build lacks, two that differ, and one that both have.
  const rowOf = (name: string) =>
    within(table.getByRole('rowheader', { name: new RegExp(`^${name}`) }).closest('tr') as HTMLElement)
  const cellsOf = (name: string) => rowOf(name).getAllByRole('cell')
  expect(cellsOf('CPU')[0]).toHaveTextContent(cpu.name)
  expect(cellsOf('CPU')[1]).toHaveTextContent(/^–/)
  expect(cellsOf('Storage').map((cell) => cell.textContent)).toEqual([
    expect.stringContaining('A drive'),
    expect.stringContaining('Another drive'),
  ])
  const names = ['CPU', 'Storage', 'Case'].map((name) => rowOf(name).getByRole('rowheader').textContent)
  expect(names).toEqual(['CPU differs', 'Storage differs', 'Case'])
  expect(table.getByRole('row', { name: /Difference to the first/ })).toHaveTextContent('−45.000 (−31.03%)')
})

test('a comparison with a build that is not there says so', async () => {
  server.use(
    http.get('*/api/builds/:id', () =>
      HttpResponse.json({ error: 'Build not found', code: 'BUILD_NOT_FOUND' }, { status: 404 }),
    ),
  )
  renderApp('/my-builds/compare?ids=a,b')
  expect(await screen.findByText('Build not found for comparison')).toBeInTheDocument()
})
