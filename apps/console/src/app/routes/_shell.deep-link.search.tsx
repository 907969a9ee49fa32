import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod'
import { DeepLinkScreen } from '../../features/deep-link/deep-link-screen.tsx'

const text = z.string().optional().catch(undefined)

export const Route = createFileRoute('/_shell/deep-link/search')({
  validateSearch: z.object({ code: text, scanQr: text }),
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
