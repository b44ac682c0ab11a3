import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { accessibilityViolations, cards, expect, languages, test, type Text } from './browser.ts'
import { inNewContext, addFirst, shareUnderName } from './sharing.ts'
import { ask, changeOffer, dataFile, ingest } from './system.ts'

const password = 'a fine pass for the browser'
const newPassword = 'quite another fine pass'

/** Returns the mails written to an address: without a mail server the api writes each to a file. */
const mailsTo = (email: string): string[] =>
  // The first mail makes the folder.
  (existsSync(dataFile('mails')) ? readdirSync(dataFile('mails')) : [])
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(dataFile(`mails/${name}`), 'utf8'))
    .filter((mail) => mail.includes(`To: ${email}`))

/** Returns the links with a token in the mails to an address. */
const linksTo = (email: string): string[] =>
  mailsTo(email).flatMap((mail) => {
    // The HTML is quoted-printable: its lines end in `=`, and `=3D` is an equals sign.
    const text = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
    return text.match(/http:\/\/[^ "<]+\?token=[\w-]+/g) ?? []
  })

/** Waits for a mailed link to a page that is not known yet. Other tests get mails at the same time. */
async function mailedLink(email: string, page: string, known: Set<string>): Promise<string> {
  let found: string | undefined
  await expect
    .poll(() => (found = linksTo(email).find((link) => link.includes(page) && !known.has(link))), { timeout: 60_000 })
    .toBeTruthy()
  if (!found) throw new Error(`no mail with a link to ${page}`)
  known.add(found)
  return found
}

type Detail = { retailers: { price: number; retailerSlug: string; url: string; inStock: boolean }[] }

/**
 * Returns a product that a retailer has in stock, its lowest price, and a lower target price that price screening
 * accepts.
 */
async function findInStockAt(
  retailer: string,
): Promise<{ id: string; externalId: string; lowest: number; target: string }> {
  const { products } = await ask<{ products: { id: string }[] }>(
    `/api/products/list?retailer=${retailer}&inStock=true&limit=20`,
  )
  for (const { id } of products) {
    // oxlint-disable-next-line no-await-in-loop -- stops at the first that can be used
    const { retailers } = await ask<Detail>(`/api/products?id=${id}`)
    const offer = retailers.find((one) => one.retailerSlug === retailer && one.inStock)
    if (!offer) continue
    // oxlint-disable-next-line no-await-in-loop -- stops at the first that can be used
    const externalId = /data-sku="([^"]+)"/.exec(await (await fetch(offer.url)).text())?.[1]
    if (!externalId) continue
    const lowest = Math.min(...retailers.filter((one) => one.inStock).map((one) => one.price))
    const target = (Math.floor(Math.min(...retailers.map((one) => one.price)) * 960) / 1000).toFixed(3)
    // Amounts of a thousand and more are written with a comma.
    if (Number(target) < lowest && lowest < 1000) return { id, externalId, lowest, target }
  }
  throw new Error(`nothing at ${retailer} can have an alert`)
}

async function logIn(page: Page, text: Text, email: string, secret: string) {
  await page.getByLabel(text.account.email).fill(email)
  await page.getByLabel(text.account.password, { exact: true }).fill(secret)
  await page.getByRole('main').getByRole('button', { name: text.account.login.submit }).click()
}

async function expectAccessible(page: Page) {
  expect(await accessibilityViolations(page)).toEqual([])
}

for (const { code, locale, dir, text } of languages) {
  test.describe(`a user in ${code}`, () => {
    // Some of these steps test refusals; the browser reports each of them in the console.
    test.use({ locale, allowedErrors: [/status of 4(01|22)/] })

    test('signs up, verifies, adds a favourite, gets a price alert, shares a build, resets the password, and deletes the account', async ({
      page,
      browser,
    }) => {
      // The test includes a crawl, while the worker fetches the first pictures.
      test.setTimeout(240_000)
      const known = new Set<string>()
      const started = Date.now()
      const email = `person-${code}-${started}@example.com`
      // The tests of both languages run at the same time, and names are unique.
      const [name, otherName] = [`Sara ${code} ${started}`, `Noor ${code} ${started}`]

      await test.step('sign up with the real robot check', async () => {
        await page.goto('/signup')
        await expect(page.locator('html')).toHaveAttribute('dir', dir)
        const submit = page.getByRole('main').getByRole('button', { name: text.account.signup.submit })
        await expect(submit).toBeDisabled()
        await expect(submit).toHaveAccessibleDescription(text.account.signup.verification)
        // The bot check begins by itself when the form gets the focus.
        await page.getByLabel(text.account.username).fill('Admin')
        await page.getByLabel(text.account.email).fill(email)
        await page.getByLabel(text.account.password, { exact: true }).fill(password)
        await expect(submit).toBeEnabled({ timeout: 60_000 })
        await expectAccessible(page)
        const robotBox = page.getByRole('main').getByRole('checkbox')
        await robotBox.click()
        await expect(robotBox, 'a press does not undo the check').toBeChecked()
        await expect(submit).toBeEnabled()
        await submit.click()
        await expect(page.getByRole('alert')).toContainText(text.account.problem.NAME_RESERVED)
        await page.getByLabel(text.account.username).fill(name)
        await expect(submit).toBeEnabled({ timeout: 60_000 })
        // The second press would use the solved check again, which works once.
        await submit.dblclick()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.account.checkEmail)
      })

      await test.step('verify by the mailed link, which works once', async () => {
        const link = await mailedLink(email, '/verify-email', known)
        await page.goto(link)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          text.account.verify.outcome.ACCOUNT_CREATED.title,
        )
        await expect(page).toHaveURL(/:\d+\/$/, { timeout: 5_000 })
        await expect(
          page.getByRole('button', { name: `${text.account.menu}: ${name}` }),
          'signed in where the account was asked for',
        ).toBeVisible()
        await page.goto(link)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          text.account.verify.outcome.ALREADY_VERIFIED.title,
        )
        await page.goto('/login?next=%2Ffavorites')
        await expect(page, 'a user who is signed in is led on').toHaveURL(/\/favorites$/)
        expect(readdirSync(dataFile('mails')).some((name) => name.endsWith('.eml'))).toBe(true)
      })

      await test.step('sign in where it was asked for, with a wrong password first', async () => {
        await page.context().clearCookies()
        await page.goto('/favorites')
        await expect(page).toHaveURL(/\/login\?next=/)
        await expect(page.getByText(text.account.login.reason.favorites)).toBeVisible()
        await logIn(page, text, email, 'not the password')
        await expect(page.getByRole('alert')).toContainText(text.account.problem.WRONG_CREDENTIALS)
        await expectAccessible(page)
        await logIn(page, text, email, password)
        await expect(page).toHaveURL(/\/favorites$/)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.account.favorites.emptyTitle)
      })

      await test.step('add a favourite', async () => {
        await page.goto('/gpu')
        const [before = ''] = text.account.favorites.keep.split('{{')
        const heart = cards(page)
          .first()
          .getByRole('button', { name: new RegExp(`^${before}`) })
        const favorited = page.waitForResponse(
          (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/favorites'),
        )
        await heart.click()
        await expect(heart).toHaveAttribute('aria-pressed', 'true')
        expect((await favorited).status()).toBe(204)
        await page.goto('/favorites')
        await expect(cards(page)).toHaveCount(1)
        await expectAccessible(page)
      })

      const alertProduct = await findInStockAt('bandar-pc')
      await test.step('set a price alert', async () => {
        await page.goto(`/product/${alertProduct.id}`)
        await page.getByRole('button', { name: text.product.alert }).click()
        const dialog = page.getByRole('dialog', { name: text.alert.title })
        await dialog.getByRole('button', { name: text.alert.target }).click()
        const field = dialog.getByLabel(text.alert.targetLabel)
        await field.fill(String(alertProduct.lowest))
        await dialog.getByRole('button', { name: text.alert.create }).click()
        await expect(dialog.getByRole('alert')).toContainText(text.alert.tooHigh)
        await field.fill(alertProduct.target)
        await expectAccessible(page)
        await dialog.getByRole('button', { name: text.alert.create }).click()
        await expect(page.getByText(text.alert.done)).toBeVisible()
        await expect(
          page.getByRole('button', { name: `${text.notifications.title}: ${text.notifications.none}` }),
        ).toBeVisible()
      })

      await test.step('a crawl finds a lower price: one mail and one notification', async () => {
        const before = mailsTo(email).length
        await changeOffer('bandar-pc', alertProduct.externalId, { price: alertProduct.target })
        await ingest('run', '--retailer', 'bandar-pc')
        await expect.poll(() => mailsTo(email).length, { timeout: 60_000 }).toBe(before + 1)
        expect(readFileSync(dataFile('logs/api.log'), 'utf8')).toMatch(
          new RegExp(`PriceAlerts.*/product/${alertProduct.id}`),
        )
        await page.goto('/')
        const bell = page.getByRole('button', { name: new RegExp(`^${text.notifications.title}: `) })
        await expect(bell).toHaveAccessibleName(
          `${text.notifications.title}: ${text.notifications.unread_one.replace('{{n}}', '1')}`,
        )
        await bell.focus()
        await page.keyboard.press('Enter')
        const panel = page.getByRole('region', { name: text.notifications.centre })
        await expect(panel.getByRole('listitem')).toHaveCount(1)
        await expect(panel.getByRole('listitem')).toContainText(alertProduct.target)
        await expectAccessible(page)
        await page.keyboard.press('Escape')
        await expect(bell).toBeFocused()
        await page.keyboard.press('Enter')
        await panel.getByRole('link').first().click()
        await expect(page).toHaveURL(new RegExp(`/product/${alertProduct.id}`))
        await expect(bell).toHaveAccessibleName(`${text.notifications.title}: ${text.notifications.none}`)
      })

      await test.step('the fired alert can be deleted', async () => {
        await page.goto('/settings')
        const panel = page.getByRole('region', { name: text.account.settings.alerts })
        const row = panel.getByRole('row').filter({ hasText: alertProduct.target })
        await expect(row).toContainText(text.account.settings.alertDisabled)
        await expectAccessible(page)
        await row.getByRole('button').click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: text.account.settings.alertDelete, exact: true })
          .click()
        await expect(page.getByText(text.account.settings.alertDeleted)).toBeVisible()
        await expect(panel.getByText(text.account.settings.alertsEmpty)).toBeVisible()
      })

      await test.step('save and share a build, and open it as a stranger', async () => {
        await addFirst(page, text, '/cpu')
        await addFirst(page, text, '/memory')
        const link = await shareUnderName(page, text, 'Falcon صقر')
        await inNewContext(browser, locale, link, async (other) => {
          await expect(other.getByRole('heading', { level: 1 })).toHaveText('Falcon صقر')
          await expect(other.getByRole('table').getByRole('row')).toHaveCount(3)
        })
        await page.goto('/my-builds')
        await expect(page.getByRole('heading', { name: 'Falcon صقر', exact: true })).toBeVisible()
      })

      await test.step('change settings', async () => {
        await page.goto('/settings')
        const alerts = page.getByRole('switch', { name: text.account.settings.priceDrops })
        await expect(alerts).toBeChecked()
        await alerts.click()
        await expect(page.getByText(text.account.settings.notificationsSaved)).toBeVisible()
        await page.getByLabel(text.account.username).fill(otherName)
        await page.getByRole('button', { name: text.account.settings.updateUsername }).click()
        await expect(page.getByText(text.account.settings.usernameSaved)).toBeVisible()
        await expect(page.getByRole('banner')).toContainText(otherName)
        await page.reload()
        await expect(alerts).not.toBeChecked()
        await expectAccessible(page)
      })

      let address = email
      await test.step('change the address: both addresses confirm it', async () => {
        const newAddress = `new-${email}`
        const panel = page.getByRole('region', { name: text.account.settings.emailTitle })
        await panel.getByRole('button', { name: text.account.settings.changeEmail }).click()
        await panel.getByLabel(text.account.settings.newEmail).fill(newAddress)
        await panel.getByLabel(text.account.currentPassword, { exact: true }).fill(password)
        await expectAccessible(page)
        await panel.getByRole('button', { name: text.account.settings.sendLinks }).click()
        await expect(panel.getByRole('status')).toContainText(newAddress)
        const outcomes = text.account.verify.outcome
        await page.goto(await mailedLink(newAddress, '/verify-email', known))
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(outcomes.ADDRESS_CONFIRMED.title)
        await page.goto(await mailedLink(email, '/verify-email', known))
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(outcomes.ADDRESS_CHANGED.title)
        await page.goto('/settings')
        await expect(panel).toContainText(newAddress)
        address = newAddress
      })

      await test.step('forget the password', async () => {
        await page.goto('/forgot-password')
        await page.getByLabel(text.account.email).fill(address)
        await page.getByRole('button', { name: text.account.forgot.submit }).click()
        await expect(page.getByText(text.account.forgot.sent)).toBeVisible()
        await page.goto(await mailedLink(address, '/reset-password', known))
        await page.getByLabel(text.account.newPassword).fill(newPassword)
        await page.getByLabel(text.account.confirmPassword).fill('something else')
        const submit = page.getByRole('button', { name: text.account.reset.submit })
        await submit.click()
        await expect(page.getByRole('alert')).toContainText(text.account.problem.MISMATCH)
        for (const label of [text.account.newPassword, text.account.confirmPassword])
          await page.getByLabel(label).fill('seven77')
        await submit.click()
        await expect(page.getByRole('alert')).toContainText(text.account.problem.PASSWORD_TOO_SHORT)
        for (const label of [text.account.newPassword, text.account.confirmPassword])
          await page.getByLabel(label).fill(newPassword)
        await submit.click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.account.reset.done)
        await expect(page).toHaveURL(/\/login$/, { timeout: 5_000 })
        await page.goto('/settings')
        await expect(page).toHaveURL(/\/login/)
      })

      await test.step('delete the account', async () => {
        await logIn(page, text, address, newPassword)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.account.settings.title)
        await page.getByRole('button', { name: text.account.settings.delete }).click()
        await page.getByLabel(text.account.settings.deleteConfirm).fill(newPassword)
        await page.getByRole('button', { name: text.account.settings.delete }).click()
        await expect(page.getByRole('banner').getByRole('link', { name: text.nav.login })).toBeVisible()
        await expect
          .poll(() => mailsTo(address).length, { message: 'the last mail says so', timeout: 60_000 })
          .toBeGreaterThan(3)
        await page.goto('/login')
        await logIn(page, text, address, newPassword)
        await expect(page.getByRole('alert')).toContainText(text.account.problem.WRONG_CREDENTIALS)
      })

      await test.step('the log holds no secret and no address', () => {
        const lines = readFileSync(dataFile('logs/api.log'), 'utf8').split('\n')
        const otherLines = lines.filter((line) => !line.includes('"target":"mail_link"')).join('\n')
        const tokens = [...known].map((link) => link.split('token=')[1] ?? '')
        for (const secret of [email, password, newPassword, ...tokens]) {
          expect(otherLines.includes(secret)).toBe(false)
        }
      })
    })

    test('sees an error for a link without a token', async ({ page }) => {
      await page.goto('/reset-password')
      await expect(page.getByRole('alert')).toContainText(text.account.reset.noToken)
      await page.getByRole('main').getByRole('link', { name: text.account.reset.newLink }).click()
      await expect(page).toHaveURL(/\/forgot-password$/)
      await page.goto('/verify-email')
      await expect(page.getByRole('alert')).toContainText(text.account.verify.noToken)
    })
  })
}
