import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod'
import { EmptyScreen } from '../EmptyScreen.tsx'

export const Route = createFileRoute('/_shell/deep-link/search')({
  validateSearch: z.object({ code: z.string().optional().catch(undefined), scanQr: z.string().optional().catch(undefined) }),
  component: EmptyScreen,
})
