import {
  addFeedbackPhoto,
  answerFeedback,
  createFeedback,
  getFeedback,
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

/** A JPEG of 16 by 16 as far as its markers say so: start, frame, scan, end. */
export const smallPicture = Buffer.from('ffd8ffc0000b080010001001011100ffda0008010100003f0064ffd9', 'hex')

export const samples: FeatureSamples = {
  routes: async (w, { groups }) => {
    const user_id = await makeUser(w, groups)
    const of = async () => ({ user_id, feedback_id: await makeFeedback(w, user_id, { status: 'in_progress' }) })
    const written = { type: 'problem' as const, subject: 'The lock is stuck', text: 'It took three tries.' }
    return [
      sample(createFeedback, { params: { user_id }, body: written, isUnversioned: true }),
      sample(addFeedbackPhoto, {
        params: await of(),
        body: { picture: smallPicture.toString('base64') },
        isUnversioned: true,
      }),
      sample(setFeedbackStatus, { params: await of(), body: { status: 'in_progress' } }),
      sample(answerFeedback, { params: await of(), body: { text: 'We repaired the lock this morning.' } }),
      // One row by its id, without its rider in the address: feedback.test.ts says who reads it.
      sample(getFeedback, { params: { feedback_id: (await of()).feedback_id }, hasNoRows: true }),
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
