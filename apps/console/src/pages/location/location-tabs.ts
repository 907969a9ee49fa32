import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import { t } from '../../i18n/i18n.ts'
import type { Tab } from '../../ui/frame/page.tsx'
import type { LocationViewId } from './location-views.ts'
import { locationPath } from '../../features/locations/location-link.tsx'

interface OfferedView {
  id: LocationViewId
  label: string
  address: string
}

/** What is wrong at a location, by the tab that shows it. */
const issuesOf = ({ issue_kinds: { log_entry, ...devices } }: Counted, hasDevices: boolean) => ({
  technical: hasDevices ? Object.values(devices).reduce((sum, each) => sum + each, 0) : 0,
  maintenance: log_entry,
})

type Counted = Pick<Location, 'id' | 'issue_kinds'>

interface TabsOptions {
  views: readonly OfferedView[]
  active: LocationViewId
  /** Whether the technical view lists the devices to this person. */
  hasDevices: boolean
}

/** The views as tabs. Where something is wrong they say how much; the view itself has the choice to show nothing else. */
export function tabsOf(location: Counted, { views, active, hasDevices }: TabsOptions): Tab[] {
  const issues: Partial<Record<LocationViewId, number>> = issuesOf(location, hasDevices)
  return views.map(({ id, label, address }) => {
    const count = issues[id] ?? 0
    return {
      id,
      label: t(label),
      href: address === '' ? locationPath(location.id) : `${locationPath(location.id)}?${address}`,
      isActive: id === active,
      ...(count > 0 ? { count, tone: 'amber' as const } : {}),
    }
  })
}
