import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, languages, test, type Text } from './browser.ts'
import { inNewContext, addFirst, shareUnderName } from './sharing.ts'
import { ask, makeAccount, system } from './system.ts'

// The life of a build: saved, shared, viewed by others, hidden again, copied, compared, deleted.

async function expectAccessible(page: Page) {
  await page.waitForLoadState('networkidle')
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

async function logIn(page: Page, text: Text, { email, password }: { email: string; password: string }) {
  await page.getByLabel(text.account.email).fill(email)
  await page.getByLabel(text.account.password, { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: text.account.login.submit }).click()
}

/**
 * Holds the first save of a build. Resolves when the request arrives, with a function that lets the request continue.
 */
function holdsFirstSave(page: Page) {
  return new Promise<() => Promise<unknown>>((resolve) => {
    void page.route('**/api/builds', (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      resolve(async () => (await route.continue(), page.unroute('**/api/builds')))
    })
  })
}

for (const { code, locale, text } of languages) {
  test.describe(`a build in ${code}`, () => {
    test.use({ locale, permissions: ['clipboard-read', 'clipboard-write'], allowedErrors: [/status of 404/] })

    test('is saved, shared, made private, copied, compared and deleted', async ({ page, browser }) => {
      test.slow()
      const account = await makeAccount(`builds-${code}-${Date.now()}@example.com`)
      let link = ''

      await test.step('parts chosen before the login are kept after it', async () => {
        await addFirst(page, text, '/cpu')
        await addFirst(page, text, '/gpu')
        await page.getByRole('link', { name: text.build.save }).click()
        await expect(page).toHaveURL(/\/login\?next=/)
        const saving = holdsFirstSave(page)
        await logIn(page, text, account)
        await expect(page).toHaveURL(/:\d+\/$/)
        await expect(page.getByRole('button', { name: text.build.save, exact: true })).toBeEnabled()

        const share = page.getByRole('button', { name: text.build.share, exact: true })
        const answer = await saving
        await expect(share, 'saving by itself takes no button away').toBeEnabled()
        const place = await share.boundingBox()
        await answer()
        await expect(page.getByRole('button', { name: text.builds.saveAs, exact: true })).toBeEnabled()
        expect((await share.boundingBox())?.x, 'and moves none').toBe(place?.x)
      })

      await test.step('share it from the builder, with a name', async () => {
        link = await shareUnderName(page, text, 'Falcon صقر', () => expectAccessible(page))
        await page.getByRole('dialog').getByRole('button', { name: text.builds.copyLink }).click()
        await expect(page.getByRole('dialog').getByText(text.builds.copied)).toBeVisible()
        expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(link)
        await expectAccessible(page)
        await page.keyboard.press('Escape')
      })

      await test.step('an added part is saved automatically', async () => {
        const saved = page.waitForResponse(
          (answer) => answer.request().method() === 'PUT' && answer.url().includes('/api/builds/'),
          { timeout: 40_000 },
        )
        await addFirst(page, text, '/memory')
        expect((await saved).status()).toBe(200)
      })

      await test.step('a stranger sees current prices and copies the build', async () => {
        await inNewContext(browser, locale, link, async (other) => {
          await expect(other.getByRole('heading', { level: 1 })).toHaveText('Falcon صقر')
          await expect(other.getByText(text.builds.anonymous)).toBeVisible()
          await expect(other.getByRole('table').getByRole('row')).toHaveCount(4)
          const band = other.getByRole('navigation', { name: text.build.progress })
          await expect(band.getByRole('link')).toHaveCount(3)
          await expect(other.getByRole('link', { name: text.share.whatsapp })).toHaveAttribute(
            'href',
            /^https:\/\/wa\.me\/\?text=/,
          )
          for (const width of [360, 1280]) {
            await other.setViewportSize({ width, height: 780 })
            expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
          }
          await expectAccessible(other)
          await other.getByRole('button', { name: text.builds.use }).click()
          // A shared link has the language of the user who shared it, and so has the page it opens.
          await expect(other).toHaveURL(code === 'ar' ? /:\d+\/ar$/ : /:\d+\/$/)
          await expect(other.getByRole('heading', { level: 1 })).toHaveText('Falcon صقر')
        })
      })

      await test.step('link previews have a title with total and shops, and a picture', async () => {
        const html = await (await fetch(system.url + link)).text()
        const { build } = await ask<{ build: { todayTotal: number } }>(`/api/builds/${link.split('/').at(-1)}`)
        // Between the total and the site's name stands the number of shops.
        const title = `Falcon صقر · ${build.todayTotal.toFixed(3)} ${text.money.kwd} · [^"·]+ · ${text.app.name}`
        expect(html).toMatch(new RegExp(`<meta property="og:title" content="${title}" />`))
        const image = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
        for (const language of ['en', 'ar']) {
          const ask = () => fetch(image.replace(/lang=\w+/, `lang=${language}`))
          // A server that is too busy to draw answers with an error and a time to retry.
          await expect.poll(async () => (await ask()).status, { timeout: 60_000 }).toBe(200)
          const answer = await ask()
          expect(answer.headers.get('content-type')).toBe('image/png')
          const png = Buffer.from(await answer.arrayBuffer())
          expect([png.readUInt32BE(16), png.readUInt32BE(20), png.length > 10_000]).toEqual([1200, 630, true])
        }
      })

      const card = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: 'Falcon صقر', exact: true }) })
      await test.step('a private build is hidden from everyone else', async () => {
        await page.goto('/my-builds')
        await expect(card.getByText(text.builds.public, { exact: true })).toBeVisible()
        await expectAccessible(page)
        await card.getByRole('switch').click()
        await expect(card.getByText(text.builds.private, { exact: true })).toBeVisible()
        const plain = link.replace(/^\/ar/, '')
        for (const path of [link, plain, `${plain}/image.png`, `/api${plain.replace('build', 'builds')}`]) {
          expect((await fetch(system.url + path)).status, path).toBe(404)
        }
        await inNewContext(browser, locale, link, async (other) => {
          await expect(other.getByRole('heading', { level: 1 })).toHaveText(text.builds.notFound)
        })
        await page.goto(link)
        await expect(page.getByText(text.builds.onlyYou)).toBeVisible()
      })

      await test.step('copied and compared', async () => {
        await page.goto('/my-builds')
        await card.getByRole('button', { name: `${text.builds.duplicate}: Falcon صقر` }).click()
        await expect(page.getByRole('heading', { name: 'Falcon صقر (Copy)' })).toBeVisible()
        for (const box of await page.getByRole('checkbox').all()) await box.check()
        await page.getByRole('link', { name: new RegExp(text.builds.compareNow.split('(')[0]?.trim() ?? '') }).click()
        await expect(page).toHaveURL(/\/my-builds\/compare\?ids=/)
        await expect(page.getByRole('columnheader')).toHaveCount(2)
        await expect(page.getByRole('row').filter({ hasText: text.builds.todayTotal })).toBeVisible()
        await expectAccessible(page)
      })

      await test.step('deleted after a confirmation', async () => {
        await page.goto('/my-builds')
        page.on('dialog', (question) => {
          expect(question.message()).toBe(text.builds.deleteConfirm)
          void question.accept()
        })
        for (const name of ['Falcon صقر (Copy)', 'Falcon صقر']) {
          await page.getByRole('button', { name: `${text.builds.delete}: ${name}`, exact: true }).click()
          await expect(page.getByRole('heading', { name, exact: true })).toBeHidden()
        }
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.builds.emptyTitle)
        await expectAccessible(page)
      })
    })

    test('has a link that says so where its token is blank', async ({ page }) => {
      await page.goto('/build/%20')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.builds.invalidLink)
    })
  })
}
