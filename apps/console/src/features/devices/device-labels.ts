import { alarmLabel } from '@wheelhouse/contract/devices/alarm-labels.ts'
import { isOneOf } from '@wheelhouse/contract/certain.ts'
import { dockTypes, hardwareTypeLabels } from '@wheelhouse/contract/devices/devices.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { deviceNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import type { Option } from '../../ui/form/choice-fields.tsx'

const typeLabels: Record<string, string> = hardwareTypeLabels
/** "Rental dock"; a newer server may know more types than this build. */
export const deviceTypeWord = (type: string): string => t(typeLabels[type] ?? type.replaceAll('_', ' '))

/** "Dock 07", as it is written on it. */
export const deviceName = ({ type, number }: { type: string; number: number }): string =>
  `${deviceTypeWord(type)} ${deviceNumber(number)}`

/** "dock 07", within a sentence. */
export const deviceWithin = (device: { type: string; number: number }): string =>
  deviceName(device).replace(/^./, (first) => first.toLowerCase())

type Named = Pick<Device, 'id' | 'location_code' | 'type' | 'number'>

interface Naming<Of extends Named> {
  /** Dim beside the name, and found by. */
  detailOf: (device: Of) => string
  /** Says the code of its location before the name of each device: those of several locations may be chosen. */
  isAcrossLocations: boolean
}

/** A hardware id is written in groups and typed without them. */
const squeezed = (text: string): string => text.toLowerCase().replaceAll(' ', '')

/** Devices as choices, and those of them that a text finds: by name and detail alone, since a number is part of many codes. */
export function deviceChoices<Of extends Named>(
  devices: readonly Of[],
  text: string,
  { detailOf, isAcrossLocations }: Naming<Of>,
): { all: Option[]; found: Option[] } {
  const asked = squeezed(text)
  const choices = devices.map((device) => {
    const [name, detail] = [deviceName(device), detailOf(device)]
    const label = isAcrossLocations ? `${device.location_code} ${name}` : name
    return { isFound: squeezed(`${name} ${detail}`).includes(asked), option: { value: device.id, label, detail } }
  })
  return {
    all: choices.map(({ option }) => option),
    found: choices.filter(({ isFound }) => isFound).map(({ option }) => option),
  }
}

const keyLabels: Record<string, string> = { rfid: 'RFID', pin: 'PIN', app: 'App', nfc: 'NFC' }
export const keyWord = (type: string): string => t(keyLabels[type] ?? type)

export const alarmWord = (reason: string): string => t(alarmLabel(reason))

export const isInContact = ({ heartbeat_health }: Pick<Device, 'heartbeat_health'>): boolean =>
  heartbeat_health === 'healthy' || heartbeat_health === 'late'

/** What never reported is not out of contact. */
export const isSilent = (device: Pick<Device, 'heartbeat_health'>): boolean =>
  !isInContact(device) && device.heartbeat_health !== 'no_data'

/** How many of the docks are out of contact, whatever else is wrong with them. */
export function docksOffline(devices: readonly Pick<Device, 'type' | 'heartbeat_health'>[]) {
  const docks = devices.filter(({ type }) => isOneOf(dockTypes, type))
  return { offline: docks.filter(isSilent).length, all: docks.length }
}
