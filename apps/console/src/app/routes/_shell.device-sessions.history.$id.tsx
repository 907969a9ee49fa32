import { createFileRoute } from '@tanstack/react-router'
import { ParkingSessionScreen } from '../../features/parking-sessions/ParkingSessionScreen.tsx'

export const Route = createFileRoute('/_shell/device-sessions/history/$id')({ component: Session, staticData: { isForProduction: true } })

function Session() {
  return <ParkingSessionScreen id={Route.useParams().id} />
}
