import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { compressFiles } from './tools/compressFiles.ts'
import { firstSight } from './tools/firstSight.ts'
import { preloadPages } from './tools/preloadPages.ts'

// The api's address during development. In production the api serves this build from its own origin.
const api = process.env.API_URL ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react(), firstSight(), preloadPages(), compressFiles()],
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
        // Few chunks, because each costs a phone a round trip. A group takes its modules with everything that they
        // import. `shared`: the files directly in ui, lib, api and i18n, but for those that few pages need; files in
        // subfolders load where a page needs them. `product`: cards, and all that shows a product. React's renderer is
        // `src/dom.ts`.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules\/(react|react-dom(?!\/(?:client|cjs\/react-dom-client))|scheduler|@tanstack\/(?!react-table|table-core)[^/]+|i18next|zustand|openapi-fetch|use-sync-external-store)\/(?!.*([iI]nfiniteQuery|[qQ]ueries))/ },
            { name: 'shared', test: /\/src\/((ui|api|lib)\/(?!alerts|autoSave|sav|safePath|verdict)[^/]+|i18n\/[^/]+|features\/(search\/SearchBox|builder\/loadFilledBuild)|app\/BrowseMenu.module)\.(ts|tsx|css)$/ },
            { name: 'product', test: /\/src\/(ui|lib)\/product\// },
            { name: 'listing', test: /\/ListingView\.tsx$/ },
            { name: 'productPage', test: /\/ProductPage\.tsx$/ },
            { name: 'home', test: /\/BuilderPage\.tsx$/ },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
    testTimeout: 30_000,
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
})
