import * as z from 'zod'
import { LocationRef } from '../locations/locations.ts'
import { Id, listOf, route } from '../route.ts'

/** Labels on A4 for a code and two lines: for a dock at arm's length, and small ones for lockers and doors. */
export const qrSheetSizes = { large: { columns: 3, rows: 4 }, small: { columns: 4, rows: 7 } } as const
export const QrSheetSize = z.enum(['large', 'small'])
export type QrSheetSize = z.infer<typeof QrSheetSize>

export const qrSheetDevicesAtMost = 1_000

/** A PDF in A4 with a label a device that has a code: the code as QR and as text, location, device. 409 `no_qr_codes` when none has one. */
export const printQrSheet = route({
  method: 'GET',
  path: '/location/v1/locations/:location_id/qr-sheet',
  summary: 'Labels with the QR codes of the devices of a location, to print',
  says: { failed: 'Print labels failed' },
  access: { device: ['SETDEEPLINK'] },
  on: { location: 'location_id' },
  params: LocationRef,
  query: z.strictObject({
    /** None means all. */
    device_id: listOf(Id),
    /** Only those whose sticker is still to be put on. */
    pending: z.enum(['true', 'false']).default('false'),
    size: QrSheetSize.default('large'),
    /** So many labels at the start of the first page are used up already. */
    skip: z.coerce.number().int().min(0).max(27).default(0),
  }),
  file: 'application/pdf',
})
