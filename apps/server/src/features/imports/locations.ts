import { sql } from 'kysely'
import * as z from 'zod'
import { isOneOf, fieldOf, keysOf } from '@wheelhouse/contract/certain.ts'
import { LocationChange, NewLocation } from '@wheelhouse/contract/locations/location-edit.ts'
import { LocationCode } from '@wheelhouse/contract/locations/location-values.ts'
import { locationCells, writeRights } from '@wheelhouse/contract/locations/location-fields.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import type { Ctx } from '../../platform/context.ts'
import { createLocation, updateLocation } from '../locations/location-edit.ts'
import { replyWith } from '../locations/locked-rows.ts'
import { issueWords } from '../../http/issue-words.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { changesOf, readers } from './cells.ts'
import type { Cells, Imported, Importer } from './cells.ts'

/** A column without a field of its name, such as `health`, is text. */
const readerOf = (name: string) => readers[isOneOf(keysOf(locationCells), name) ? locationCells[name] : 'text']

const organizationOf: Readonly<Record<string, string>> = {
  owner_name: 'owner_id',
  operator_name: 'operator_id',
  distributor_name: 'distributor_id',
  reseller_name: 'reseller_id',
}
const nameOf: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(organizationOf).map(([name, id]) => [id, name]),
)

type Fields = Record<string, unknown>

/**
 * A known code is changed, a new one created. Only what differs is written: each field takes its own right, and who
 * exports a list, mends a column and imports it again needs no right for the others. What is said of it afterwards is what
 * was written: a country in small letters, or a tag that stands there in capitals, is no change.
 */
export const importLocation: Importer = {
  keyOf: ({ code }) => code ?? '',
  writeRights: [...new Set(Object.values(writeRights).flat())]
    .filter((action) => !action.startsWith('GET'))
    .map((action) => ['location', action]),
  async run(inside, cells) {
    const code = LocationCode.safeParse(cells.code).data
    const before = code === undefined ? undefined : await visibleByCode(inside, code)
    return before ? change(inside, before, cells) : create(inside, cells)
  },
}

async function create(inside: Ctx, cells: Cells): Promise<Imported> {
  const wanted = await fieldsOf(inside, cells)
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => !isBlank(value)))
  const made = await createLocation(inside, NewLocation.parse({ ...given, code: cells.code }, { error: issueWords }))
  return { action: 'create', changes: changesOf({}, shown(given, made)) }
}

async function change(inside: Ctx, before: Location, cells: Cells): Promise<Imported> {
  const wanted = await fieldsOf(inside, cells, before)
  const typed = withBothCoordinates(before, differing(before, wanted))
  const parsed = LocationChange.parse(typed, { error: issueWords })
  const change = withBothCoordinates(before, differing(before, parsed))
  if (Object.keys(change).length === 0) return { action: 'same', changes: [] }
  const after = await updateLocation(inside, before.id, change, before.version)
  const changes = changesOf(before, differing(before, shown(change, after)))
  return { action: changes.length === 0 ? 'same' : 'update', changes }
}

/** As the location answers them now, organizations by name; what the importer may write and not see, as it was given. */
function shown(written: Fields, after: Location): Fields {
  const entries = Object.entries(written).map(([field, value]): [string, unknown] => {
    const name = nameOf[field] ?? field
    return [name, name in after ? fieldOf(after, name) : value]
  })
  return Object.fromEntries(entries)
}

/** One without the other is no place; what did not change goes along. */
function withBothCoordinates({ latitude, longitude }: Location, fields: Fields): Fields {
  return 'latitude' in fields || 'longitude' in fields ? { latitude, longitude, ...fields } : fields
}

const isBlank = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

async function visibleByCode(inside: Ctx, code: string): Promise<Location | undefined> {
  const { rows } = await sql<{ id: string }>`select l.id from locations l
    where l.code = ${code} and ${rowIsVisible(inside, 'location', 'GET', 'location', sql`l.id`)}`.execute(inside.db)
  return rows[0] && (await replyWith(inside, rows[0].id))
}

/** An organization that stands there already needs no look: the importer may see the location and not its organizations. */
async function fieldsOf(inside: Ctx, cells: Cells, before?: Location): Promise<Fields> {
  const fields: Fields = {}
  for (const [name, cell] of Object.entries(cells)) {
    if (name === 'code') continue
    const organization = organizationOf[name]
    if (!organization) fields[name] = readerOf(name)(cell)
    else if (!before || (fieldOf(before, name) ?? '') !== cell)
      fields[organization] = await organizationNamed(inside, name, cell)
  }
  return fields
}

/** By its name, which is unique; one that the importer does not see is not there. */
async function organizationNamed(inside: Ctx, column: string, name: string): Promise<string | null> {
  if (name === '') return null
  const { rows } = await sql<{ id: string }>`select o.id from organizations o
    where o.name = ${name} and ${rowIsVisible(inside, 'organization', 'GET', 'organization', sql`o.id`)}`.execute(
    inside.db,
  )
  if (rows[0]) return rows[0].id
  throw new z.ZodError([{ code: 'custom', path: [column], message: `There is no organization ${name}`, input: name }])
}

/** A field that the importer does not see is empty in their export, and then none of their file. */
function differing(before: Location, wanted: Fields): Fields {
  const now: Fields = { ...before }
  const isOther = ([name, value]: [string, unknown]): boolean =>
    name in now ? JSON.stringify(now[name]) !== JSON.stringify(value) : !isBlank(value)
  return Object.fromEntries(Object.entries(wanted).filter(isOther))
}
