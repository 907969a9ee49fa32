import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { ParkingSessionScreen } from '../../features/parking-sessions/parking-session-screen.tsx'
import { SessionOverstayLine } from '../../features/overstays/overstay-line.tsx'
import { RiderCard } from '../../features/users/rider-card.tsx'
import { NewFeedbackOfSession } from '../../pages/feedback/new-feedback.tsx'
import { SessionFeedback } from '../../pages/feedback/session-feedback.tsx'
import { DockCommands } from '../../pages/session/dock-commands.tsx'
import { ParkingSessionMoney } from '../../pages/session/session-money.tsx'
import { sessionSearch } from '../../features/parking-sessions/session-search.ts'

export const Route = createFileRoute('/_shell/device-sessions/history/$id')({
  validateSearch: rawSearch,
  component: Session,
  staticData: { isForProduction: true },
})

function Session() {
  const { id } = Route.useParams()
  return (
    <ParkingSessionScreen
      id={id}
      search={sessionSearch(Route.useSearch())}
      money={<ParkingSessionMoney sessionId={id} />}
      overstay={<SessionOverstayLine sessionId={id} />}
      feedback={<SessionFeedback sessionId={id} />}
      rider={(userId) => <RiderCard userId={userId} />}
      dock={({ device_id, location_id, status }) => (
        <DockCommands key={device_id} deviceId={device_id} locationId={location_id} isActive={status === 'active'} />
      )}
      actions={(userId) => <NewFeedbackOfSession sessionId={id} userId={userId} />}
    />
  )
}
