import type { ReactNode } from 'react'
import { hardwareId } from '../../i18n/format.ts'
import { useCan } from '../../session/can.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { Link } from '../../ui/details/link.tsx'

export const hardwarePath = (id: string): string => `/hardware/${id}`

/** The address of the page, for who may open it. */
function useHardwareHref(id: string): string | undefined {
  const may = useCan({ hardware: ['GET'] })
  return may ? hardwarePath(id) : undefined
}

/** The id in groups, as it is printed on the label; a link for who may open the page of the hardware. */
export function HardwareLink({ id }: { id: string }) {
  const href = useHardwareHref(id)
  if (href === undefined) return <span className="mono">{hardwareId(id)}</span>
  return (
    <Link href={href} className="mono">
      {hardwareId(id)}
    </Link>
  )
}

/** The same with a button that copies the id. */
export const CopyableHardware = ({ id }: { id: string }) => (
  <CopyableId id={id} isMono href={useHardwareHref(id)}>
    {hardwareId(id)}
  </CopyableId>
)

/** Leads to the configuration of the hardware, for who may see it. */
export function HardwareConfigLink({ id, children }: { id: string; children: ReactNode }) {
  const may = useCan({ hardware: ['GET', 'GET_PARAMS'] })
  if (!may) return <span className="mono">{children}</span>
  return (
    <Link href={`${hardwarePath(id)}?view=config`} className="mono">
      {children}
    </Link>
  )
}
