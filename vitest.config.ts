import { defineConfig } from 'vitest/config'

/** One project a folder under test; the browser stories in e2e are Playwright's. */
const project = (name: string, folder: string, more: { isolate?: boolean; setupFiles?: string[] } = {}) => ({
  extends: true as const,
  test: { name, include: [`${folder}/**/*.test.ts`], environment: 'node' as const, ...more },
})
/** Files share a process and what it has imported: loading the services takes longer than most of their tests. */
const shared = { isolate: false }

export default defineConfig({
  test: {
    globalSetup: ['packages/db/src/test-server.ts'],
    // They end what hangs. A busy machine must not decide a test: the sweeps and the seed work for half a minute.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // The usual second is little on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    // Three keep two cores busy: with two, an eighth of the time passes waiting for processes, locks and clocks.
    maxWorkers: 3,
    // It ships its checks as TypeScript.
    server: { deps: { inline: ['gbfs-typescript-types'] } },
    projects: [
      project('packages', 'packages/*/src', shared),
      project('server', 'apps/server', { ...shared, setupFiles: ['apps/server/test/support/each-file.ts'] }),
      project('identity', 'apps/identity/src', shared),
      project('fleet', 'apps/fleet/src'),
      project('console', 'apps/console', shared),
      project('scripts', 'scripts'),
      project('bench', 'bench'),
      // What two apps do together, without a browser.
      project('apps', 'e2e'),
    ],
  },
})
