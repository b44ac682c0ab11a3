import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { switchLanguage } from '~/i18n'
import { useBuild } from '~/lib/buildStore'
import { savedBuild } from '~/testing/savedBuilds'
import { product, user } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const id = '00000000-0000-4000-8000-0000000000b1'
const card = product()
const componentsOf = () => useBuild.getState().currentBuild.components

type Saved = { components: Record<string, { productId: string }[]> }

/** A saved build, signed in, with an edit that waits for the automatic save. */
beforeEach(() => {
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: user() })),
    http.get('*/api/products', () => HttpResponse.json({ products: [card], mergedInto: {} })),
    http.get('*/api/products/list', () => HttpResponse.json({}, { status: 503 })),
    http.post('*/api/basket', () => HttpResponse.json({}, { status: 503 })),
    http.get('*/api/builds', () => HttpResponse.json({ builds: [], total: 0, page: 1, limit: 20 })),
  )
  const { currentBuild } = useBuild.getState()
  useBuild.setState({
    currentBuild: { ...currentBuild, id, name: 'Falcon', savedVersion: 1 },
    // The next automatic save is due in half a minute.
    lastAutoSave: new Date(),
  })
  useBuild.getState().choose(card)
})
afterEach(() => useBuild.getState().forgetAll())

/** Answers the saves of the build, and returns them. */
function answerSaves(status: number) {
  const saves: Saved[] = []
  server.use(
    http.put(`*/api/builds/${id}`, async ({ request }) => {
      saves.push((await request.json()) as Saved)
      return HttpResponse.json({ build: savedBuild({ id, name: 'Falcon', version: 2 }) }, { status })
    }),
  )
  return saves
}

async function pressEmpty(label = 'Empty the build') {
  renderApp('/')
  // Signed in, and ready to save.
  await waitFor(() => expect(useBuild.getState().saver).not.toBeNull())
  await userEvent.click(await screen.findByRole('button', { name: label }))
}

test('emptying the build saves the edit that waits for the automatic save, and Undo brings the build back', async () => {
  const saves = answerSaves(200)
  vi.spyOn(window, 'confirm').mockReturnValue(true)
  await pressEmpty()
  await waitFor(() => expect(componentsOf()).toEqual({}))
  expect(saves.map(({ components }) => components.GPU)).toEqual([[expect.objectContaining({ productId: card.id })]])
  expect(window.confirm).toHaveBeenCalledTimes(1)
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(componentsOf().GPU?.[0]?.product.id).toBe(card.id)
  expect(useBuild.getState()).toMatchObject({ currentBuild: { id, savedVersion: 2 }, unsavedChanges: false })
})

test.each([
  ['en', 'Empty the build', 'We couldn’t save the last changes of this build. Empty it anyway?'],
  ['ar', 'فضّي التجميعة', 'ما قدرنا نحفظ آخر تعديلات هالتجميعة. نفضّيها مع ذلك؟'],
] as const)('where that edit cannot be saved, the user decides, in %s', async (language, label, question) => {
  await switchLanguage(language)
  answerSaves(503)
  const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(true).mockReturnValueOnce(false)
  await pressEmpty(label)
  await waitFor(() => expect(confirm).toHaveBeenLastCalledWith(question))
  expect(componentsOf().GPU).toHaveLength(1)
  expect(useBuild.getState().unsavedChanges).toBe(true)
})
