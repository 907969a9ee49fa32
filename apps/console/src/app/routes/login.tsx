import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { leftOut } from '../../lists/address-values.ts'
import { LoginPage } from '../../pages/sign-in/login-page.tsx'

const text = leftOut(v.string())

export const Route = createFileRoute('/login')({
  validateSearch: v.object({ code: text, error: text, redirect: text }),
  component: LoginRoute,
})

function LoginRoute() {
  return <LoginPage {...Route.useSearch()} />
}
