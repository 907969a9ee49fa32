import {
  answerFeedback,
  getFeedbackTrend,
  listFeedback,
  setFeedbackStatus,
  viewFeedbackPhoto,
} from '@wheelhouse/contract/feedback/feedback.ts'
import { receiveOpinion } from '@wheelhouse/contract/feedback/rider-opinions.ts'
import { makeFeedback } from '../../../test/support/make-feedback.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'
import { makeUser } from '../users/samples.ts'

export const samples: FeatureSamples = {
  routes: async (w, { groups }) => {
    const user_id = await makeUser(w, groups)
    const of = async () => ({ user_id, feedback_id: await makeFeedback(w, user_id, { status: 'in_progress' }) })
    return [
      sample(setFeedbackStatus, { params: await of(), body: { status: 'in_progress' } }),
      sample(answerFeedback, { params: await of(), body: { text: 'We repaired the lock this morning.' } }),
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
