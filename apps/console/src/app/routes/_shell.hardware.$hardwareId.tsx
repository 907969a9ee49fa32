import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod'
import { normalizedHardwareId } from '@wheelhouse/contract/hardware/hardware-ids.ts'
import { rawSearch } from '../raw-search.ts'
import { hardwareViews } from '../../pages/hardware/hardware-address.ts'
import { HardwarePage } from '../../pages/hardware/hardware-page.tsx'

const Search = z.object({ view: z.enum(hardwareViews).optional().catch(undefined) })

export const Route = createFileRoute('/_shell/hardware/$hardwareId')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: HardwareRoute,
})

function HardwareRoute() {
  const id = normalizedHardwareId(Route.useParams().hardwareId)
  const { view = 'overview' } = Search.parse(Route.useSearch())
  return <HardwarePage key={id} id={id} view={view} />
}
