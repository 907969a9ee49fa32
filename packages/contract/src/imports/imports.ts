import * as z from 'zod'
import { deviceFieldNames } from '../devices/device-fields.ts'
import { getDevice } from '../devices/devices.ts'
import { getHardware, listUnassignedHardware } from '../hardware/hardware.ts'
import { locationPoints } from '../locations/location-points.ts'
import { locationImports } from '../locations/location-fields.ts'
import { listLocationPrivateTags, listLocations, listLocationTags, locationTotals } from '../locations/locations.ts'
import { route } from '../route.ts'

export const importKinds = ['locations', 'devices'] as const
export type ImportKind = (typeof importKinds)[number]

/** More is a matter for several files: all rows are one transaction, and a person looks at each of them. */
export const importRowsAtMost = 1_000
export const importCharactersAtMost = 900_000
/** Limit of the request in bytes: a character takes up to three, and JSON escapes quotes and line ends. */
const bodyAtMost = 4 * 1024 * 1024

/** What a file may hold; the first ones name the row, the others may be left out. Names are those of the exports. */
export const importColumns = {
  locations: {
    key: ['code'],
    fields: locationImports,
  },
  devices: {
    key: ['location_code', 'type', 'number'],
    fields: deviceFieldNames,
  },
} as const satisfies Record<ImportKind, { key: readonly string[]; fields: readonly string[] }>

export const ImportFailure = z.object({
  /** The column, where it is one. */
  field: z.string().nullable(),
  error_code: z.string(),
  error_message: z.string(),
})

export const ImportRow = z.object({
  /** As the file counts, its heads being line 1. */
  line: z.number().int(),
  /** `104217`, `104217/07`. */
  key: z.string(),
  action: z.enum(['create', 'update', 'same', 'refused']),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  failures: z.array(ImportFailure),
})
export type ImportRow = z.infer<typeof ImportRow>

export const ImportPreview = z.object({
  rows: z.array(ImportRow),
  /** Columns of the file that are known and cannot be written, such as `health`. */
  ignored_columns: z.array(z.string()),
  /** Of what is shown here: the import that follows is this one or none. */
  fingerprint: z.string(),
})
export type ImportPreview = z.infer<typeof ImportPreview>

const file = {
  kind: z.enum(importKinds),
  /** With heads in the first line; comma, semicolon or tab. */
  csv: z.string().min(1, 'The file is empty').max(importCharactersAtMost, 'The file is too large: split it'),
}
const access = {
  signed_in: 'each row asks for its own permission: CREATE or UPDATE of the location, the device, its hardware',
} as const

/** What the file would change, by doing it and taking it back. Nothing stays. */
export const previewImport = route({
  method: 'POST',
  path: '/location/v1/imports/previews',
  summary: 'What an import of locations or devices would change',
  says: { failed: 'Read file failed' },
  access,
  body: z.strictObject(file),
  bodyAtMost,
  reply: ImportPreview,
})

/** All rows or none: 422 names each row that was refused, 409 `import_changed` when it would do something else by now than what was shown. */
export const importFile = route({
  method: 'POST',
  path: '/location/v1/imports',
  summary: 'Import locations or devices from CSV',
  says: { failed: 'Import failed' },
  access,
  body: z.strictObject({ ...file, fingerprint: z.string().min(1).max(64) }),
  bodyAtMost,
  reply: z.object({ created: z.number().int(), updated: z.number().int(), same: z.number().int() }),
  changes: [
    listLocations,
    locationTotals,
    locationPoints,
    listLocationTags,
    listLocationPrivateTags,
    getDevice,
    listUnassignedHardware,
    getHardware,
  ],
})
