import * as v from 'valibot'
import { feedbackList } from '@wheelhouse/contract/feedback/feedback.ts'
import type { Feedback } from '@wheelhouse/contract/feedback/feedback.ts'
import { id, idPair } from '../../lists/address-values.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'

/** `open` is the feedback whose panel is open; an older address has its user in front. */
export const feedbackAddress = listAddress(feedbackList, {
  open: v.union([id, idPair]),
  view: v.literal('ratings'),
})
export type FeedbackSearch = SearchOf<typeof feedbackAddress>

export interface FeedbackRef {
  user_id: string
  feedback_id: string
}

/** What acts on feedback names its rider: null for a reader who does not see that rider. */
export const refOf = ({ user_id, id }: Pick<Feedback, 'user_id' | 'id'>): FeedbackRef | null =>
  user_id === null ? null : { user_id, feedback_id: id }

export const openedFeedback = ({ open }: Pick<FeedbackSearch, 'open'>): string | null => open?.split('.').at(-1) ?? null
