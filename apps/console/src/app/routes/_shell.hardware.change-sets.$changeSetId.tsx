import { createFileRoute } from '@tanstack/react-router'
import { ChangeSetScreen } from '../../features/change-sets/change-set-screen.tsx'

export const Route = createFileRoute('/_shell/hardware/change-sets/$changeSetId')({
  staticData: { isForProduction: true },
  component: ChangeSetRoute,
})

function ChangeSetRoute() {
  const { changeSetId: id } = Route.useParams()
  return <ChangeSetScreen key={id} id={id} />
}
