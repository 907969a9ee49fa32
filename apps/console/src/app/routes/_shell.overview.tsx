import { createFileRoute } from '@tanstack/react-router'
import { OverviewScreen } from '../../features/overview/overview-screen.tsx'

export const Route = createFileRoute('/_shell/overview')({
  component: OverviewScreen,
  staticData: { isForProduction: true },
})
