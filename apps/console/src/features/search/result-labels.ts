import {
  IconBuilding,
  IconCpu,
  IconFlag,
  IconMapPin,
  IconParking,
  IconParkingCircle,
  IconRoute,
  IconRouter,
  IconScooter,
  IconTerminal2,
  IconUser,
  IconUserShield,
} from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import { valueIn } from '@wheelhouse/contract/certain.ts'
import type { SearchHit, SearchType } from '@wheelhouse/contract/search/search.ts'
import type { Format } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { devicePath } from '../devices/device-link.tsx'
import { hardwarePath } from '../hardware/hardware-link.tsx'
import { locationPath } from '../locations/location-link.tsx'
import { organizationPath } from '../organizations/organization-link.tsx'
import { parkingSessionPath } from '../parking-sessions/parking-session-link.tsx'
import { rentalPath } from '../rentals/rental-link.tsx'
import { rentalSessionPath } from '../rental-sessions/rental-session-link.tsx'
import { userPath } from '../users/user-link.tsx'

/** What a kind of result is called, and its picture. */
export const foundKinds: Record<SearchType, { word: string; icon: TablerIcon }> = {
  location: { word: 'Locations', icon: IconMapPin },
  device: { word: 'Devices', icon: IconParking },
  external_device: { word: 'External devices', icon: IconRouter },
  rental_device: { word: 'Rental devices', icon: IconScooter },
  hardware: { word: 'Hardware in stock', icon: IconCpu },
  session: { word: 'Parking sessions', icon: IconParkingCircle },
  rental_session: { word: 'Rental sessions', icon: IconRoute },
  command: { word: 'Commands', icon: IconTerminal2 },
  organization: { word: 'Organizations', icon: IconBuilding },
  user: { word: 'Users', icon: IconUser },
  console_user: { word: 'Console users', icon: IconUserShield },
  point_of_interest: { word: 'Points of interest', icon: IconFlag },
}

/** The page of what was found. */
export const foundHref = ({ type, id, detail, location_id, device_id, hardware_id }: SearchHit): string =>
  ({
    location: locationPath(id),
    device: devicePath(location_id ?? '', id),
    external_device: `/external-devices?open=${location_id}.${id}`,
    rental_device: rentalPath(id),
    hardware: hardwarePath(id),
    session: parkingSessionPath(id),
    rental_session: rentalSessionPath(id),
    command:
      device_id === null
        ? `${hardwarePath(hardware_id ?? '')}?view=commands`
        : devicePath(location_id ?? '', device_id),
    organization: organizationPath(id),
    user: userPath(id),
    // Its panel opens over the list, which must have the row.
    console_user: `/users/console?q=${encodeURIComponent(detail)}&open=${id}`,
    point_of_interest: `/points-of-interest?open=${id}`,
  })[type]

/** By what a person was found, where the name does not say it. A card is written as the reader prefers. */
export function foundDetail({ matched, detail, rfid }: SearchHit, format: Format): string {
  const by = valueIn({ phone: t('by phone'), email: t('by email'), pin: t('by PIN') }, matched)
  const card = rfid
    ? t(matched === 'rfid_reversed' ? 'card {{card}}, bytes reversed' : 'card {{card}}', { card: format.rfid(rfid) })
    : undefined
  return [detail, card ?? by].filter(Boolean).join(', ')
}

/** A text cut where its marks begin and end, for bold; case does not matter. */
export function marked(text: string, marks: readonly string[]): { text: string; isMarked: boolean }[] {
  const wanted = marks.filter(Boolean).toSorted((one, other) => other.length - one.length)
  if (wanted.length === 0 || text === '') return [{ text, isMarked: false }]
  const escaped = wanted.map((mark) => mark.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return text
    .split(new RegExp(`(${escaped.join('|')})`, 'gi'))
    .map((part, index) => ({ text: part, isMarked: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}
