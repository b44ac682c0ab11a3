import type { APIRequestContext } from '@playwright/test'
import { administrator, expectAccessible, loadQueue, textPattern, waitForMatches } from './administrators.ts'
import { expect, languages, test } from './browser.ts'

// Two reviewers work through the queue by keyboard, on the real system.

for (const { code, locale, text } of languages) {
  const { admin } = text
  test.describe(`a reviewer in ${code}`, () => {
    test.use({ locale })

    let api: APIRequestContext
    let other: APIRequestContext
    const otherName = `Nadia ${code} ${Date.now()}`
    test.beforeAll(async () => {
      api = (await administrator(`reviewer-${code}`)).api
      other = (await administrator(`other-reviewer-${code}`, otherName)).api
      await waitForMatches(api)
    })
    test.afterAll(async () => {
      await Promise.all([api.dispose(), other.dispose()])
    })
    test.beforeEach(async ({ context }) => {
      await context.addCookies((await api.storageState()).cookies)
    })

    test('rejects two pairs by fast keys, takes the last one back by U and is at it again', async ({ page }) => {
      const [first, second] = (await loadQueue(api)).matches
      if (!first || !second) throw new Error('too little waits')
      await page.goto(`/admin?tab=matches&match=${first.id}`)
      const pair = page.getByRole('region', { name: admin.match.same })
      await expect(pair.getByText(first.candidateProduct.name).first()).toBeVisible()
      await page.keyboard.press('n')
      await page.keyboard.press('n')
      const isPending = async (id: string) => (await loadQueue(api)).matches.some((one) => one.id === id)
      const undo = page.getByRole('status').getByRole('button', { name: admin.match.undo })
      await expect(undo).toBeVisible()
      await expect.poll(() => isPending(first.id)).toBe(false)
      await page.keyboard.press('u')
      await expect(page.getByText(admin.match.undone)).toBeVisible()
      const linkedId = new URL(page.url()).searchParams.get('match')
      expect(linkedId).not.toBe(first.id)
      expect(await isPending(linkedId ?? '')).toBe(true)
      await page.keyboard.press('u')
      await expect.poll(() => isPending(first.id)).toBe(true)
      await expect(page).toHaveURL(new RegExp(`match=${first.id}`))
      await expect(pair.getByText(first.candidateProduct.name).first()).toBeVisible()
    })

    test('is told of another reviewer, and flags a pair, which leaves the top', async ({ page }) => {
      const [first] = (await loadQueue(api)).matches
      if (!first) throw new Error('nothing waits')
      expect((await other.post('/api/admin/match-claims', { data: { id: first.id } })).status()).toBe(200)
      await page.goto(`/admin?tab=matches&match=${first.id}`)
      const pair = page.getByRole('region', { name: admin.match.same })
      await expect(pair.getByText(first.candidateProduct.name).first()).toBeVisible()
      // A claim holds for two minutes: administrators of tests before this one may be named too.
      await expect(pair.getByRole('status')).toContainText(otherName)
      await expectAccessible(page, 'queue with another reviewer')
      await page.keyboard.press('f')
      const dialog = page.getByRole('dialog', { name: admin.match.flag })
      await dialog.getByLabel(admin.match.flagNote).fill('which revision?')
      await page.keyboard.press('Control+Enter')
      await expect(pair.getByText('which revision?')).toBeVisible()
      expect((await loadQueue(api)).matches[0]?.id).not.toBe(first.id)
      const { total } = await loadQueue(api)
      await expect(pair.getByText(textPattern(admin.match.position, 1, total))).toHaveCount(0)
    })

    test('opens a decided pair again from its menu, by keyboard', async ({ page }) => {
      const [, second] = (await loadQueue(api)).matches
      if (!second) throw new Error('too little waits')
      expect((await api.post('/api/admin/matches/reject', { data: { id: second.id } })).ok()).toBe(true)
      await page.goto(`/admin?tab=matches&match=${second.id}`)
      const pair = page.getByRole('region', { name: admin.match.same })
      const more = pair.getByRole('button', { name: admin.more })
      await expect(more).toBeVisible()
      await expect(pair.getByRole('button', { name: admin.match.reopen })).toHaveCount(0)
      await more.press('Enter')
      await expectAccessible(page, 'menu of a decided pair')
      await page.keyboard.press('Tab')
      await expect(pair.getByRole('button', { name: admin.match.reopen })).toBeFocused()
      await page.keyboard.press('Enter')
      await page
        .getByRole('dialog', { name: admin.match.reopen })
        .getByRole('button', { name: admin.match.reopen })
        .click()
      // A reopened pair is flagged, and stands below those that nobody has looked at.
      const isPending = async (): Promise<boolean> => {
        const list = await api.get('/api/admin/matches?status=pending&flagged=true&limit=100')
        return ((await list.json()) as { matches: { id: string }[] }).matches.some(({ id }) => id === second.id)
      }
      await expect.poll(isPending).toBe(true)
    })
  })
}
