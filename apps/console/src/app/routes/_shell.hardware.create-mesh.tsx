import { createFileRoute } from '@tanstack/react-router'
import { CreateMeshScreen } from '../../features/meshes/create-mesh-screen.tsx'

export const Route = createFileRoute('/_shell/hardware/create-mesh')({
  staticData: { isForProduction: true },
  component: CreateMeshScreen,
})
