import { failedStatuses } from '@wheelhouse/contract/commands/commands.ts'
import type { LocationHealth } from '@wheelhouse/contract/locations/locations.ts'
import type { AttentionItem } from '@wheelhouse/contract/overview/overview.ts'
import type { PaymentState } from '@wheelhouse/contract/payments/payment-states.ts'
import { entryPath } from '../maintenance-log/entry-address.ts'

/** The list behind each number: its address makes the same question as the number does. */
export const overviewLinks = {
  locations: (health: LocationHealth) => `/locations?health=${health}`,
  docks: '/locations?sort=available_docks',
  occupiedDocks: '/locations?sort=occupied_docks&order=desc',
  otherDocks: '/locations?sort=other_docks&order=desc',
  parking: '/device-sessions/active',
  parkingOver: (hours: number) => `/device-sessions/active?min_minutes=${hours * 60}`,
  rentals: '/rental-sessions/active',
  payments: (...states: PaymentState[]) => `/payments?${states.map((state) => `state=${state}`).join('&')}`,
  maintenance: '/maintenance-log',
  overdue: '/maintenance-log?overdue=yes',
  urgent: '/maintenance-log?priority=critical&priority=high',
  overstays: '/overstays',
  overstaysWaiting: '/overstays?waits_for_person=yes',
  commands: '/commands?minutes=60',
  failedCommands: (minutes: number) =>
    `/commands?minutes=${minutes}&${failedStatuses.map((status) => `status=${status}`).join('&')}`,
  hardware: (health: 'late' | 'offline' | 'long_offline') => `/hardware/list?health=${health}`,
} as const

/** All of one kind. */
export function groupLink(kind: AttentionItem['kind']): string {
  switch (kind) {
    case 'outage':
      return '/outages'
    case 'maintenance':
      return overviewLinks.urgent
    case 'overstay':
      return overviewLinks.parkingOver(usualRedHours)
    case 'payments':
      return overviewLinks.payments('needs_approval', 'failed', 'refund_failed')
    case 'commands':
      return overviewLinks.failedCommands(failingCommandsHours * 60)
  }
}

/** A device that answers nothing counts for so long (server: `failingCommands`). */
const failingCommandsHours = 24

/** Of a location that has no other red bubble (values: dock bubble). */
const usualRedHours = 72

/** Where someone does something about it. */
export function attentionLink(item: AttentionItem): string {
  switch (item.kind) {
    case 'outage':
      return `/outages?open=${item.location_id}.${item.id}`
    case 'maintenance':
      return entryPath(item)
    case 'overstay':
      return `/device-sessions/active?location_id=${item.location_id}&min_minutes=${item.red_hours * 60}`
    case 'commands':
      return `/locations/${item.location_id}?tab=events&feature=commands`
    case 'payments':
      return overviewLinks.payments(item.state)
  }
}
