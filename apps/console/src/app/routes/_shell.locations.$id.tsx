import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod'
import { EmptyScreen } from '../EmptyScreen.tsx'

const views = ['standard', 'info', 'service-fees', 'technical'] as const

export const Route = createFileRoute('/_shell/locations/$id')({
  validateSearch: z.object({ view: z.enum(views).optional().catch(undefined) }),
  component: EmptyScreen,
})
