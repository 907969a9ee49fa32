import { createFileRoute } from '@tanstack/react-router'
import { FindHardware } from '../../pages/hardware/find-hardware.tsx'

export const Route = createFileRoute('/_shell/hardware/find')({
  staticData: { isForProduction: true },
  component: FindHardwareRoute,
})

function FindHardwareRoute() {
  const navigate = Route.useNavigate()
  return (
    <FindHardware onFound={(hardwareId) => void navigate({ to: '/hardware/$hardwareId', params: { hardwareId } })} />
  )
}
