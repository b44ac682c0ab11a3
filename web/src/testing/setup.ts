import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { startI18n, switchLanguage, withTexts } from '~/i18n'
import { useBuild } from '~/lib/buildStore'
import { usePreferences } from '~/lib/preferences'
import { forgetPresses } from '~/lib/presses'
import { useCompare } from '~/lib/product/compareStore'
import { useToasts } from '~/lib/toasts'
import { server } from './server'

// Pages are loaded lazily, which is slow on a busy machine.
configure({ asyncUtilTimeout: 8000 })

// Browser functions that jsdom lacks and the page's libraries call. No stubs of vitest: a test that takes its own stubs back
// would take these too.
Object.assign(window, {
  matchMedia: (query: string) => ({
    // A wide screen.
    matches: query.includes('min-width'),
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }),
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
  // Every element counts as visible.
  IntersectionObserver: class {
    readonly seen: (entries: { isIntersecting: boolean }[]) => void
    constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
      this.seen = seen
    }
    observe() {
      this.seen([{ isIntersecting: true }])
    }
    disconnect() {}
  },
})
// The dialog element's methods, which jsdom does not implement.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
Element.prototype.scrollIntoView = () => undefined
window.scrollTo = () => undefined

beforeAll(async () => {
  await startI18n()
  // Components are tested without the lazy wrapper that loads these texts.
  await withTexts(
    [
      'specs',
      'home',
      'band',
      'build',
      'catalogue',
      'facets',
      'interpretation',
      'browsing',
      'product',
      'productPanels',
      'partsList',
      'alerts',
      'seldomUsed',
      'scan',
      'channels',
      'account',
      'settings',
      'header',
      'builds',
      'admin',
      'adminTabs',
    ],
    () => Promise.resolve(),
  )()
})
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => switchLanguage('en'))
afterEach(() => {
  cleanup()
  server.resetHandlers()
  resetStores()
  localStorage.clear()
})
afterAll(() => server.close())

/** Empties the stores, which all test files of a worker share: the next file starts as a new visitor does. */
function resetStores(): void {
  useBuild.getState().forgetAll()
  useCompare.getState().clear()
  usePreferences.setState(usePreferences.getInitialState(), true)
  useToasts.getState().dismiss()
  forgetPresses()
}
