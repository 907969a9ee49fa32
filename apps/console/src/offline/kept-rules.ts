import { listLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import { getLocation, locations, locationTotals } from '@wheelhouse/contract/locations/locations.ts'
import { listMaintenanceMessages } from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import { currentOutages } from '@wheelhouse/contract/outages/outages.ts'
import { listListLayouts } from '@wheelhouse/contract/saved-views/saved-views.ts'
import type { KeptReply } from './kept-database.ts'

/** The replies that a person in a cellar needs: the list, and what the page of a location begins with. */
export const keptRoutes = [
  locations.route,
  locationTotals,
  listListLayouts,
  getLocation,
  listLocationDevices,
  listMaintenanceMessages,
  currentOutages,
]

const patterns = keptRoutes.map(({ path }) => ({
  isList: path === locations.route.path,
  pattern: new RegExp(`^${path.replace(':location_id', '([^/]+)').replace(/:[a-z_]+/g, '[^/]+')}$`),
}))

const ruleFor = (queryKey: readonly unknown[]) => patterns.find(({ pattern }) => pattern.test(String(queryKey[0])))

export const isKeptReply = (queryKey: readonly unknown[]): boolean => ruleFor(queryKey) !== undefined

const locationOf = ({ queryKey: [path = ''] }: KeptReply): string | undefined =>
  patterns.map(({ pattern }) => pattern.exec(path)?.[1]).find((id) => id !== undefined)

export const keptForMs = 7 * 86_400_000
export const keptLocations = 20
const keptLists = 3
const keptPages = 3

/** The note is what a colleague wrote about an outage to others, names included. */
const personal = /^((user|assignee)_(id|name)|\w+_by(_(id|name))?|note)$/

/** Without anything that names a rider or a colleague, and of a long list its first pages. */
export function withoutPersons(data: unknown): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(data, (name, value: unknown) => (personal.test(name) ? null : value)))
  return isPaged(copy)
    ? { pages: copy.pages.slice(0, keptPages), pageParams: copy.pageParams.slice(0, keptPages) }
    : copy
}

const isPaged = (data: unknown): data is { pages: unknown[]; pageParams: unknown[] } =>
  typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data

/** What has to go: too old, of another person, or of more locations and lists than the last ones. */
export function outdatedReplies(kept: readonly KeptReply[], sub: string, now: number): string[] {
  const newestFirst = kept.toSorted((one, other) => other.at - one.at)
  const lists = newestFirst.filter(({ queryKey }) => ruleFor(queryKey)?.isList === true).slice(keptLists)
  const recent = [...new Set(newestFirst.map(locationOf).filter((id) => id !== undefined))].slice(0, keptLocations)
  const isOutdated = (reply: KeptReply): boolean => {
    const id = locationOf(reply)
    return reply.sub !== sub || now - reply.at > keptForMs || (id !== undefined && !recent.includes(id))
  }
  return [...newestFirst.filter(isOutdated), ...lists].map(({ key }) => key)
}
