import { t } from '../../i18n/i18n.ts'
import { Link } from '../../ui/details/link.tsx'

export const organizationPath = (id: string): string => `/organizations/${id}`

/** Where an organization is named: its page, one click away. */
export const OrganizationLink = ({ id, name }: { id: string; name: string }) => (
  <Link href={organizationPath(id)} data-tip={t('Details of {{name}}', { name })}>
    {name}
  </Link>
)
