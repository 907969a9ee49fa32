import { devicesAtOnce } from '@wheelhouse/contract/devices/device-edit.ts'
import type { NextDeviceNumber } from '@wheelhouse/contract/devices/device-edit.ts'
import type { DeviceType } from '@wheelhouse/contract/devices/devices.ts'
import { deviceName } from './device-labels.ts'
import { deviceNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'

type Numbered = { type: DeviceType; number: number }

/** As the server gives them: it alone knows the numbers of what was deleted, which are never given again. */
type NextNumbers = readonly NextDeviceNumber[]

/** Null: so many are not free side by side. */
export const nextNumber = (next: NextNumbers, type: string): number | null => {
  const known = next.find((one) => one.type === type)
  return known === undefined ? 1 : known.number
}

/** How many numbers the server is asked for. */
export const askedAmount = (amount: unknown): number => (isCount(amount) && amount <= devicesAtOnce ? amount : 1)

/** "Dock 13 to 24". */
export const numberLabels = (type: string, first: number, amount: number): string =>
  amount === 1
    ? deviceName({ type, number: first })
    : t('{{first}} to {{last}}', { first: deviceName({ type, number: first }), last: deviceNumber(first + amount - 1) })

/**
 * The devices that would be created, while the typed text is a positive number (spec section 5). Null means that the
 * server has not answered yet.
 */
export function previewOf(
  next: NextNumbers | null,
  { type, amount, first_number }: Readonly<Record<string, unknown>>,
): string | null {
  if (typeof type !== 'string' || !isCount(amount)) return null
  if (first_number !== null && first_number !== undefined && !isCount(first_number)) return null
  if (isCount(first_number)) return numberLabels(type, first_number, amount)
  const first = next && nextNumber(next, type)
  return first === null ? null : numberLabels(type, first, amount)
}
const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0

/** "Dock 01, 02, 05": the first few of many, each type named once. */
export function listLabels(devices: readonly Numbered[], most = 6): string {
  const shown = devices.slice(0, most)
  const words = shown.map((device, index) =>
    shown[index - 1]?.type === device.type ? deviceNumber(device.number) : deviceName(device),
  )
  const rest = devices.length - shown.length
  return rest > 0 ? t('{{devices}} and {{count}} more', { devices: words.join(', '), count: rest }) : words.join(', ')
}
