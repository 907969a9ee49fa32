import { allDestinations } from './navigation.ts'

/** `/locations/42` is within `/locations`. */
export const isWithin = (pathname: string, path: string): boolean =>
  pathname === path || pathname.startsWith(`${path}/`)

/** One of a list: what its page is called until its own name is known. */
const oneOf: readonly [string, string][] = [
  ['/locations/', 'Location'],
  ['/device-sessions/history/', 'Parking session'],
  ['/price-lists/', 'Price list'],
  ['/allowlists/', 'Allowlist'],
  ['/subscriptions/', 'Subscription/pass'],
  ['/reminders/', 'Reminders'],
  ['/analytics/dashboards/', 'Dashboard'],
  ['/analytics/reports/', 'Report'],
  ['/organizations/', 'Organization'],
  ['/resource-groups/', 'Resource group'],
  ['/public-areas/', 'Public area'],
]

/** The menu's name of an address; of several that fit, the longest. */
export function titleOf(pathname: string): string {
  const one = oneOf.find(([within]) => pathname.startsWith(within))
  if (one) return one[1]
  const places = allDestinations('').flatMap(({ destinations }) =>
    destinations.flatMap(({ label, path, children }) => [
      { label, path },
      ...(children ?? []).map((child) => ({ label: childTitle(label, child.label), path: child.path })),
    ]),
  )
  const found = places
    .filter(({ path }) => isWithin(pathname, path))
    .sort((one, other) => other.path.length - one.path.length || other.label.length - one.label.length)
  if (pathname === '/profile') return 'Your profile'
  return found[0]?.label ?? (isWithin(pathname, '/users') ? 'User' : 'Wheelhouse')
}

const childTitle = (parent: string, child: string): string =>
  child === 'Active' || child === 'History' ? `${parent}, ${child.toLowerCase()}` : child
