import {
  IconCalendarTime,
  IconEyeglass2,
  IconListDetails,
  IconMessage2,
  IconPencil,
  IconPlus,
  IconPrinter,
  IconRocket,
  IconStatusChange,
} from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import type { PermissionMap } from '@wheelhouse/contract/access.ts'
import { isNeeds } from '@wheelhouse/contract/access.ts'
import { isOneOf } from '@wheelhouse/contract/certain.ts'
import type { CommandName } from '@wheelhouse/contract/commands/command-catalogue.ts'
import { createDevices } from '@wheelhouse/contract/devices/device-edit.ts'
import { deviceTypes, dockStates } from '@wheelhouse/contract/devices/devices.ts'
import { launchLocation, setLocationStatus } from '@wheelhouse/contract/locations/location-status.ts'
import { locationStatuses } from '@wheelhouse/contract/locations/location-values.ts'
import { setMaintenanceMessage } from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import { printQrSheet } from '@wheelhouse/contract/qr-sheets/qr-sheets.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { beginView } from '@wheelhouse/contract/view-as/view-as.ts'
import type { SearchHit } from '@wheelhouse/contract/search/search.ts'
import { offersFor, reasonWord } from '../../features/commands/command-offers.ts'
import type { Offer } from '../../features/commands/command-offers.ts'
import { writableSomewhere } from '../../features/locations/location-writing.ts'
import { can } from '../../session/can.ts'
import { currentView } from '../../session/view-as.ts'
import { viewAsPerson } from '../../features/view-as/view-as-choices.ts'
import { t } from '../../i18n/i18n.ts'
import { lookOf } from '../../ui/details/status-styles.ts'
import { views } from '../location/location-views.ts'
import type { Entry } from './palette-entries.ts'
import type { Request } from './palette-request.ts'
import { holdsAll } from './palette-words.ts'

export interface Doer {
  permissions: PermissionMap | null
  /** The commands that this person may send at all. */
  sendable: readonly CommandName[]
}

type Wanted = Pick<Request, 'words' | 'reason'>

/** What this person may do with a result: each action opens its dialog or its page, and none sends by itself. */
export function actionsOf(hit: SearchHit, doer: Doer, wanted: Wanted = { words: [] }): Entry[] {
  if (hit.type === 'device') return deviceActions(hit, doer, wanted)
  if (hit.type === 'console_user') return personActions(hit, doer, wanted)
  return hit.type === 'location' ? locationActions(hit, doer, wanted) : []
}

export const hasActions = (hit: SearchHit, doer: Doer): boolean => actionsOf(hit, doer).length > 0

/** The search says enough to name what the lock rules out. Whether it has hardware, the dialog knows. */
function offersOf({ dock }: SearchHit, sendable: Doer['sendable']): Offer[] {
  if (dock === null) return []
  // A newer server may know more types and states than this build.
  const { device_type: type, dock_state } = dock
  if (!isOneOf(deviceTypes, type) || !isOneOf(dockStates, dock_state)) return []
  const heartbeat_health = dock.in_contact ? 'healthy' : 'offline'
  return offersFor({ type, hardware_id: '', dock_state, heartbeat_health }, sendable)
}

function deviceActions(hit: SearchHit, { sendable }: Doer, { words, reason }: Wanted): Entry[] {
  const offers = offersOf(hit, sendable).filter(
    ({ label, isUsual }) => (words.length > 0 || isUsual === true) && holdsAll(label, words),
  )
  const usualFirst = offers.toSorted((one, other) => Number(other.isUsual ?? false) - Number(one.isUsual ?? false))
  return usualFirst.map(({ name, label, icon, reason: whyNot }) => ({
    ...lineOf(hit, name, label, icon, words),
    href: `/locations/${hit.location_id}?${new URLSearchParams({
      device: hit.id,
      ask: name,
      ...(reason === undefined ? {} : { reason }),
    }).toString()}`,
    ...(reason === undefined ? {} : { detail: t('Reason: {{reason}}', { reason: reasonWord(reason) }) }),
    ...(whyNot === undefined ? {} : { whyNot }),
  }))
}

const mayCall = (map: PermissionMap | null, { access }: Pick<Route, 'access'>): boolean =>
  isNeeds(access) && can(map, access)

/** The server refuses it for a person who holds more. */
function personActions(hit: SearchHit, { permissions }: Doer, { words }: Wanted): Entry[] {
  if (!mayCall(permissions, beginView) || currentView() !== null) return []
  const view: Entry = {
    key: `do ${hit.id} view-as`,
    kind: t('Actions'),
    icon: IconEyeglass2,
    label: t('View as {{name}}', { name: hit.title }),
    marks: words,
    run: () => void viewAsPerson(hit.id),
  }
  return holdsAll(view.label, words) ? [view] : []
}

/** Changes first, then its views. The location itself decides what its status allows. */
function locationActions(hit: SearchHit, { permissions }: Doer, { words }: Wanted): Entry[] {
  const may = (route: Pick<Route, 'access'>) => mayCall(permissions, route)
  const verb = (label: string, icon: TablerIcon, query: string): Entry => ({
    ...lineOf(hit, query, label, icon, words),
    href: `/locations/${hit.id}?${query}`,
  })
  const statuses = locationStatuses
    .filter((status) => status !== 'obsolete')
    .map((status) =>
      verb(
        t('Set to {{status}}', { status: t(lookOf('location_status', status).word) }),
        IconStatusChange,
        `ask=status:${status}`,
      ),
    )
  const changes = [
    writableSomewhere(permissions).length > 0 && verb(t('Edit'), IconPencil, 'edit=identity'),
    may(setMaintenanceMessage) && verb(t('Maintenance message'), IconMessage2, 'ask=message'),
    may(printQrSheet) && verb(t('Print labels'), IconPrinter, 'ask=print'),
    may(createDevices) && verb(t('Add devices'), IconPlus, 'ask=add_devices'),
    may(launchLocation) && words.length > 0 && verb(t('Launch'), IconRocket, 'ask=launch'),
  ].filter((one) => one !== false)
  const tabs = views
    .filter(({ address, needs }) => address !== '' && can(permissions, needs))
    .map(({ label, address, id }) => verb(t(label), id === 'events' ? IconCalendarTime : IconListDetails, address))
  const known = [...changes, ...(may(setLocationStatus) && words.length > 0 ? statuses : []), ...tabs]
  return known.filter(({ label }) => holdsAll(label, words))
}

const lineOf = (hit: SearchHit, name: string, label: string, icon: TablerIcon, marks: readonly string[]) => ({
  key: `do ${hit.id} ${name}`,
  kind: t('Actions at {{code}}', { code: `${hit.code} ${hit.type === 'location' ? hit.title : ''}`.trim() }),
  icon,
  label,
  marks,
})
