import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { listFeedbackEvents } from '@wheelhouse/contract/feedback/feedback.ts'
import { ThingEvents } from '../../features/events/thing-events.tsx'
import { feedbackAddress } from '../../features/feedback/feedback-address.ts'
import { FeedbackScreen } from '../../features/feedback/feedback-screen.tsx'
import { useCanCall } from '../../session/can.ts'

export const Route = createFileRoute('/_shell/feedback')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: FeedbackRoute,
})

function FeedbackRoute() {
  const navigate = Route.useNavigate()
  const hasEvents = useCanCall(listFeedbackEvents)
  return (
    <FeedbackScreen
      search={feedbackAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
      history={
        hasEvents ? (feedback) => <ThingEvents route={listFeedbackEvents} params={{ ...feedback }} /> : undefined
      }
    />
  )
}
