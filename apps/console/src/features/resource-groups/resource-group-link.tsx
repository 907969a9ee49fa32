import { Link } from '../../ui/details/link.tsx'

export const resourceGroupPath = (id: string): string => `/resource-groups/${id}`

/** A resource group, one click away. */
export const ResourceGroupLink = ({ id, name }: { id: string; name: string }) => (
  <Link href={resourceGroupPath(id)}>{name}</Link>
)
