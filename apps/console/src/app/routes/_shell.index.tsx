import { createFileRoute } from '@tanstack/react-router'
import { Landing } from '../../pages/landing/landing.tsx'

export const Route = createFileRoute('/_shell/')({ component: Landing, staticData: { isForProduction: true } })
