import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { productUrl, workers } from './product.ts'

// The runner names the browser; run by hand, the system's is taken.
const systemChromium =
  process.env.CHROMIUM ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path))
const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'stories',
  testMatch: '*.story.ts',
  globalSetup: './global-setup.ts',
  workers,
  // On a shared machine a browser can be starved once; the report names what needed its second try.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    // Evaluated again in each worker, which has its own product.
    baseURL: productUrl,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'Europe/Tallinn',
    // A trace of every story took a fifth of the time of all: `--trace on` for the one that is looked at.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(systemChromium ? { executablePath: systemChromium } : {}),
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
