import { t } from '../../i18n/i18n.ts'
import { Link } from '../../ui/details/link.tsx'

/** Where an organization is named: its locations, one click away. */
export const OrganizationLink = ({ id, name }: { id: string; name: string }) => (
  <Link href={`/locations?organization_id=${id}`} data-tip={t('Locations of {{name}}', { name })}>
    {name}
  </Link>
)
