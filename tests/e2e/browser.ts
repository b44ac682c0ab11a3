import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base, type Locator, type Page } from '@playwright/test'
import accountAr from '../../web/src/i18n/account.ar.json' with { type: 'json' }
import accountEn from '../../web/src/i18n/account.en.json' with { type: 'json' }
import adminAr from '../../web/src/i18n/admin.ar.json' with { type: 'json' }
import adminEn from '../../web/src/i18n/admin.en.json' with { type: 'json' }
import adminTabsAr from '../../web/src/i18n/adminTabs.ar.json' with { type: 'json' }
import adminTabsEn from '../../web/src/i18n/adminTabs.en.json' with { type: 'json' }
import ar from '../../web/src/i18n/ar.json' with { type: 'json' }
import bandAr from '../../web/src/i18n/band.ar.json' with { type: 'json' }
import bandEn from '../../web/src/i18n/band.en.json' with { type: 'json' }
import browsingAr from '../../web/src/i18n/browsing.ar.json' with { type: 'json' }
import browsingEn from '../../web/src/i18n/browsing.en.json' with { type: 'json' }
import budgetAr from '../../web/src/i18n/budget.ar.json' with { type: 'json' }
import budgetEn from '../../web/src/i18n/budget.en.json' with { type: 'json' }
import buildAr from '../../web/src/i18n/build.ar.json' with { type: 'json' }
import buildEn from '../../web/src/i18n/build.en.json' with { type: 'json' }
import buildsAr from '../../web/src/i18n/builds.ar.json' with { type: 'json' }
import buildsEn from '../../web/src/i18n/builds.en.json' with { type: 'json' }
import catalogueAr from '../../web/src/i18n/catalogue.ar.json' with { type: 'json' }
import channelsAr from '../../web/src/i18n/channels.ar.json' with { type: 'json' }
import catalogueEn from '../../web/src/i18n/catalogue.en.json' with { type: 'json' }
import channelsEn from '../../web/src/i18n/channels.en.json' with { type: 'json' }
import facetsAr from '../../web/src/i18n/facets.ar.json' with { type: 'json' }
import facetsEn from '../../web/src/i18n/facets.en.json' with { type: 'json' }
import interpretationAr from '../../web/src/i18n/interpretation.ar.json' with { type: 'json' }
import interpretationEn from '../../web/src/i18n/interpretation.en.json' with { type: 'json' }
import partsListAr from '../../web/src/i18n/partsList.ar.json' with { type: 'json' }
import partsListEn from '../../web/src/i18n/partsList.en.json' with { type: 'json' }
import en from '../../web/src/i18n/en.json' with { type: 'json' }
import headerAr from '../../web/src/i18n/header.ar.json' with { type: 'json' }
import headerEn from '../../web/src/i18n/header.en.json' with { type: 'json' }
import homeAr from '../../web/src/i18n/home.ar.json' with { type: 'json' }
import homeEn from '../../web/src/i18n/home.en.json' with { type: 'json' }
import seldomUsedAr from '../../web/src/i18n/seldomUsed.ar.json' with { type: 'json' }
import seldomUsedEn from '../../web/src/i18n/seldomUsed.en.json' with { type: 'json' }
import productAr from '../../web/src/i18n/product.ar.json' with { type: 'json' }
import productEn from '../../web/src/i18n/product.en.json' with { type: 'json' }
import productPanelsAr from '../../web/src/i18n/productPanels.ar.json' with { type: 'json' }
import productPanelsEn from '../../web/src/i18n/productPanels.en.json' with { type: 'json' }
import secondFactorAr from '../../web/src/i18n/secondFactor.ar.json' with { type: 'json' }
import secondFactorEn from '../../web/src/i18n/secondFactor.en.json' with { type: 'json' }
import settingsAr from '../../web/src/i18n/settings.ar.json' with { type: 'json' }
import settingsEn from '../../web/src/i18n/settings.en.json' with { type: 'json' }
import shopCardAr from '../../web/src/i18n/shopCard.ar.json' with { type: 'json' }
import shopCardEn from '../../web/src/i18n/shopCard.en.json' with { type: 'json' }
import specsAr from '../../web/src/i18n/specs.ar.json' with { type: 'json' }
import specsEn from '../../web/src/i18n/specs.en.json' with { type: 'json' }
import alertsAr from '../../web/src/i18n/alerts.ar.json' with { type: 'json' }
import upgradeAr from '../../web/src/i18n/upgrade.ar.json' with { type: 'json' }
import alertsEn from '../../web/src/i18n/alerts.en.json' with { type: 'json' }
import upgradeEn from '../../web/src/i18n/upgrade.en.json' with { type: 'json' }

type Tree = { [key: string]: string | Tree }

/** Merges the texts of the first load with those loaded later, as the web does. */
function merge<A extends Tree, B extends Tree>(first: A, later: B): A & B {
  const merged: Tree = { ...first }
  for (const [key, value] of Object.entries(later)) {
    const there = merged[key]
    merged[key] = typeof there === 'object' && typeof value === 'object' ? merge(there, value) : value
  }
  // oxlint-disable-next-line no-unsafe-type-assertion -- the loop has just merged both
  return merged as A & B
}

export const languages = [
  {
    code: 'en',
    locale: 'en-GB',
    dir: 'ltr',
    text: merge(
      merge(
        merge(merge(en, merge(budgetEn, upgradeEn)), specsEn),
        merge(merge(merge(homeEn, bandEn), buildEn), merge(catalogueEn, merge(facetsEn, interpretationEn))),
      ),
      merge(
        merge(merge(productEn, productPanelsEn), shopCardEn),
        merge(
          merge(
            merge(merge(accountEn, settingsEn), merge(headerEn, buildsEn)),
            merge(merge(partsListEn, channelsEn), seldomUsedEn),
          ),
          merge(merge(merge(secondFactorEn, alertsEn), browsingEn), merge(adminEn, adminTabsEn)),
        ),
      ),
    ),
  },
  {
    code: 'ar',
    locale: 'ar-KW',
    dir: 'rtl',
    text: merge(
      merge(
        merge(merge(ar, merge(budgetAr, upgradeAr)), specsAr),
        merge(merge(merge(homeAr, bandAr), buildAr), merge(catalogueAr, merge(facetsAr, interpretationAr))),
      ),
      merge(
        merge(merge(productAr, productPanelsAr), shopCardAr),
        merge(
          merge(
            merge(merge(accountAr, settingsAr), merge(headerAr, buildsAr)),
            merge(merge(partsListAr, channelsAr), seldomUsedAr),
          ),
          merge(merge(merge(secondFactorAr, alertsAr), browsingAr), merge(adminAr, adminTabsAr)),
        ),
      ),
    ),
  },
] as const

/** The texts of a language, which the tests look for. */
export type Text = (typeof languages)[number]['text']

// A page with an error in the console has failed, even where it looks right.
export const test = base.extend<{ quietConsole: void; allowedErrors: RegExp[] }>({
  allowedErrors: [[], { option: true }],
  quietConsole: [
    async ({ page, allowedErrors }, use) => {
      const consoleErrors: string[] = []
      page.on('pageerror', (error) => consoleErrors.push(String(error)))
      page.on('console', (message) => {
        if (message.type() === 'error') consoleErrors.push(`${message.text()} (${message.location().url})`)
      })
      await use()
      const unexpected = consoleErrors.filter((one) => !allowedErrors.some((allowed) => allowed.test(one)))
      if (unexpected.length > 0) throw new Error(`the browser's console complained:\n${unexpected.join('\n')}`)
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'

/** Returns the search field in the header. */
export const searchField = (page: Page, text: Text): Locator =>
  page.getByRole('banner').getByRole('combobox', { name: text.search.label })

/** Returns the product cards of a listing or a search. */
export const cards = (page: Page): Locator => page.getByRole('main').getByRole('article')

/** Opens the builder's tools where one button hides them, as on phones. */
export async function openTools(page: Page, text: Text): Promise<void> {
  const opener = page.getByRole('main').locator('button', { hasText: text.build.tools })
  await opener.waitFor({ state: 'attached' })
  if ((await opener.isVisible()) && (await opener.getAttribute('aria-expanded')) === 'false') await opener.click()
}

/** Sets the slider to a budget and waits until the page shows the results for it, not those of the budget before. */
export async function setBudget(page: Page, text: Text, budget: number): Promise<void> {
  await page.getByRole('slider', { name: text.budget.sum }).fill(String(budget))
  await expect(page).toHaveURL(new RegExp(`budget=${budget}\\b`))
  // From the change of the address to the new results, the old ones are marked as busy.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Returns the number of A4 sheets that a page prints on. */
export async function printedSheets(page: Page): Promise<number> {
  const file = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  return file.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0
}

/**
 * Returns a pattern for a text of the web with its one gap filled; in Arabic, invisible marks isolate the value's
 * direction.
 */
export const filledPattern = (text: string, value: string): RegExp =>
  new RegExp(`^${text.replace(/\{\{\w+\}\}/, `[\u2066-\u2069]?${value}[\u2066-\u2069]?`)}$`)

/** Returns axe's violations on a page: one line per rule, with the elements that violate it. */
export async function accessibilityViolations(page: Page, where = '', tags: string[] = everyTag): Promise<string[]> {
  // No page has frames of other origins: in legacy mode axe need not open a second page to merge results, which would
  // double the time.
  // Every rule runs on every element; but only of violations axe describes each element, which halves the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.withTags(tags).analyze()
  return violations.map(({ id, nodes }) =>
    `${where} ${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`.trimStart(),
  )
}

/** WCAG levels A and AA, and axe's best practices. */
const everyTag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
