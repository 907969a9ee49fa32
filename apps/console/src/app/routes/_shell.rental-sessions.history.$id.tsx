import { createFileRoute } from '@tanstack/react-router'
import { RentalSessionScreen } from '../../features/rental-sessions/rental-session-screen.tsx'
import { SessionFeedback } from '../../pages/feedback/session-feedback.tsx'
import { rentalSessionSearch } from '../../features/rental-sessions/session-search.ts'

export const Route = createFileRoute('/_shell/rental-sessions/history/$id')({
  validateSearch: rentalSessionSearch,
  component: Session,
  staticData: { isForProduction: true },
})

function Session() {
  const { id } = Route.useParams()
  return <RentalSessionScreen id={id} search={Route.useSearch()} feedback={<SessionFeedback sessionId={id} />} />
}
