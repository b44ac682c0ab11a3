import type { APIRequestContext } from '@playwright/test'
import {
  administrator,
  arabicRetailerNames,
  selectMatch,
  type Detail,
  expectAccessible,
  isMatched,
  listOffers,
  waitForMatches,
  loadQueue,
  textPattern,
  localRetailerName,
} from './administrators.ts'
import { accessibilityViolations, expect, languages, test } from './browser.ts'
import { ask, ingest } from './system.ts'

type Rationale = { rationale: { code: string }[] }
type PendingMatch = Awaited<ReturnType<typeof loadQueue>>['matches'][number]

// Administrators on the real system: they decide on the matcher's candidates, and shoppers see the result.
for (const { code, locale, text } of languages) {
  const { admin } = text
  test.describe(`an administrator in ${code}`, () => {
    // A decision on a match that another administrator has already decided is refused; the browser reports the refusal.
    test.use({ locale, allowedErrors: [/status of 4(01|09)/] })

    let api: APIRequestContext
    let other: APIRequestContext
    test.beforeAll(async () => {
      api = (await administrator(`first-${code}`)).api
      other = (await administrator(`second-${code}`)).api
      await waitForMatches(api)
    })
    test.afterAll(async () => {
      await Promise.all([api.dispose(), other.dispose()])
    })
    test.beforeEach(async ({ context }) => {
      await context.addCookies((await api.storageState()).cookies)
    })

    test('signs in and finds the panel in the account menu', async ({ page, context }) => {
      const { cookies } = await api.storageState()
      await context.clearCookies()
      await page.goto('/admin')
      await expect(page).toHaveURL(/\/login\?next=%2Fadmin$/)
      await context.addCookies(cookies)
      await page.goto('/')
      await page
        .getByRole('banner')
        .getByRole('button', { name: new RegExp(`^${text.account.menu}: `) })
        .click()
      await page
        .getByRole('navigation', { name: text.account.menu })
        .getByRole('link', { name: text.account.admin })
        .click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(admin.title)
    })

    test('approves a match, undoes it, approves it again, and the retailer is on the product page', async ({
      page,
    }) => {
      const [first] = (await loadQueue(api)).matches
      if (!first) throw new Error('nothing waits')
      await page.goto('/admin?tab=matches')
      const pair = await selectMatch(page, text, first)
      await expectAccessible(page, 'queue')
      expect(await isMatched(first)).toBe(false)
      await page.keyboard.press('a')
      const undo = page
        .getByRole('status')
        .filter({ hasText: first.candidateProduct.name })
        .getByRole('button', { name: admin.match.undo })
      await expect(undo).toBeVisible()
      await expect.poll(() => isMatched(first), { intervals: [50], timeout: 2_000 }).toBe(true)
      await undo.click()
      await expect(page.getByText(admin.match.undone)).toBeVisible()
      await expect.poll(() => isMatched(first), { intervals: [50], timeout: 2_000 }).toBe(false)
      await selectMatch(page, text, first)
      await pair.getByRole('button', { name: admin.match.approve }).click()
      await expect.poll(() => isMatched(first), { intervals: [50], timeout: 2_000 }).toBe(true)
      await page.goto(`/product/${first.referenceProduct.id}`)
      await expect(page.getByRole('main').locator(`a[href="${first.candidateProduct.url}"]`).first()).toBeVisible()
    })

    test('rejects and flags matches, and filters by both states', async ({ page }) => {
      const waiting = (await loadQueue(api)).matches
      const [rejected, flagged] = waiting.slice(-2)
      if (!rejected || !flagged) throw new Error('too little waits')
      const pages = Math.ceil(waiting.length / 50)
      await page.goto(`/admin?tab=matches${pages > 1 ? `&page=${pages}` : ''}`)
      const pair = await selectMatch(page, text, rejected)
      await page.keyboard.press('n')
      await expect(page.getByRole('status').filter({ hasText: rejected.candidateProduct.name })).toBeVisible()
      await selectMatch(page, text, flagged)
      await page.keyboard.press('f')
      const dialog = page.getByRole('dialog', { name: admin.match.flag })
      await dialog.getByLabel(admin.match.flagNote).fill('صورة الكرتون, a photo')
      await expectAccessible(page, 'flag dialog')
      await dialog.getByRole('button', { name: admin.match.flag }).click()
      await expect(pair.getByText('صورة الكرتون, a photo')).toBeVisible()
      await expect(pair.getByText(admin.match.decision.NEEDS_REVIEW)).toBeVisible()
      await expect(pair.getByText(admin.match.status.PENDING)).toBeVisible()

      await page.getByLabel(admin.match.statusFilter).selectOption('REJECTED')
      await page.getByRole('combobox', { name: admin.match.decisionFilter }).selectOption('NO_MATCH')
      await expect(page).toHaveURL(/status=REJECTED&decision=NO_MATCH/)
      await selectMatch(page, text, rejected)
      await expect(pair.getByText(admin.match.status.REJECTED)).toBeVisible()
      await expect(pair.getByRole('button', { name: admin.match.approve })).toHaveCount(0)
      expect(await isMatched(rejected)).toBe(false)
    })

    test('sees that another administrator has already decided the match', async ({ page }) => {
      const [first] = (await loadQueue(api)).matches
      if (!first) throw new Error('nothing waits')
      await page.goto('/admin?tab=matches')
      await selectMatch(page, text, first)
      expect((await other.post('/api/admin/matches/reject', { data: { id: first.id } })).status()).toBe(204)
      await page.keyboard.press('a')
      await expect(page.getByRole('alert')).toContainText(admin.problem.MATCH_DECIDED)
      await expect(
        page
          .getByRole('region', { name: admin.match.queue })
          .getByRole('button')
          .filter({ hasText: first.candidateProduct.name }),
      ).toHaveCount(0)
      expect(await isMatched(first)).toBe(false)
    })

    test('approves confident matches in bulk, one of which was already decided', async ({ page }) => {
      test.slow()
      const { matches, confidentCount } = await loadQueue(api, 'pending', 'confidence')
      await page.goto('/admin?tab=matches')
      await page.getByRole('button', { name: admin.match.bulk }).click()
      const dialog = page.getByRole('dialog', { name: admin.match.bulk })
      const [first] = matches
      if (confidentCount === 0 || !first) {
        await expect(dialog.getByText(admin.match.bulkNone)).toBeVisible()
        return
      }
      await expect(dialog.getByText(textPattern(admin.match.bulkConfirm, confidentCount))).toBeVisible()
      await expectAccessible(page, 'bulk dialog')
      expect((await other.post('/api/admin/matches/reject', { data: { id: first.id } })).status()).toBe(204)
      await dialog.getByRole('button', { name: admin.match.bulkApprove }).click()
      await expect(dialog.getByText(textPattern(admin.match.bulkPartly, confidentCount - 1, 1))).toBeVisible({
        timeout: 100_000,
      })
      await expect.poll(async () => (await loadQueue(api)).confidentCount).toBe(0)
      // The second: flagged matches, which may be confident too, are set aside at the end of the queue.
      const second = matches[1]
      if (second && confidentCount > 2) await expect.poll(() => isMatched(second)).toBe(true)
    })

    test('selects matches with the keyboard and decides them after a preview', async ({ page }) => {
      const differ = ({ rationale }: Rationale) => rationale.some((one) => one.code === 'PART_NUMBER_DIFFERS')
      const pending = (await loadQueue(api)).matches as (PendingMatch & Rationale)[]
      const chosen = pending.slice(0, 50).find((match) => !differ(match))
      if (!chosen) throw new Error('nothing waits that may be decided together')
      await page.goto('/admin?tab=matches')
      await selectMatch(page, text, chosen)
      await page.keyboard.press('x')
      const rows = page.getByRole('region', { name: admin.match.queue })
      await expect(rows.getByRole('checkbox', { checked: true })).toHaveCount(1)
      await rows.getByRole('checkbox', { checked: false }).nth(1).focus()
      await page.keyboard.press('Space')
      await expect(rows.getByRole('checkbox', { checked: true })).toHaveCount(2)
      await expectAccessible(page, 'queue with ticks')
      await page.keyboard.press('Space')
      const decide = rows.getByRole('button', { name: admin.match.decideSelected })
      await decide.focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: admin.match.together })
      await expect(dialog.getByText(textPattern(admin.match.togetherText, 1, 1))).toBeVisible()
      await expectAccessible(page, 'preview of a bulk decision')
      await dialog.getByRole('button', { name: admin.match.togetherReject }).click()
      await expectAccessible(page, 'question of a bulk decision')
      await dialog.getByRole('button', { name: textPattern(admin.match.togetherRejectAll, 1) }).click()
      await expect(dialog.getByText(textPattern(admin.match.rejectDone, 1))).toBeVisible()
      const isPending = async () => (await loadQueue(api)).matches.some(({ id }) => id === chosen.id)
      expect(await isPending()).toBe(false)
      await page.keyboard.press('Escape')
      // The undo outlives the page.
      await page.reload()
      const recent = page.getByRole('list', { name: admin.match.bulkRecent })
      await recent.getByRole('button', { name: admin.match.bulkUndo }).first().click()
      await expect(page.getByText(textPattern(admin.match.bulkUndone, 1))).toBeVisible()
      expect(await isPending()).toBe(true)
    })

    test('exports the queue as CSV', async ({ page }) => {
      await page.goto('/admin?tab=matches&status=ALL')
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: admin.export }).click(),
      ])
      expect(popup).toBeTruthy()
      const answer = await api.get('/api/admin/matches/export?status=all&decision=all&format=csv')
      const body = await answer.body()
      expect([...body.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
      expect(body.toString('utf8').split('\r\n').length).toBe((await loadQueue(api, 'all')).total + 2)
    })

    test('reads the audit log', async ({ page }) => {
      await page.goto('/admin?tab=audit')
      const table = page.getByRole('region', { name: admin.tab.audit })
      await expect(table.getByText(admin.audit.actionName.APPROVE_MATCH, { exact: true }).first()).toBeVisible()
      await page.getByLabel(admin.audit.actionFilter).selectOption('UNDO_MATCH')
      await expect(page).toHaveURL(/action=UNDO_MATCH/)
      await expect(table.getByText(admin.audit.actionName.APPROVE_MATCH, { exact: true })).toHaveCount(0)
      const row = table.getByRole('row').filter({ hasText: admin.audit.actionName.UNDO_MATCH }).first()
      await row.getByRole('button').click()
      const changes = table.getByRole('listitem').filter({ hasText: 'status' })
      // The last undo was that of a bulk decision.
      await expect(changes).toContainText('REJECTED')
      await expect(changes).toContainText('PENDING')
      await expectAccessible(page, 'audit log')
    })

    test('edits and pins a product, which a crawl keeps, and deletes it, which no crawl undoes', async ({ page }) => {
      test.slow()
      const offers = await listOffers(api, 'category=GPU&linked=true&limit=100')
      const found = offers.find(({ retailer, inStock }) => retailer === 'Bandar PC' && inStock)
      if (!found) throw new Error('Bandar PC sells no card')
      const name = `${found.name} (looked at)`
      const price = (Math.round(found.price * 990) / 1000).toFixed(3)
      await page.goto('/admin?tab=products')
      const table = page.getByRole('region', { name: admin.tab.products })
      await page.getByRole('searchbox', { name: admin.products.search }).fill(found.canonicalName)
      await page.keyboard.press('Enter')
      const row = table
        .getByRole('row')
        .filter({ hasText: found.name })
        .filter({ hasText: localRetailerName(text, found.retailer) })
      await row
        .first()
        .getByRole('button', { name: textPattern(admin.products.editOf, found.name) })
        .click()
      const dialog = page.getByRole('dialog', { name: admin.products.editTitle })
      await dialog.getByRole('button', { name: admin.products.save }).click()
      await expect(dialog.getByText(admin.products.noChanges)).toBeVisible()
      await dialog.getByLabel(admin.products.name, { exact: true }).fill(name)
      await dialog.getByLabel(admin.products.priceField).fill('-1')
      await dialog.getByRole('button', { name: admin.products.save }).click()
      await expect(dialog.getByText(admin.products.priceWrong)).toBeVisible()
      await dialog.getByLabel(admin.products.priceField).fill(price)
      await expectAccessible(page, 'edit dialog')
      await dialog.getByRole('button', { name: admin.products.save }).click()
      await expect(page.getByText(admin.products.updated)).toBeVisible()
      const edited = table.getByRole('row').filter({ hasText: name }).first()
      await expect(edited).toContainText(price)
      await expect(edited.getByText(admin.products.pinned)).toHaveCount(2)
      await expectAccessible(page, 'products')

      await ingest('run', '--retailer', 'bandar-pc')
      const [changed] = (await listOffers(api, `search=${found.canonicalId}&limit=100`)).filter(
        ({ id }) => id === found.id,
      )
      expect(changed).toMatchObject({ name, price: Number(price), pinned: ['name', 'price'] })
      const sold = async () =>
        (await ask<Detail>(`/api/products?id=${found.canonicalId}`)).retailers.find(({ url }) => url === found.url)
      expect(await sold()).toMatchObject({ price: Number(price) })

      await edited.getByRole('button', { name: textPattern(admin.products.deleteOf, name) }).click()
      const warning = page.getByRole('dialog', { name: admin.products.deleteTitle })
      await expectAccessible(page, 'delete dialog')
      await warning.getByRole('button', { name: admin.products.delete, exact: true }).click()
      await expect(page.getByText(admin.products.deleted)).toBeVisible()
      await ingest('run', '--retailer', 'bandar-pc')
      expect((await listOffers(api, `search=${found.canonicalId}&limit=100`)).map(({ id }) => id)).not.toContain(
        found.id,
      )
      await expect.poll(sold, { intervals: [50], timeout: 2_000 }).toBeUndefined()

      await page.goto(`/admin?tab=audit&id=${found.id}`)
      const log = page.getByRole('region', { name: admin.tab.audit })
      await expect(log.getByText(admin.audit.actionName.UPDATE_PRODUCT, { exact: true })).toBeVisible()
      await expect(log.getByText(admin.audit.actionName.DELETE_PRODUCT, { exact: true })).toBeVisible()
    })

    test('links an unmatched offer to a product found by name', async ({ page }) => {
      // Every offer of a part has a product; offers without one are those that could not be recognised as a part.
      const waiting = (await listOffers(api, 'linked=false&limit=100')).find(({ ended }) => !ended)
      if (!waiting) throw new Error('no offer waits')
      const { products } = await ask<{ products: { id: string; name: string }[] }>(
        '/api/products/list?category=COOLER&limit=1',
      )
      const [target] = products
      if (!target) throw new Error('no cooler to join it to')
      await page.goto('/admin?tab=products&linked=false&size=100')
      await page
        .getByRole('region', { name: admin.tab.products })
        .getByRole('checkbox', { name: textPattern(admin.products.selectOf, waiting.name) })
        .first()
        .check()
      await page.getByRole('button', { name: admin.products.link, exact: true }).click()
      const dialog = page.getByRole('dialog', { name: admin.products.linkTitle })
      await dialog.getByRole('searchbox').fill(target.name)
      // A product has one name in both languages.
      await dialog.getByRole('list').getByRole('button').filter({ hasText: target.name }).first().click()
      await expect(dialog.getByLabel(admin.products.canonicalId)).not.toHaveValue('')
      await expectAccessible(page, 'link dialog')
      await dialog.getByRole('button', { name: admin.products.link, exact: true }).click()
      await expect(dialog.getByText(textPattern(admin.products.linkDone, 1))).toBeVisible()
    })

    test('splits an offer off a product and merges both products again', async ({ page }) => {
      const offers = (await listOffers(api, 'category=PSU&linked=true&limit=100')).filter(({ ended }) => !ended)
      const found = offers.find(
        (offer) =>
          arabicRetailerNames.has(offer.retailer) &&
          offers.some((other) => other.canonicalId === offer.canonicalId && other.retailer !== offer.retailer),
      )
      if (!found) throw new Error('no supply is sold by two shops')
      const sells = async (id: string) => (await ask<Detail>(`/api/products?id=${id}`)).retailers.map(({ url }) => url)
      const before = await sells(found.canonicalId)
      const open = async () => {
        await page.goto(`/admin?tab=products&q=${found.canonicalId}`)
        await page
          .getByRole('region', { name: admin.tab.products })
          .getByRole('button', { name: textPattern(admin.products.remakeOf, found.canonicalName) })
          .first()
          .click()
        return page.getByRole('dialog', { name: admin.products.remakeTitle })
      }
      let dialog = await open()
      await dialog.getByRole('button', { name: admin.products.split, exact: true }).click()
      await dialog
        .getByRole('listitem')
        .filter({ hasText: localRetailerName(text, found.retailer) })
        .first()
        .getByRole('checkbox')
        .check()
      await expectAccessible(page, 'split')
      await dialog.getByRole('button', { name: admin.products.splitNext }).click()
      await dialog.getByRole('button', { name: admin.products.splitOff }).click()
      const address = (await dialog.getByRole('link', { name: admin.products.openNew }).getAttribute('href')) ?? ''
      const newId = address.split('/').at(-1) ?? ''
      await expect.poll(() => sells(newId)).toHaveLength(1)
      expect(await sells(found.canonicalId)).toHaveLength(before.length - 1)
      await dialog.getByRole('link', { name: admin.products.openNew }).click()
      await expect(page).toHaveURL(new RegExp(`${newId}$`))
      const heading = page.getByRole('heading', { level: 1 })
      // The address changes before the page does.
      await expect(heading).not.toHaveText(admin.title)
      const newName = await heading.innerText()

      dialog = await open()
      await dialog.getByRole('searchbox').fill(newName)
      await dialog
        .locator(`button:has-text(${JSON.stringify(newName)})`)
        .first()
        .click()
      await expect(dialog.getByRole('region', { name: admin.products.goes })).toBeVisible()
      // Switch the direction: the new product goes, the old one stays.
      await dialog.getByRole('button', { name: admin.products.turn }).click()
      await expect(dialog.getByRole('region', { name: admin.products.goes }).getByRole('link')).toHaveAttribute(
        'href',
        address,
      )
      await expectAccessible(page, 'merge')
      await dialog.getByRole('button', { name: admin.products.merge, exact: true }).last().click()
      await expect(dialog).toBeHidden()
      await expect.poll(async () => (await sells(found.canonicalId)).toSorted()).toEqual(before.toSorted())
      // The address of the merged product redirects to the remaining one.
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect((await ask<{ product: { id: string } }>(`/api/products?id=${newId}`)).product.id).toBe(found.canonicalId)
    })

    test('passes axe on a phone', async ({ page }) => {
      test.slow()
      await page.setViewportSize({ width: 360, height: 800 })
      const found: string[] = []
      for (const tab of [
        'analytics',
        'prices',
        'matches',
        'manufacturers',
        'products',
        'audit',
        'operations',
        'operations&retailer=noor-computers',
        ...['quarantine', 'waiting', 'rejected', 'jobs'].map((view) => `operations&view=${view}`),
        'users',
        'reviews',
      ]) {
        await page.goto(`/admin?tab=${tab}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
        found.push(...(await accessibilityViolations(page, tab)))
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
          `${tab} scrolls sideways`,
        ).toBe(0)
      }
      expect(found).toEqual([])
    })
  })
}
