import { sql } from 'kysely'
import * as z from 'zod'
import { fieldOf, certain, recordOf } from '@wheelhouse/contract/certain.ts'
import { CreateDevicesBody, highestDeviceNumber } from '@wheelhouse/contract/devices/device-edit.ts'
import type { DeviceBody } from '@wheelhouse/contract/devices/device-edit.ts'
import {
  deviceFieldCells,
  deviceFieldNames,
  deviceFieldSchemas,
  plainDeviceFields,
} from '@wheelhouse/contract/devices/device-fields.ts'
import { DeviceType } from '@wheelhouse/contract/devices/devices.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { LocationCode } from '@wheelhouse/contract/locations/location-values.ts'
import type { Ctx } from '../../platform/context.ts'
import { createDevices } from '../devices/create-devices.ts'
import { updateDevice } from '../devices/edit-device.ts'
import { setQrCode } from '../devices/qr-codes.ts'
import { assignHardware, removeHardware } from '../hardware/assignment.ts'
import { issueWords } from '../../http/issue-words.ts'
import { requirePermission } from '../../authz/authorize.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { changesOf, readers } from './cells.ts'
import type { Cells, Importer } from './cells.ts'

/** Digits alone: a spreadsheet's `1.0` or `1e3` is asked back. */
const DeviceNumber = z
  .string('Positive numbers only')
  .regex(/^\d{1,9}$/, 'Positive numbers only')
  .transform(Number)
  .pipe(z.int().min(1, 'Positive numbers only').max(highestDeviceNumber, `At most ${highestDeviceNumber}`))

const DeviceLine = z.object({
  location_code: LocationCode,
  type: z.enum(DeviceType.options, 'Type is required'),
  number: DeviceNumber,
  ...z.object(deviceFieldSchemas).partial().shape,
})
type DeviceLine = z.output<typeof DeviceLine>

interface Present extends DeviceBody {
  id: string
  row_label: string
  qr_code: string | null
  hardware_id: string | null
  version: number
}

/** The cells of fields as their schemas take them; a column that the file lacks stays absent. */
const fieldsIn = (cells: Cells): Record<string, unknown> =>
  Object.fromEntries(
    deviceFieldNames.flatMap((name) => {
      const cell = cells[name]
      return cell === undefined ? [] : [[name, readers[deviceFieldCells[name]](cell)]]
    }),
  )

/**
 * A known number is changed, a new one created. Only what differs is written, each by its own verb and right: UPDATE,
 * SETDEEPLINK, ASSIGNHARDWARE. The row of a device that stands already is changed where all are ordered, not here.
 */
export const importDevice: Importer = {
  keyOf: ({ location_code = '', type = '', number = '' }) =>
    `${location_code}/${(DeviceNumber.safeParse(number).data ?? number).toString().padStart(2, '0')} ${type}`,
  writeRights: [
    ['device', 'CREATE'],
    ['device', 'UPDATE'],
    ['device', 'SETDEEPLINK'],
    ['device', 'ASSIGNHARDWARE'],
  ],
  async run(inside, cells) {
    const line = DeviceLine.parse({ ...cells, ...fieldsIn(cells) }, { error: issueWords })
    const location = await visibleLocation(inside, line.location_code)
    const before = await deviceOf(inside, location, line)
    const present = before ?? (await created(inside, location, line))
    const { location_code: _code, type: _type, number: _number, ...wanted } = line
    const change = Object.fromEntries(
      Object.entries(wanted).filter(([name, value]) => value !== fieldOf(present, name)),
    )
    if (before && 'row_label' in change) throw new AppError('order_not_imported', { field: 'row_label' })
    await writeChange(inside, present, change)
    if (!before) return { action: 'create', changes: changesOf({}, wanted) }
    return Object.keys(change).length === 0
      ? { action: 'same', changes: [] }
      : { action: 'update', changes: changesOf(present, change) }
  },
}

async function visibleLocation(inside: Ctx, code: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select l.id from locations l
    where l.code = ${code} and ${rowIsVisible(inside, 'location', 'GET', 'location', sql`l.id`)}`.execute(inside.db)
  if (rows[0]) return rows[0].id
  throw new z.ZodError([
    { code: 'custom', path: ['location_code'], message: `There is no location ${code}`, input: code },
  ])
}

const fieldColumns = sql.join(deviceFieldNames.map((name) => sql.ref(`d.${name}`)))

async function deviceOf(
  inside: Ctx,
  locationId: string,
  { type, number }: Pick<DeviceLine, 'type' | 'number'>,
): Promise<Present | undefined> {
  const { rows } = await sql<Present>`select d.id, ${fieldColumns}, d.version from devices d
    where d.location_id = ${locationId}::uuid and d.type = ${type} and d.number = ${number} and d.deleted_at is null
      and (${rowIsVisible(inside, 'device', 'GET', 'location', sql`d.location_id`)} or ${rowIsVisible(inside, 'device', 'GET', 'device', sql`d.id`)})`.execute(
    inside.db,
  )
  return rows[0]
}

/** With its number, and without a code: the file says which is on it. */
async function created(inside: Ctx, location: string, line: DeviceLine): Promise<Present> {
  await requirePermission(inside, { device: ['CREATE'] }, { type: 'location', id: location })
  const { location_code: _, number: first_number, qr_code: _code, hardware_id: _hardware, ...fields } = line
  const body = CreateDevicesBody.parse({ ...fields, first_number, amount: 1, has_qr_codes: false })
  const [device] = await createDevices(inside, location, body)
  return certain(device)
}

async function writeChange(inside: Ctx, before: Present, change: Partial<DeviceLine>): Promise<void> {
  const { id, hardware_id, version } = before
  const device = { type: 'device', id } as const
  if (plainDeviceFields.some((name) => change[name] !== undefined)) {
    await requirePermission(inside, { device: ['UPDATE'] }, device)
    const body: DeviceBody = recordOf(plainDeviceFields, (name) => change[name] ?? before[name])
    await updateDevice(inside, id, body, version)
  }
  if (change.qr_code !== undefined) {
    await requirePermission(inside, { device: ['SETDEEPLINK'] }, device)
    await setQrCode(inside, id, change.qr_code)
  }
  if (change.hardware_id !== undefined) {
    await requirePermission(inside, { device: ['ASSIGNHARDWARE'] }, device)
    if (change.hardware_id !== null)
      await assignHardware(inside, id, { hardware_id: change.hardware_id, instead_of: hardware_id })
    else if (hardware_id !== null) await removeHardware(inside, id, hardware_id)
  }
}
