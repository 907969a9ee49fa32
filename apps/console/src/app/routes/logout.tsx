import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { leftOut } from '../../lists/address-values.ts'
import { LogoutPage } from '../../pages/sign-in/logout-page.tsx'

export const Route = createFileRoute('/logout')({
  validateSearch: v.object({ redirecting: leftOut(v.string()) }),
  component: LogoutRoute,
})

function LogoutRoute() {
  return <LogoutPage redirecting={Route.useSearch().redirecting} />
}
