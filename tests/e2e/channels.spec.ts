import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectAccessibleFromTop } from './administrators.ts'
import { expect, languages, test } from './browser.ts'
import { makeAccount, system } from './system.ts'

// Channels of alerts beside mails: a webhook is added, tested and removed in the settings.

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** Starts a server that takes messages. */
async function openReceiver() {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (text: string) => (body += text))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(request.url === '/broken' ? 500 : 204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, received, close: () => server.close() }
}

for (const { code, locale, text } of languages) {
  const { channels } = text
  for (const width of [360, 1280]) {
    test.describe(`channels in ${code}, ${width} px`, () => {
      test.use({ locale, viewport: { width, height: 800 }, allowedErrors: [/422/] })

      test('are added, tested and removed', async ({ page, context }) => {
        const receiver = await openReceiver()
        const account = await makeAccount(`channels-${code}-${width}-${Date.now()}@example.com`)
        const answer = await context.request.post(`${system.url}/api/auth/login`, {
          data: account,
          headers: { origin: system.url },
        })
        expect(answer.ok()).toBe(true)
        await page.goto('/settings')
        const panel = page.getByRole('region', { name: channels.title })
        await expect(panel).toContainText(channels.intro)

        await panel.getByText(channels.add).click()
        await panel.getByRole('combobox', { name: channels.addKind }).selectOption('WEBHOOK')
        const address = panel.getByLabel(channels.address, { exact: true })
        await address.fill('https://me:secret@hooks.example/')
        await panel.getByRole('button', { name: channels.submit, exact: true }).click()
        await expect(panel).toContainText(channels.addressProblem)
        await expectAccessibleFromTop(page, 'a refused address')
        await address.fill(`${receiver.url}/hook`)
        await panel.getByRole('button', { name: channels.submit, exact: true }).click()
        const secret = await panel.locator('code').innerText()
        await expectAccessibleFromTop(page, 'a webhook')

        await panel.getByRole('button').filter({ hasText: channels.test }).click()
        await expect(panel).toContainText(channels.testSent)
        const [message] = receiver.received
        const [, seconds = '', signature] =
          /^t=(\d+),v1=(\w+)$/.exec(String(message?.headers['tajmeea-signature'])) ?? []
        const expected = createHmac('sha256', secret)
          .update(`${seconds}.${message?.body ?? ''}`)
          .digest('hex')
        expect(signature).toBe(expected)
        expect(JSON.parse(message?.body ?? '')).toMatchObject({ type: 'TEST', language: code, alert: null })
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflow).toBeLessThanOrEqual(0)

        await panel.getByRole('button').filter({ hasText: channels.remove }).click()
        await expect(panel.getByRole('list', { name: channels.list })).toHaveCount(0)
        receiver.close()
      })
    })
  }
}
