import * as z from 'zod'
import { keysOf } from '../certain.ts'
import { codeOf, isQrCode, normalizedQrCode } from '../deep-link/deep-link.ts'
import { declareFields, eachOf, fieldKinds } from '../fields.ts'
import type { CellKind, FieldFacts, FieldWith } from '../fields.ts'
import { HardwareId } from '../hardware/hardware-ids.ts'
import { line, lines } from '../texts.ts'

/** A code as it is typed or scanned: ten letters, or the address that a sticker carries. Spec section 5: "QR must be valid". */
export const ScannedQrCode = z
  .string('QR must be valid')
  .max(2_000, 'QR must be valid')
  .transform((text) => normalizedQrCode(codeOf(text) ?? ''))
  .refine(isQrCode, 'QR must be valid')

export const RowLabel = line('Row', 32)

interface DeviceFacts extends FieldFacts {
  /** Another call than the edit of the device writes the field, and asks for another right. */
  writtenBy?: 'order' | 'qr_code' | 'hardware'
}
const kinds = fieldKinds<DeviceFacts>()

/**
 * Every field of a device that people write, a line each. The plain ones, which the edit of a device writes, give reply, bodies,
 * columns of the file, labels and the empty form; an import has a column for each.
 */
const deviceFields = declareFields({
  /** The order of all devices of the location changes it after creation. */
  row_label: kinds.text(RowLabel, { label: 'Row', writtenBy: 'order' }),
  /** May be empty; unique within the location, whatever its letters' case. */
  alias: kinds.text(line('Alias', 64), { label: 'Alias' }),
  comment: kinds.text(lines('Comment', 500), { label: 'Comment' }),
  qr_code: kinds.textOrNull(ScannedQrCode.nullable(), { label: 'QR code', writtenBy: 'qr_code' }),
  hardware_id: kinds.textOrNull(HardwareId.nullable(), { label: 'Hardware ID', writtenBy: 'hardware' }),
})
type Fields = typeof deviceFields
export type DeviceField = keyof Fields
export type PlainDeviceField = Exclude<
  DeviceField,
  FieldWith<Fields, { writtenBy: NonNullable<DeviceFacts['writtenBy']> }>
>

export const deviceFieldNames = keysOf(deviceFields)
const factsOf = (name: DeviceField): DeviceFacts => deviceFields[name]
const isPlain = (name: DeviceField): name is PlainDeviceField => factsOf(name).writtenBy === undefined
export const plainDeviceFields = deviceFieldNames.filter(isPlain)

export const deviceFieldSchemas = eachOf(deviceFields, 'schema')
export const deviceFieldLabels: Record<DeviceField, string> = eachOf(deviceFields, 'label')
export const deviceFieldCells: Record<DeviceField, CellKind> = eachOf(deviceFields, 'cell')
const blanks: Record<DeviceField, unknown> = eachOf(deviceFields, 'blank')
const replies = eachOf(deviceFields, 'reply')

/** The plain fields of a record that has one of every field. */
export const plainOf = <Of extends Readonly<Record<PlainDeviceField, unknown>>>(values: Of) =>
  // Object.fromEntries forgets the names, all of which the record has.
  Object.fromEntries(plainDeviceFields.map((name) => [name, values[name]])) as Pick<Of, PlainDeviceField>

export const plainDeviceSchemas = plainOf(deviceFieldSchemas)
export const plainDeviceReplies = plainOf(replies)
export const plainDeviceLabels = plainOf(deviceFieldLabels)

const optional = (name: PlainDeviceField): z.ZodType => {
  const schema: z.ZodType = plainDeviceSchemas[name]
  return schema.default(blanks[name])
}
// As `plainOf`: the names are lost, and each schema is that of its name.
/** In the body that creates devices each may be left out. */
export const newDeviceSchemas = Object.fromEntries(plainDeviceFields.map((name) => [name, optional(name)])) as {
  [Name in PlainDeviceField]: z.ZodDefault<(typeof plainDeviceSchemas)[Name]>
}
/** What a new device has of them if nobody says otherwise. */
export const blankDevice = z.object(newDeviceSchemas).parse({})
