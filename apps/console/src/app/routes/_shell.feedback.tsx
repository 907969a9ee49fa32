import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { listFeedbackEvents } from '@wheelhouse/contract/feedback/feedback.ts'
import { feedbackAddress } from '../../features/feedback/feedback-address.ts'
import { FeedbackScreen } from '../../features/feedback/feedback-screen.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'

const ThingEvents = lazyComponent(() =>
  import('../../features/events/thing-events.tsx').then((module) => module.ThingEvents),
)

export const Route = createFileRoute('/_shell/feedback')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: FeedbackRoute,
})

function FeedbackRoute() {
  const navigate = Route.useNavigate()
  return (
    <FeedbackScreen
      search={feedbackAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
      history={(feedback) => <ThingEvents route={listFeedbackEvents} params={{ ...feedback }} />}
    />
  )
}
