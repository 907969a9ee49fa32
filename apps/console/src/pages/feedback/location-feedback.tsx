import { FeedbackTrend } from '../../features/feedback/feedback-trend.tsx'
import { FeedbackOf } from './feedback-of.tsx'

/** How riders rate a location, and what they write about it. */
export const LocationFeedback = ({ locationId }: { locationId: string }) => (
  <>
    <FeedbackTrend locationId={locationId} />
    <FeedbackOf query={{ location_id: [locationId] }} />
  </>
)
