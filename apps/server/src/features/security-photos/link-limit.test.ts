import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { viewFeedbackPhoto } from '@wheelhouse/contract/feedback/feedback.ts'
import { uploadLogPhoto, viewLogPhoto } from '@wheelhouse/contract/maintenance-log/entry-photos.ts'
import { downloadReport } from '@wheelhouse/contract/reports/reports.ts'
import { uploadSecurityPhoto, viewSecurityPhoto } from '@wheelhouse/contract/security-photos/security-photos.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { signedToken } from '../../http/signed-links.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp({ WHEELHOUSE_KEY: 'k'.repeat(32) })
})
afterAll(() => w.end())

/** Beyond the limit of each of the routes. */
const triesAtMost = 1_000

test.each([
  ['upload', uploadSecurityPhoto],
  ['view', viewSecurityPhoto],
  ['log-upload', uploadLogPhoto],
  ['log-view', viewLogPhoto],
  ['report', downloadReport],
  ['feedback-view', viewFeedbackPhoto],
] as const)('security 5: forged links of the kind %s keep nobody out who has a genuine one', async (purpose, route) => {
  const statusOf = async (token: string) =>
    (await w.app.inject({ method: route.method, url: route.path.replace(':token', token) })).statusCode
  let tries = 0
  while (tries++ < triesAtMost && (await statusOf('forged')) !== 429);
  expect(await statusOf('forged-too')).toBe(429)
  const genuine = signedToken(w.config, purpose, {
    id: uuidv7(),
    holder: uuidv7(),
    ends_at: w.clock.now().getTime() + 60_000,
  })
  // What the link was for does not exist, which only somebody learns who was let in.
  expect(await statusOf(genuine)).not.toBe(429)
})
