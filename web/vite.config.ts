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
        // Few chunks, because each costs a phone a round trip: one with the libraries and the common code of every
        // page, one for products and cards, and one per page. React's renderer is `src/dom.ts`.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules\/(react|react-dom(?!\/(?:client|cjs\/react-dom-client))|scheduler|@tanstack\/(?!react-table|table-core)[^/]+|i18next|zustand|openapi-fetch|use-sync-external-store)\/(?!.*([iI]nfiniteQuery|[qQ]ueries))/ },
            { name: 'shared', test: /src\/(ui\/(?!Breadcrumb|BuildAlert|BuildButton|Dialog|DrawnPart|partDrawing|Heart|DropChip|FavoriteButton|Fit\.|FitLine|fitPage|fits|LoginLink|Pager|ProductCard|ProductGrid|RequireSession|Segmented|Sparkline|Spec|Spinner|Stars|Stock|TargetField|TextField|useAlertProblem|useBuildStatus|useCreateAlert|useFavorite)|lib\/(?!autoSave|compareStore|offers|priceDrop|safePath|specs|targetPrice|useMedia|useNear|useSteady|verdict)|features\/(search\/(SearchBox|useSuggestions|useChoose|entries)|builder\/loadFilledBuild)|app\/BrowseMenu.module|api\/(?!alerts)|i18n\/(?!.*\.json))/ },
            { name: 'goods', test: /src\/(ui\/(BuildButton|DropChip|FavoriteButton|fitPage|Segmented|Sparkline|Stars|Stock|Spec|useBuildStatus|ProductCard|ProductGrid|LoginLink)|lib\/(specs|priceDrop|compareStore|useSteady|useMedia))/ },
            { name: 'listing', test: /src\/features\/catalogue\/(ListingView|ListingTools|ActiveFilters|activeFilters|useFilter|filterChanges|facets|Listing\.module)/ },
            { name: 'product', test: /src\/features\/product\/(ProductPage|ProductHero|OffersTable|SpecTable|PriceAlertButton|Product\.module)/ },
            { name: 'home', test: /src\/features\/builder\/(BuilderPage|Builder\.module|buildLines|BuildActions|BuildBand|BuildName|BuildHead|BuildTable|FirstVisit|ReadyBuilds|useReadyBuild|EmptyRow|api)/ },
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
