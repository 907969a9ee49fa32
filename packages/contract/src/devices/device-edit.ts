import * as z from 'zod'
import { newDeviceSchemas, plainDeviceSchemas, RowLabel, ScannedQrCode } from './device-fields.ts'
import { Device, DeviceRef, DeviceType, getDevice } from './devices.ts'
import { listLocations, LocationRef } from '../locations/locations.ts'
import { BulkReply, Id, route } from '../route.ts'

/** As many as one location is ever built with at once. */
export const devicesAtOnce = 200
/** All devices of a location, whatever their type: what its page still draws whole. */
export const devicesInLocation = 1_000
/** What a deep link can carry (`123456/9999`), and what a stencil can paint. */
export const highestDeviceNumber = 9_999

const positive = 'Positive numbers only'
const Amount = z.int(positive).min(1, positive).max(devicesAtOnce, `At most ${devicesAtOnce} at once`)
const DeviceNumber = z.int(positive).min(1, positive).max(highestDeviceNumber, `At most ${highestDeviceNumber}`)

/** One request does them one after the other, in the time that a person waits. */
export const SeveralDevices = z
  .array(Id)
  .min(1, 'No device is selected')
  .max(devicesAtOnce, `At most ${devicesAtOnce} devices at once`)

const location = { location: 'location_id' } as const
const device = { device: 'device_id' } as const
const devicesPath = '/device/v1/devices'
const changes = [getDevice, listLocations] as const

/** Spec section 5, "Create-devices amount: positive numbers only". */
export const CreateDevicesBody = z
  .strictObject({
    type: z.enum(DeviceType.options, 'Type is required'),
    amount: Amount,
    /**
     * Without it numbers go on behind the highest that this type ever had here; where there is no room behind it, they are
     * the lowest that are free side by side. Numbers of deleted devices are never used again.
     */
    first_number: DeviceNumber.optional(),
    /** The row on the ground that the new devices join, after the devices that are already in it. */
    row_label: RowLabel.default(''),
    ...newDeviceSchemas,
    /** Each device gets a code at once; its sticker must still be printed and attached (`qr_update_pending`). */
    has_qr_codes: z.boolean().default(true),
  })
  .refine(({ alias, amount }) => alias === '' || amount === 1, {
    path: ['alias'],
    message: 'Alias: of one device only',
  })
export type CreateDevicesBody = z.output<typeof CreateDevicesBody>

/** CREATE is asked in the groups of the location in which they will stand. */
export const createDevices = route({
  method: 'POST',
  path: '/location/v1/locations/:location_id/devices',
  summary: 'Create devices',
  says: { failed: 'Create devices failed' },
  access: { device: ['CREATE'] },
  on: location,
  params: LocationRef,
  body: CreateDevicesBody,
  reply: z.array(Device),
  changes,
})

/** Null: so many in a row are not free any more. */
export const NextDeviceNumber = z.object({ type: DeviceType, number: z.number().int().nullable() })
export type NextDeviceNumber = z.infer<typeof NextDeviceNumber>

/**
 * For each type that the location ever had: the first number that this many new devices would get, deleted devices
 * counted. For any other type it is 1.
 */
export const nextDeviceNumbers = route({
  method: 'GET',
  path: '/location/v1/locations/:location_id/next-device-numbers',
  summary: 'The numbers that new devices of a location are given',
  access: { device: ['CREATE'] },
  on: location,
  params: LocationRef,
  query: z.strictObject({
    amount: z.coerce.number().int().min(1, positive).max(devicesAtOnce, `At most ${devicesAtOnce} at once`).default(1),
  }),
  reply: z.array(NextDeviceNumber),
})

export const DeviceBody = z.strictObject(plainDeviceSchemas)
export type DeviceBody = z.output<typeof DeviceBody>

/** `If-Match` carries the `version` of the device, here and wherever one device is written: its code, its hardware, its end. */
export const updateDevice = route({
  method: 'PUT',
  path: `${devicesPath}/:device_id`,
  summary: 'Update alias and comment of a device',
  says: { failed: 'Update comment failed', done: 'Comment updated' },
  access: { device: ['UPDATE'] },
  on: device,
  params: DeviceRef,
  body: DeviceBody,
  needsVersion: true,
  reply: Device,
  changes,
})

/**
 * A device without hardware is deleted at once (204 and no row). With hardware it becomes `delete_pending`: the
 * hardware gets a command, and the device is deleted when that confirms and nothing is parked in it any more, or after
 * the time limit (`delete_by`). The call is refused with 409 while a session is open in the device. Its history stays
 * readable.
 */
export const deleteDevice = route({
  method: 'DELETE',
  path: `${devicesPath}/:device_id`,
  summary: 'Delete a device',
  says: { failed: 'Delete device failed', done: 'Device deleted' },
  access: { device: ['DELETE'] },
  on: device,
  params: DeviceRef,
  needsVersion: true,
  changes,
})

/** While it is pending; of a device that is not, nothing changes. */
export const keepDevice = route({
  method: 'POST',
  path: `${devicesPath}/:device_id/kept`,
  summary: 'Keep a device whose deletion is pending',
  says: { failed: 'Cancel deletion failed', done: 'Deletion cancelled' },
  access: { device: ['DELETE'] },
  on: device,
  params: DeviceRef,
  needsVersion: true,
  reply: Device,
  changes,
})

/** One after the other; 422 names those that were refused, the others are deleted or pending. */
export const deleteDevices = route({
  method: 'POST',
  path: `${devicesPath}/deletions`,
  summary: 'Delete many devices',
  says: { failed: 'Delete devices failed' },
  access: { device: ['DELETE'] },
  isDeletion: true,
  body: z.strictObject({ device_ids: SeveralDevices }),
  reply: BulkReply,
  changes,
})

/** The order on the ground: rows from the entrance on, in each row from left to right. */
export const DeviceOrderRow = z.strictObject({ label: RowLabel, device_ids: z.array(Id).min(1).max(devicesInLocation) })
export const DeviceOrder = z.object({ version: z.number().int(), rows: z.array(DeviceOrderRow) })
export type DeviceOrder = z.infer<typeof DeviceOrder>

const orderPath = '/location/v1/locations/:location_id/device-order'

export const getDeviceOrder = route({
  method: 'GET',
  path: orderPath,
  summary: 'The order of the devices of a location on the ground',
  says: { failed: 'Fetch device order failed' },
  access: { device: ['GET'] },
  on: location,
  params: LocationRef,
  reply: DeviceOrder,
})

/**
 * The whole order in one call, every device of the location once; 409 `devices_changed` when the set is another one by
 * now. `If-Match` carries the version of the order, which counts for itself.
 */
export const setDeviceOrder = route({
  method: 'PUT',
  path: orderPath,
  summary: 'Set the order of the devices of a location on the ground',
  says: { failed: 'Update device order failed', done: 'Device order saved' },
  access: { device: ['UPDATE'] },
  on: location,
  params: LocationRef,
  /** At most as many rows as devices, since each device may have a separate row. */
  body: z.strictObject({ rows: z.array(DeviceOrderRow).max(devicesInLocation, `At most ${devicesInLocation} rows`) }),
  needsVersion: true,
  reply: DeviceOrder,
  changes,
})

/** The sticker that is on the device already, scanned or typed there; null takes the code away. Nothing is pending afterwards. */
export const setQrCode = route({
  method: 'PUT',
  path: `${devicesPath}/:device_id/qr-code`,
  summary: 'Set the QR code of a device',
  says: { failed: 'Set QR code failed', done: 'QR code set' },
  access: { device: ['SETDEEPLINK'] },
  on: device,
  params: DeviceRef,
  body: z.strictObject({ qr_code: ScannedQrCode.nullable() }),
  needsVersion: true,
  reply: Device,
  changes,
})

/**
 * New codes, whose stickers are still to be put on (`qr_update_pending`); until then the code before (`former_qr_code`)
 * still leads to its device. Without `replace` a device that has a code keeps it. 422 names those that were refused.
 */
export const generateQrCodes = route({
  method: 'POST',
  path: `${devicesPath}/qr-codes`,
  summary: 'Generate QR codes for devices',
  says: { failed: 'Generate QR codes failed' },
  access: { device: ['SETDEEPLINK'] },
  body: z.strictObject({ device_ids: SeveralDevices, replace: z.boolean().default(false) }),
  reply: BulkReply,
  changes,
})

/** The new sticker was scanned at the device: 409 `qr_code_differs` when it is another device's. */
export const confirmQrCode = route({
  method: 'POST',
  path: `${devicesPath}/:device_id/qr-code/confirmation`,
  summary: 'Confirm that the sticker with the QR code is on the device',
  says: { failed: 'Confirm QR code failed', done: 'QR code confirmed' },
  access: { device: ['SETDEEPLINK'] },
  on: device,
  params: DeviceRef,
  body: z.strictObject({ qr_code: ScannedQrCode }),
  needsVersion: true,
  reply: Device,
  changes,
})
