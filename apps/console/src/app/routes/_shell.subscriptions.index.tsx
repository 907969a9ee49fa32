import { createFileRoute } from '@tanstack/react-router'
import { EmptyScreen } from '../../pages/landing/empty-screen.tsx'

export const Route = createFileRoute('/_shell/subscriptions/')({ component: EmptyScreen })
