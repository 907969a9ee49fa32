import { hardwareId } from '../../i18n/format.ts'
import { Link } from '../../ui/details/link.tsx'

export const hardwarePath = (id: string): string => `/hardware/${id}`

/** The id in groups, as it is printed on the label; it leads to the page of the hardware. */
export const HardwareLink = ({ id }: { id: string }) => (
  <Link href={hardwarePath(id)} className="mono">
    {hardwareId(id)}
  </Link>
)
