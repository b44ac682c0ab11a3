import type { Page } from '@playwright/test'
import { expect } from './browser.ts'
import { ask } from './system.ts'

/** Response of a product listing. */
export type Listed = { products: { id: string; name: string; price: number | null; retailerCount: number }[] }

/** Returns the product of a category that most retailers sell: it has offers and a price history. */
export async function findMostOffered(category: string): Promise<Listed['products'][number]> {
  const { products } = await ask<Listed>(`/api/products/list?category=${category}&inStock=true&limit=20`)
  const [first] = products.toSorted((a, b) => b.retailerCount - a.retailerCount)
  if (!first) throw new Error(`no ${category} in the demo`)
  return first
}

/** Stores a build in the browser before its first page opens; returns the ids of the build's parts. */
export async function storeBuild(page: Page, slots = ['CPU', 'CASE', 'PSU']): Promise<string[]> {
  const chosen = await Promise.all(slots.map(async (slot) => ({ slot, product: await findMostOffered(slot) })))
  return storeParts(page, chosen)
}

type Chosen = { slot: string; product: Listed['products'][number] }

/** Stores a build of these products in the browser before its first page opens; returns their ids. */
export async function storeParts(page: Page, chosen: Chosen[]): Promise<string[]> {
  const components = Object.fromEntries(
    chosen.map(({ slot, product }) => [
      slot,
      [
        {
          id: `${slot}-${product.id}`,
          product,
          componentType: slot,
          addedAt: new Date(),
          price: product.price,
          quantity: 1,
        },
      ],
    ]),
  )
  const at = new Date()
  const currentBuild = {
    id: 'build-1',
    name: 'New Build',
    components,
    totalPrice: 0,
    isComplete: false,
    lastModified: at,
    createdAt: at,
    updatedAt: at,
    version: 1,
    tags: [],
  }
  const stored = JSON.stringify({ state: { currentBuild, unsavedChanges: false }, version: 1 })
  await page.addInitScript((text) => {
    if (localStorage.getItem('tajmeea.build') === null) localStorage.setItem('tajmeea.build', text)
  }, stored)
  return chosen.map(({ product }) => product.id)
}

type Saved = { build: { id: string; shareToken: string } }

/** Saves a build of these products to the account; returns its id and its share token. */
export async function saveBuild(page: Page, name: string, parts: Record<string, string>): Promise<Saved['build']> {
  const components = Object.fromEntries(
    Object.entries(parts).map(([slot, productId]) => [slot, { productId, quantity: 1 }]),
  )
  const answer = await page.request.post('/api/builds', { data: { name, components, currency: 'KWD', isPublic: true } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as Saved).build
}
