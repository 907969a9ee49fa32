import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { DeepLinkScreen } from '../../features/deep-link/deep-link-screen.tsx'
import { leftOut } from '../../lists/address-values.ts'

const text = leftOut(v.string())

export const Route = createFileRoute('/_shell/deep-link/search')({
  validateSearch: v.object({ code: text, scanQr: text }),
  staticData: { isForProduction: true },
  component: DeepLinkRoute,
})

function DeepLinkRoute() {
  const navigate = Route.useNavigate()
  const { code, scanQr } = Route.useSearch()
  return (
    <DeepLinkScreen
      search={{ code, scanQr }}
      onSearch={(search) => void navigate({ search })}
      onFound={(href) => void navigate({ href, replace: true })}
    />
  )
}
