import { missingAnyNeed, missingNeed } from '../../session/missing-need.ts'
import { useUser } from '../../stores/user-store.ts'
import { NoPermission } from '../../ui/frame/states.tsx'
import { views } from './location-views.ts'
import type { LocationViewId, View } from './location-views.ts'

/** Instead of a view that was reached by its address, by a person who may not open it. */
export function LocationViewRefused({ of }: { of: LocationViewId }) {
  const map = useUser(({ userPermissions }) => userPermissions)
  const view: View | undefined = views.find(({ id }) => id === of)
  if (view === undefined) return null
  const missing = view.or === undefined ? missingNeed(view.needs, map) : missingAnyNeed([view.needs, ...view.or], map)
  return missing && <NoPermission {...missing} />
}
