import { uuidv7 } from 'uuidv7'
import { getAccessTrace } from '@wheelhouse/contract/support/access-trace.ts'
import {
  addCaseNote,
  createSupportCase,
  listSupportCases,
  setSupportCaseStatus,
  updateSupportCase,
} from '@wheelhouse/contract/support/support-cases.ts'
import { reportError } from '@wheelhouse/contract/support/support.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { makeUser } from '../users/samples.ts'

/** An open case of this rider. */
export async function makeCase(w: TestApp, user_id: string, values: Record<string, unknown> = {}): Promise<string> {
  const id = uuidv7()
  const at = w.clock.now().toISOString()
  await w.db
    .insertInto('support_cases')
    .values({ id, user_id, subject: 'Cannot open the dock', created_at: at, updated_at: at, ...values })
    .execute()
  return id
}

/** The row has these values already, so that the version stays for the next sample. */
const same = { subject: 'Cannot open the dock' }

export const samples: FeatureSamples = {
  things: async (w, { groups }) => {
    const rider_id = await makeUser(w, groups)
    return { rider_id, case_id: await makeCase(w, rider_id) }
  },
  routes: [
    sample(reportError, { isPublic: true, isUnkeyed: true }),
    sample(getAccessTrace, { alsoNeeds: { user: ['GET'] } }),
    sample(createSupportCase, { body: same, isUnversioned: true }),
    sample(updateSupportCase, { body: same }),
    sample(setSupportCaseStatus, { body: { status: 'open' } }),
    sample(addCaseNote, { body: { text: 'Swept' }, isUnversioned: true }),
  ],
  lists: [
    listSample(listSupportCases, {
      type: 'user',
      action: 'GET_PRIVILEGED',
      rows: `select id, array['user ' || user_id] as through from support_cases`,
    }),
  ],
}
