import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { ports, productUrl } from './product.ts'

// Evaluated again in each worker: the folder is made once and handed on by the environment.
process.env.WHEELHOUSE_E2E_DATA ??= mkdtempSync(join(tmpdir(), 'wheelhouse-e2e-'))

// The runner names the browser; run by hand, the system's is taken.
const systemChromium =
  process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path))
const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'stories',
  testMatch: '*.story.ts',
  outputDir: join(process.env.WHEELHOUSE_E2E_DATA, 'results'),
  workers: 1,
  // On a shared machine a browser can be starved once; the report names what needed its second try.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? join(process.env.WHEELHOUSE_E2E_DATA, 'report.json') }],
  ],
  use: {
    baseURL: productUrl,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'Europe/Tallinn',
    trace: 'retain-on-failure',
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
  webServer: {
    command: 'node scripts/start.ts',
    cwd: join(import.meta.dirname, '..'),
    url: `${productUrl}/readyz`,
    timeout: 180_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      PORT: String(ports.console),
      IDENTITY_PORT: String(ports.identity),
      MQTT_PORT: String(ports.broker),
      WHEELHOUSE_DATA: join(process.env.WHEELHOUSE_E2E_DATA, 'state'),
    },
  },
})
