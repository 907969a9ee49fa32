import { createFileRoute } from '@tanstack/react-router'
import { EmptyScreen } from '../EmptyScreen.tsx'

export const Route = createFileRoute('/_shell/rental-sessions/history')({ component: EmptyScreen })
