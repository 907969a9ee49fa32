import { createFileRoute } from '@tanstack/react-router'
import { EmptyScreen } from '../EmptyScreen.tsx'

export const Route = createFileRoute('/_shell/hardware/create-mesh')({ component: EmptyScreen })
