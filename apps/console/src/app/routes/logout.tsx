import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod'
import { LogoutPage } from '../../pages/sign-in/logout-page.tsx'

export const Route = createFileRoute('/logout')({
  validateSearch: z.object({ redirecting: z.string().optional().catch(undefined) }),
  component: LogoutRoute,
})

function LogoutRoute() {
  return <LogoutPage redirecting={Route.useSearch().redirecting} />
}
