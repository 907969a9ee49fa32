import { uuidv7At } from '@wheelhouse/db/ids.ts'
import {
  answerFeedback,
  getFeedbackTrend,
  listFeedback,
  setFeedbackStatus,
  viewFeedbackPhoto,
} from '@wheelhouse/contract/feedback/feedback.ts'
import { receiveOpinion } from '@wheelhouse/contract/feedback/rider-opinions.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import { serial } from '../../../test/support/serial.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { makeUser } from '../users/samples.ts'

export async function makeFeedback(w: TestApp, user_id: string, values: Record<string, unknown> = {}): Promise<string> {
  const id = uuidv7At(w.clock.now().getTime())
  const now = w.clock.now().toISOString()
  const row = {
    id,
    user_id,
    location_id: null,
    type: 'problem',
    subject: 'The lock is stuck',
    app_id: `app-${serial()}`,
  }
  await w.db
    .insertInto('feedback')
    .values({ ...row, parking_session_id: null, rental_session_id: null, created_at: now, updated_at: now, ...values })
    .execute()
  return id
}

export const samples: FeatureSamples = {
  routes: async (w, { groups }) => {
    const user_id = await makeUser(w, groups)
    const of = async () => ({ user_id, feedback_id: await makeFeedback(w, user_id, { status: 'in_progress' }) })
    return [
      // The feedback of a place is of another user than the one in its addresses, so it is not found there.
      sample(setFeedbackStatus, { params: await of(), body: { status: 'in_progress' }, wrongVersionStatus: 404 }),
      sample(answerFeedback, {
        params: await of(),
        body: { text: 'We repaired the lock this morning.' },
        wrongVersionStatus: 404,
      }),
      sample(getFeedbackTrend, { hasNoRows: true }),
      sample(viewFeedbackPhoto, { isPublic: true }),
      sample(receiveOpinion, { isPublic: true, isUnkeyed: true }),
    ]
  },
  lists: [
    listSample(listFeedback, {
      type: 'user',
      action: 'READ_FEEDBACK',
      rows: `select id, array['user ' || user_id] as through from feedback`,
    }),
  ],
}
