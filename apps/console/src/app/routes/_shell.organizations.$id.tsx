import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod'
import { lazyPart } from '../../ui/later.tsx'
import { EmptyScreen } from '../EmptyScreen.tsx'

const Search = z.object({ view: z.literal('service-fees').optional().catch(undefined) })

export const Route = createFileRoute('/_shell/organizations/$id')({
  validateSearch: (search: Record<string, unknown>) => Search.parse(search),
  component: Organization,
})

const OrganizationServiceFees = lazyPart(() => import('../OrganizationServiceFees.tsx').then((module) => module.OrganizationServiceFees))

/** Of an organization's views the service fees overview stands by itself; the others are not built. */
function Organization() {
  const { view } = Route.useSearch()
  const { id } = Route.useParams()
  return view === 'service-fees' ? <OrganizationServiceFees id={id} /> : <EmptyScreen />
}
