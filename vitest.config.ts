import { defineConfig } from 'vitest/config'

/** One project a folder under test; the browser stories in e2e are Playwright's. */
const project = (name: string, folder: string) => ({
  extends: true as const,
  test: { name, include: [`${folder}/**/*.test.ts`], environment: 'node' as const },
})

export default defineConfig({
  test: {
    globalSetup: ['packages/db/src/test-server.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // The system's cores are shared with one PostgreSQL for all workers.
    maxWorkers: 2,
    projects: [
      project('packages', 'packages/*/src'),
      project('server', 'apps/server'),
      project('identity', 'apps/identity/src'),
      project('fleet', 'apps/fleet/src'),
      project('console', 'apps/console'),
      project('scripts', 'scripts'),
      project('bench', 'bench'),
    ],
  },
})
