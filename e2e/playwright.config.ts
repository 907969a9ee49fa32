import { defineConfig } from '@playwright/test'
import { browserArguments } from '../scripts/browser-arguments.ts'
import { systemBrowser } from '../scripts/system-browser.ts'
import { productUrl, workers } from './product.ts'

// `npm test` names the browser; a run by hand takes the system's.
const executablePath = process.env.CHROMIUM ?? systemBrowser()

export default defineConfig({
  testDir: 'stories',
  testMatch: '*.story.ts',
  globalSetup: './global-setup.ts',
  workers,
  // No retries: a story that holds only at its second try is a fault of the story or of the product.
  // Both limits end what hangs and decide nothing else: a busy machine takes four times as long as an idle one.
  timeout: 360_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    baseURL: productUrl,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'Europe/Tallinn',
    // The stories intercept requests, which a service worker would answer first; the one that is offline allows it.
    serviceWorkers: 'block',
    // Traces took a fifth of the time of all stories; `--trace on` records the one that you look at.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: browserArguments(),
    },
  },
})
