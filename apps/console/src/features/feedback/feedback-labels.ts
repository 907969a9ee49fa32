import { IconAlertTriangle, IconBulb, IconHeart, IconHelpCircle } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import type { FeedbackStatus, FeedbackType } from '@wheelhouse/contract/feedback/feedback.ts'

/** Keys of `t`. */
export const typeLabels: Record<FeedbackType, { word: string; icon: TablerIcon }> = {
  problem: { word: 'Problem', icon: IconAlertTriangle },
  question: { word: 'Question', icon: IconHelpCircle },
  idea: { word: 'Idea', icon: IconBulb },
  praise: { word: 'Praise', icon: IconHeart },
}

export const statusLabels: Record<FeedbackStatus, string> = {
  new: 'New',
  in_progress: 'In progress',
  answered: 'Answered',
  closed: 'Closed',
}
