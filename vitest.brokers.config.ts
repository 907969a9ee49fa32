import { defineConfig } from 'vitest/config'

/** `npm run test:brokers`: the suites that need programs which the packages do not bring. */
export default defineConfig({
  test: {
    globalSetup: ['packages/db/src/test-server.ts'],
    include: ['apps/server/test/brokers/*.suite.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One after the other: a cluster that has to share its processors with another broker elects again and again.
    fileParallelism: false,
  },
})
