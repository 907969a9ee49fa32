import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { RentalSessionScreen } from '../../features/rental-sessions/rental-session-screen.tsx'
import { NewFeedbackOfSession } from '../../pages/feedback/new-feedback.tsx'
import { SessionFeedback } from '../../pages/feedback/session-feedback.tsx'
import { RentalSessionMoney } from '../../pages/session/session-money.tsx'
import { rentalSessionSearch } from '../../features/rental-sessions/session-search.ts'

export const Route = createFileRoute('/_shell/rental-sessions/history/$id')({
  validateSearch: rawSearch,
  component: Session,
  staticData: { isForProduction: true },
})

function Session() {
  const { id } = Route.useParams()
  return (
    <RentalSessionScreen
      id={id}
      search={rentalSessionSearch(Route.useSearch())}
      money={<RentalSessionMoney sessionId={id} />}
      feedback={<SessionFeedback sessionId={id} />}
      actions={(userId) => <NewFeedbackOfSession sessionId={id} userId={userId} />}
    />
  )
}
