import { createFileRoute } from '@tanstack/react-router'
import { ParkingSessionScreen } from '../../features/parking-sessions/parking-session-screen.tsx'
import { SessionFeedback } from '../../pages/feedback/session-feedback.tsx'
import { SessionMoney } from '../../pages/parking-session/session-money.tsx'
import { sessionSearch } from '../../features/parking-sessions/session-search.ts'

export const Route = createFileRoute('/_shell/device-sessions/history/$id')({
  validateSearch: sessionSearch,
  component: Session,
  staticData: { isForProduction: true },
})

function Session() {
  const { id } = Route.useParams()
  return (
    <ParkingSessionScreen
      id={id}
      search={Route.useSearch()}
      money={<SessionMoney sessionId={id} />}
      feedback={<SessionFeedback sessionId={id} />}
    />
  )
}
