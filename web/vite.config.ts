import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { compressFiles } from './tools/compressFiles.ts'
import { serverContentScript } from './tools/serverContentScript.ts'
import { preloadPages } from './tools/preloadPages.ts'

// The api's address during development. In production the api serves this build from its own origin.
const api = process.env.API_URL ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react(), serverContentScript(), preloadPages(), compressFiles()],
  resolve: { alias: { '~': new URL('./src', import.meta.url).pathname } },
  server: { host: '127.0.0.1', proxy: { '/api': api } },
  preview: { host: '127.0.0.1', proxy: { '/api': api } },
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
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        // Few chunks, because each costs a phone a round trip. The first group that matches a module takes it, with
        // everything that it imports.
        codeSplitting: {
          groups: [
            // `$initial`: the modules that main.tsx imports, directly or through others. main.tsx itself (no folder of `src`
            // holds it) stays outside: it waits for the first page, so that page must not wait for main.tsx.
            { name: 'vendor', test: /node_modules.*\.m?js$/, tags: ['$initial'] },
            { name: 'shared', test: /\/src\/.+\/|\.css$/, tags: ['$initial'] },
            // Forms and dialogs, which many lazy modules need and no page needs at first.
            { name: 'forms', test: /\/src\/(ui\/form|lib\/(dialog|pager))\//, minShareCount: 2 },
            // Modules that at least eight of the lazy modules need: cards, prices, pictures.
            { name: 'common', test: /\/src\/(ui|lib)\/(?!useSubmit|csv|proof)/, minShareCount: 8 },
            // Sending changes, which no page does at first.
            { name: 'submit', test: '/src/lib/useSubmit.ts' },
            // The pages of many modules.
            { name: 'listing', test: '/src/features/catalogue/ListingView.tsx' },
            { name: 'productPage', test: '/src/features/product/ProductPage.tsx' },
            { name: 'home', test: '/src/features/builder/BuilderPage.tsx' },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
    // One jsdom for all files of a worker: a new one for each costs more time than the tests. A test that needs a module
    // as at the first visit resets the modules.
    isolate: false,
    testTimeout: 30_000,
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
})
