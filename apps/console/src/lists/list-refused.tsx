import type { RouteAccess } from '@wheelhouse/contract/access.ts'
import { useMissingNeed } from '../session/missing-need.ts'
import { NoPermission } from '../ui/frame/states.tsx'

/** Instead of a list that this person may not call. */
export function ListRefused({ access }: { access: RouteAccess }) {
  const missing = useMissingNeed(access)
  return missing !== null && <NoPermission {...missing} />
}
