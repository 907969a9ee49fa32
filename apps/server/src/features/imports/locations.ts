import { sql } from 'kysely'
import * as z from 'zod'
import { LocationChange, LocationCode, NewLocation } from '@wheelhouse/contract/location-edit.ts'
import type { Location } from '@wheelhouse/contract/locations.ts'
import type { Ctx } from '../../http/context.ts'
import { createLocation, updateLocation } from '../location-edit/location-edit.ts'
import { replyWith } from '../location-edit/rows.ts'
import { seesRow } from '../permissions/visible.ts'
import { changesOf, numberIn, textIn, truthIn, wordsIn } from './cells.ts'
import type { Importer } from './cells.ts'

type Read = (cell: string) => unknown

/** How a cell is read; a column without a line here is text. */
const readers: Readonly<Record<string, Read>> = {
  ...{ latitude: numberIn, longitude: numberIn, free_parking_hours: numberIn, bubble_orange_hours: numberIn, bubble_red_hours: numberIn },
  ...{ tags: wordsIn, private_tags: wordsIn },
  ...{ is_free: truthIn, has_booking: truthIn, has_app_parking: truthIn, has_rfid_parking: truthIn, has_e_charging: truthIn },
  ...{ is_publicly_visible: truthIn, has_camera: truthIn, has_auto_restarts: truthIn },
  use_case: (cell) => cell || null,
  time_zone: (cell) => cell || null,
}

const organizationOf: Readonly<Record<string, string>> = {
  owner_name: 'owner_id',
  operator_name: 'operator_id',
  distributor_name: 'distributor_id',
  reseller_name: 'reseller_id',
}

/**
 * A known code is changed, a new one created. Only what differs is written: each field takes its own right, and who
 * exports a list, mends a column and imports it again needs no right for the others.
 */
export const importLocation: Importer = {
  keyOf: ({ code }) => code ?? '',
  async run(inside, cells) {
    const code = LocationCode.safeParse(cells.code).data
    const wanted = await fieldsOf(inside, cells)
    const before = code === undefined ? undefined : await visibleByCode(inside, code)
    if (!before) {
      const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== '' && value !== null))
      await createLocation(inside, NewLocation.parse({ ...given, code: cells.code }))
      return { action: 'create', changes: changesOf({}, given) }
    }
    const change = differing(before, wanted)
    if (Object.keys(change).length === 0) return { action: 'same', changes: [] }
    await updateLocation(inside, before.id, LocationChange.parse(change), before.version)
    return { action: 'update', changes: changesOf(before, change) }
  },
}

async function visibleByCode(inside: Ctx, code: string): Promise<Location | undefined> {
  const { rows } = await sql<{ id: string }>`select l.id from locations l
    where l.code = ${code} and ${seesRow(inside, 'location', 'GET', 'location', sql`l.id`)}`.execute(inside.db)
  return rows[0] && (await replyWith(inside, rows[0].id))
}

async function fieldsOf(inside: Ctx, cells: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  for (const [name, cell] of Object.entries(cells)) {
    if (name === 'code') continue
    const organization = organizationOf[name]
    if (organization) fields[organization] = await organizationNamed(inside, name, cell)
    else fields[name] = (readers[name] ?? textIn)(cell)
  }
  return fields
}

/** By its name, which is unique; one that the importer does not see is not there. */
async function organizationNamed(inside: Ctx, column: string, name: string): Promise<string | null> {
  if (name === '') return null
  const { rows } = await sql<{ id: string }>`select o.id from organizations o
    where o.name = ${name} and ${seesRow(inside, 'organization', 'GET', 'organization', sql`o.id`)}`.execute(inside.db)
  if (rows[0]) return rows[0].id
  throw new z.ZodError([{ code: 'custom', path: [column], message: `There is no organization ${name}`, input: name }])
}

function differing(before: Location, wanted: Record<string, unknown>): Record<string, unknown> {
  const now = before as unknown as Record<string, unknown>
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => JSON.stringify(now[name]) !== JSON.stringify(value)))
}
