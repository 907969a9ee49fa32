import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod'
import { LoginPage } from '../../pages/sign-in/login-page.tsx'

const text = z.string().optional().catch(undefined)

export const Route = createFileRoute('/login')({
  validateSearch: z.object({ code: text, error: text, redirect: text }),
  component: LoginRoute,
})

function LoginRoute() {
  return <LoginPage {...Route.useSearch()} />
}
