import type { Browser, Page } from '@playwright/test'
import { expect, type Text } from './browser.ts'
import { system } from './system.ts'

/** Adds the first product of a listing to the build. */
export async function addFirst(page: Page, text: Text, route: string) {
  await page.goto(route)
  await page.getByRole('main').getByRole('article').first().getByRole('button', { name: text.card.add }).click()
  await expect(page).toHaveURL(/:\d+\/$/)
}

/** Shares the build of the home page under a name; returns the path of its link. The dialog stays open. */
export async function shareUnderName(
  page: Page,
  text: Text,
  name: string,
  check: () => Promise<void> = async () => {},
): Promise<string> {
  await page.getByRole('button', { name: text.build.share, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(text.build.name).fill(name)
  await check()
  await dialog.getByRole('button', { name: text.build.share, exact: true }).click()
  const field = dialog.getByLabel(text.builds.link, { exact: true })
  await expect(field).toHaveValue(/\/build\/[\w-]{22}$/)
  return new URL(await field.inputValue()).pathname
}

/** Opens a page in a new browser context without cookies and storage, and runs the checks on it. */
export async function inNewContext(
  browser: Browser,
  locale: string,
  path: string,
  check: (page: Page) => Promise<void>,
) {
  const context = await browser.newContext({ locale, baseURL: system.url })
  try {
    await check(await context.newPage().then(async (page) => (await page.goto(path), page)))
  } finally {
    await context.close()
  }
}
