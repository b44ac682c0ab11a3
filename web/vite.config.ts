import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { compressFiles } from './tools/compressFiles.ts'
import { serverContentScript } from './tools/serverContentScript.ts'
import { preloadPages } from './tools/preloadPages.ts'

// The api's address during development. In production the api serves this build from its own origin.
const api = process.env.API_URL ?? 'http://127.0.0.1:8080'

/** Files that tests/e2e finds by their names. */
const filesNamedInTests = new Set(['DrawnPart', 'ReviewsPanel'])

const shortHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 4)

export default defineConfig({
  plugins: [react(), serverContentScript(), preloadPages(), compressFiles()],
  resolve: {
    alias: [
      { find: '~', replacement: new URL('./src', import.meta.url).pathname },
      // React has the hook itself: no page needs to load its substitute for older versions.
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  server: { host: '127.0.0.1', proxy: { '/api': api } },
  preview: { host: '127.0.0.1', proxy: { '/api': api } },
  css: {
    modules: {
      // Every page's code lists its classes: short names without line numbers, the same for all classes of a file, compress.
      generateScopedName: (name, file) => `${name}_${shortHash(relative(import.meta.dirname, file))}`,
    },
  },
  worker: {
    format: 'es',
    // The server knows by its name the worker whose policy lets it compile WebAssembly (`api/src/site/files.rs`).
    rolldownOptions: { output: { hashCharacters: 'base36', entryFileNames: 'assets/[name]-[hash:7].js' } },
  },
  build: {
    target: 'es2022',
    // The chunk graph, read by `npm run size`.
    manifest: true,
    modulePreload: { polyfill: false },
    // No assets are inlined as data: URLs, so that the content security policy can stay strict.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Hashes of 36 and more bits tell versions of a file apart. Every page loads the list of all names, and hashes do not compress.
        hashCharacters: 'base36',
        // Names would add to that list too; `.vite/manifest.json` tells which file holds which module.
        chunkFileNames: ({ name }) => `assets/${filesNamedInTests.has(name) ? `${name}-` : ''}[hash:7].js`,
        assetFileNames: ({ names }) =>
          `assets/${names.every((name) => name.endsWith('.css')) ? '' : '[name]-'}[hash:7][extname]`,
        // Few chunks, because each costs a phone a round trip. The first group that matches a module takes it, with
        // everything that it imports.
        codeSplitting: {
          groups: [
            // `$initial`: the modules that main.tsx imports, directly or through others. main.tsx itself (no folder of `src`
            // holds it) stays outside: it waits for the first page, so that page must not wait for main.tsx.
            { name: 'vendor', test: /node_modules.*\.m?js$/, tags: ['$initial'] },
            // As one file: several modules need parts of React DOM, which would otherwise become a file of their own.
            { name: 'renderer', test: /\/src\/renderer\.ts$|\/node_modules\/(react-dom|scheduler)\// },
            { name: 'shared', test: /\/src\/.+\/|\.css$/, tags: ['$initial'] },
            // Forms, dialogs and pagers, which many lazy modules need and no page needs at first.
            { name: 'forms', test: /\/src\/ui\/form\//, minShareCount: 2 },
            { name: 'dialogs', test: /\/src\/lib\/(dialog|pager)\//, minShareCount: 2 },
            // Modules that at least eight of the lazy modules need and `app/commonModules.ts` does not name. Those of a product's
            // card apart: the home page and the pages of builds and accounts do without them.
            {
              name: 'common',
              test: /\/src\/(ui\/(?!product\/(?!Segmented))|lib\/(?!product\/(?!checked|isOffered)|useSubmit|csv|saveFile|proof))/,
              minShareCount: 8,
            },
            {
              name: 'cards',
              test: /\/src\/(ui\/product|lib\/product(?=\/(?!betterSpecs|specGroups)))\//,
              minShareCount: 8,
            },
            { name: 'facts', test: /\/src\/lib\/product\/(betterSpecs|specGroups)\./ },
            // A build's band and verdict, which the pages of builds share with the home page: in its file they would load it whole.
            { name: 'band', test: /\/src\/lib\/(buildBand\/|verdict\.)/ },
            // Pieces of the product page that other pages have too: in its file, those pages would load it whole.
            { name: 'pieces', test: /\/src\/(lib\/(clickOut|shopCard\/ShopCardButton)|ui\/Breadcrumb)\./ },
            // Sending changes, which no page does at first.
            { name: 'submit', test: '/src/lib/useSubmit.ts' },
            // Code that the pages of one area share, as one file each: every page names all files of all pages.
            {
              name: 'accounts',
              test: /\/src\/(features\/account\/(?!QuietHours|useSettingsChange)|api\/ownData|lib\/(session\/|proof\/useAccountErrorText))/,
              minShareCount: 2,
            },
            { name: 'proof', test: /\/src\/lib\/proof\//, minShareCount: 2 },
            {
              name: 'builds',
              test: /\/src\/(features\/builds\/(?!NoBuild)|lib\/(accountBuilds|autoSave))/,
              minShareCount: 2,
            },
            { name: 'alerts', test: /\/src\/(api\/alerts|lib\/alerts\/budgetAlertSearch)\./ },
            { name: 'adminFrame', test: /\/src\/features\/admin\/shared\/(openCounts|passwordPrompt|Admin\.module)\./ },
            { name: 'share', test: /\/src\/lib\/share\//, minShareCount: 2 },
            { name: 'budgetForm', test: /\/src\/lib\/(budget|BudgetForm|buildNames)/, minShareCount: 2 },
            { name: 'budget', test: /\/src\/(features\/budget\/|ui\/useOpenDetails)/, minShareCount: 2 },
            // The pages of many modules.
            { name: 'listing', test: '/src/features/catalogue/ListingView.tsx' },
            { name: 'productPage', test: '/src/features/product/ProductPage.tsx' },
            { name: 'home', test: '/src/features/builder/page/BuilderPage.tsx' },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
    // A single jsdom for all files of a worker: a new one for each costs more time than the tests. A test that needs a module
    // as at the first visit resets the modules.
    isolate: false,
    testTimeout: 30_000,
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
})
