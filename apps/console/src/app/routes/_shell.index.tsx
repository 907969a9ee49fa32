import { createFileRoute } from '@tanstack/react-router'
import { Landing } from '../Landing.tsx'

export const Route = createFileRoute('/_shell/')({ component: Landing, staticData: { isForProduction: true } })
