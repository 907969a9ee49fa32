import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './console-build.ts'
import { counted, runs } from './runner.ts'
import type { Outcome } from './runner.ts'
import { onPath, systemBrowser } from './system-browser.ts'
import { playwrightReport } from './test-reports.ts'

/**
 * Runs the browser stories. Without a browser they fail, because skipped stories would look green. `CHROMIUM` is the path of
 * the browser; when it is absent, Playwright takes its own.
 */
export async function runStories(): Promise<Omit<Outcome, 'name'>> {
  const chromium = await findChromium()
  const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-report-'))
  const file = join(folder, 'playwright.json')
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    ...(chromium ? { CHROMIUM: chromium } : {}),
  }
  try {
    const isGreen = await runs({
      program: 'playwright',
      args: ['test', '--reporter=list,json'],
      cwd: join(root, 'e2e'),
      env,
    })
    return counted(isGreen, playwrightReport(file))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The system's browser, else Debian's where this user may install it, else Playwright's own (undefined). */
async function findChromium(): Promise<string | undefined> {
  const found = systemBrowser()
  if (found) return found
  process.stdout.write('There is no Chromium on this system.\n')
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    process.stdout.write('Installing it with apt-get ...\n')
    if (apt('update', '-q') && apt('install', '-y', '-q', '--no-install-recommends', 'chromium-headless-shell'))
      return systemBrowser()
    process.stdout.write('apt-get could not install it.\n')
  }
  process.stdout.write("Installing Playwright's own ...\n")
  if (await runs({ program: 'playwright', args: ['install', 'chromium-headless-shell'] })) return undefined
  throw new Error(
    'The browser stories did not run: there is no Chromium, and neither apt-get nor Playwright could install one (see their output above).',
  )
}

const apt = (...args: string[]): boolean =>
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0
