import { expectAccessibleFromTop } from './administrators.ts'
import { expect, languages, test } from './browser.ts'
import { makeAccount, system } from './system.ts'

// A chat with the bot: connected from the settings by writing to the bot, and removed there.

for (const { code, locale, text } of languages) {
  for (const width of [360, 1280]) {
    test.describe(`Telegram in ${code} at ${width} px`, () => {
      test.use({ locale, viewport: { width, height: 780 } })

      test('is connected by its link, and removed', async ({ page, context }) => {
        const account = await makeAccount(`telegram-${code}-${width}-${Date.now()}@example.com`)
        const login = { data: account, headers: { origin: system.url } }
        expect((await context.request.post(`${system.url}/api/auth/login`, login)).ok()).toBe(true)
        await page.goto('/settings')
        const panel = page.getByRole('region', { name: text.channels.title })
        await panel.getByRole('button', { name: text.telegram.connect }).click()
        const open = panel.getByRole('link', { name: text.telegram.open })
        await expect(open).toHaveAttribute('href', /^https:\/\/t\.me\/tajmeea_e2e_bot\?start=[\w-]{43}$/)
        await expectAccessibleFromTop(page, 'the link to the chat')
        const beyond = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(beyond).toBeLessThanOrEqual(0)

        const chat = Date.now()
        const start = new URL((await open.getAttribute('href')) ?? '').searchParams.get('start') ?? ''
        await write(chat, code, `/start ${start}`)
        await expect(panel.getByText(text.telegram.connected)).toBeVisible()
        await expect.poll(() => sentTo(chat)).toHaveLength(1)
        // The list names the chat by its number.
        const row = panel.getByRole('listitem').filter({ hasText: String(chat) })
        await row.getByRole('button').filter({ hasText: text.channels.test }).click()
        await expect(panel.getByText(text.channels.testSent)).toBeVisible()
        expect(await sentTo(chat)).toHaveLength(2)
        await expectAccessibleFromTop(page, 'a connected chat')
        await row.getByRole('button').filter({ hasText: text.channels.remove }).click()
        await expect(panel.getByRole('button', { name: text.telegram.connect })).toBeVisible()
      })
    })
  }
}

/** Writes to the bot, as a person does. */
async function write(chat: number, language: string, text: string): Promise<void> {
  const answer = await fetch(`${system.telegram}/write`, {
    method: 'POST',
    body: JSON.stringify({ chat, language, text }),
  })
  expect(answer.ok).toBe(true)
}

/** Returns what the bot has sent to a chat. */
async function sentTo(chat: number): Promise<{ text: string }[]> {
  const answer = await fetch(`${system.telegram}/sent?chat=${chat}`)
  return (await answer.json()) as { text: string }[]
}
