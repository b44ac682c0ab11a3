import { defineConfig } from '@playwright/test'
import { system } from './system.ts'

// The whole system, started as `make run` does, opened by a real Chromium in both languages.
export default defineConfig({
  testDir: '.',
  outputDir: '../../target/checks/playwright',
  // All tests share one system. Shoppers run in parallel, because they do not affect each other; administrators change
  // shared data one after another; the tests that kill processes run last and alone. Tests wait for much of their time
  // (for pictures, for automatic saves): four at once keep two processors busy for four fifths of the time.
  workers: 4,
  projects: [
    {
      name: 'shoppers',
      testIgnore: [
        'changeAndFailure.spec.ts',
        'admin*.spec.ts',
        'accessibility.spec.ts',
        'routes.spec.ts',
        'pictures.spec.ts',
      ],
    },
    { name: 'accessibility', testMatch: 'accessibility.spec.ts', fullyParallel: true },
    { name: 'routes', testMatch: 'routes.spec.ts', fullyParallel: true },
    // The worker fetches pictures beside the first tests, for minutes.
    { name: 'pictures', testMatch: 'pictures.spec.ts', dependencies: ['shoppers'] },
    {
      name: 'admin',
      testMatch: 'admin*.spec.ts',
      workers: 1,
      dependencies: ['shoppers', 'accessibility', 'routes', 'pictures'],
    },
    { name: 'life', testMatch: 'changeAndFailure.spec.ts', dependencies: ['admin'] },
  ],
  forbidOnly: true,
  // CI repeats a failed test once, and `make test` lists each that passed only then, with its first error.
  retries: process.env.CI ? 1 : 0,
  // The slowest test takes 30 s on a quiet machine, and twice as long on a busy one; CI's two processors are always busy.
  timeout: process.env.CI ? 150_000 : 90_000,
  expect: { timeout: process.env.CI ? 25_000 : 10_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    baseURL: system.url,
    // Tests replace responses of the server, which they cannot where a service worker makes the requests (offline.spec.ts).
    serviceWorkers: 'block',
    // Animations off: the accessibility checks would see a transition as poor contrast.
    contextOptions: { reducedMotion: 'reduce' },
    // TRACE=1 records what a failed test did, to look at; the recording of every page takes a third of the time.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
      args: [
        '--no-sandbox', // needed for root in CI
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-dev-shm-usage',
        '--no-first-run',
        // Chromium without windows would round the widths of letters to whole pixels, which shoppers' browsers do not.
        '--font-render-hinting=none',
      ],
    },
  },
  webServer: [
    { command: `node telegram-server.mjs ${system.telegramPort}`, url: `${system.telegram}/sent` },
    {
      command: 'scripts/run',
      cwd: system.root,
      env: system.environment,
      url: `${system.url}/api/health`,
      // A debug build crawls six retailers first.
      timeout: 240_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
      stdout: 'pipe',
      stderr: 'pipe',
    },
  ],
})
