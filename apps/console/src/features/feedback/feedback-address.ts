import * as z from 'zod'
import { feedbackList } from '@wheelhouse/contract/feedback/feedback.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'

const uuid = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'

/** `open` is a user and the feedback of that user whose panel is open. */
export const feedbackAddress = listAddress(feedbackList, {
  open: z.string().regex(new RegExp(`^${uuid}\\.${uuid}$`)),
  view: z.literal('ratings'),
})
export type FeedbackSearch = SearchOf<typeof feedbackAddress>

export interface FeedbackRef {
  user_id: string
  feedback_id: string
}

export const refOf = ({ user_id, id }: { user_id: string; id: string }): FeedbackRef => ({ user_id, feedback_id: id })
export const openOf = ({ user_id, id }: { user_id: string; id: string }): string => `${user_id}.${id}`

export function openedFeedback({ open }: Pick<FeedbackSearch, 'open'>): FeedbackRef | null {
  if (open === undefined) return null
  const [user_id = '', feedback_id = ''] = open.split('.')
  return { user_id, feedback_id }
}
