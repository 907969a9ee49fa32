import tzLookup from '@photostructure/tz-lookup'
import { sql } from 'kysely'
import { isValidPhoneNumber } from 'libphonenumber-js/max'
import type { Action } from '@wheelhouse/contract/access.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { isRedAfterOrange, redAfterOrange } from '@wheelhouse/contract/locations/location-edit.ts'
import { writeRights } from '@wheelhouse/contract/locations/location-fields.ts'
import type { LocationChange } from '@wheelhouse/contract/locations/location-edit.ts'
import type { LocationField } from '@wheelhouse/contract/locations/location-fields.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { fieldSentence } from '../../http/issue-words.ts'
import { hasRights } from '../../authz/authorize.ts'
import type { Resource } from '../../authz/rights.ts'
import { lockName } from '../../platform/locks.ts'

/** As zod refuses it, for what zod cannot know. */
export const refuse = (field: LocationField, words: string): AppError =>
  new AppError('invalid_body', { field }, fieldSentence(field, words))

/**
 * Each field takes its own actions, held on the location or, before it is born, in the group of its birth. Asked before
 * anything is compared: a refusal says nothing of what stands there.
 */
export async function requireWriteRights(ctx: Ctx, fields: readonly LocationField[], on: Resource): Promise<void> {
  const actions = [...new Set(fields.flatMap((field) => writeRights[field]))]
  if (actions.length === 0) return
  const held = new Set(await rightsAmong(ctx, actions, on))
  for (const field of fields) {
    const missing = writeRights[field].filter((action) => !held.has(action))
    if (missing.length > 0) throw new AppError('forbidden', { missing: `${missing.join(', ')} on location`, field })
  }
}

export async function rightsAmong(ctx: Ctx, actions: readonly Action[], on: Resource): Promise<Action[]> {
  const held = await hasRights(
    ctx,
    actions.map((action) => ['location', action] as const),
    on,
  )
  return actions.filter((_, at) => held[at])
}

/** Unique for ever: also against what was deleted or has another code by now. The lock keeps two from both finding it free. */
export async function assertCodeUnique(tx: Tx, code: string, id: string): Promise<void> {
  await lockName(tx, 'locations', code)
  const taken = await tx
    .selectFrom('location_codes')
    .select('code')
    .where('code', '=', code)
    .where('location_id', '<>', id)
    .executeTakeFirst()
  if (taken) throw new AppError('location_code_taken', { field: 'code' })
}

/** What only a phone library, the settings and the database's own list of time zones can tell. */
export async function assertRealValues(tx: Tx, { config }: Ctx, change: LocationChange): Promise<void> {
  const { support_phone, terms_url, time_zone } = change
  if (terms_url && !terms_url.startsWith(config.terms_url_prefix))
    throw refuse('terms_url', `Terms URL must start with ${config.terms_url_prefix}`)
  if (support_phone && !isValidPhoneNumber(support_phone)) throw refuse('support_phone', 'Invalid phone number')
  if (!time_zone || knownZones.has(time_zone)) return
  const { rows } = await sql<{
    is_known: boolean
  }>`select exists (select 1 from pg_timezone_names where name = ${time_zone}) as is_known`.execute(tx)
  if (!rows[0]?.is_known) throw refuse('time_zone', 'Time zone: there is no such time zone')
  knownZones.add(time_zone)
}

/** PostgreSQL reads some 600 files to tell; an import asks a thousand times. Only names that it knows come in. */
const knownZones = new Set<string>()

interface Whole {
  latitude: number | null
  longitude: number | null
  bubble_orange_hours: number
  bubble_red_hours: number
}

/** Rules of two fields, asked of what will be there where one of the two is written. */
export function assertPairsValid(row: Whole, written: object): void {
  const isWritten = (...fields: (keyof Whole)[]): boolean => fields.some((field) => field in written)
  if (isWritten('latitude', 'longitude') && (row.latitude === null) !== (row.longitude === null))
    throw refuse('latitude', 'Pick the place on the map')
  if (isWritten('bubble_orange_hours', 'bubble_red_hours') && !isRedAfterOrange(row))
    throw refuse('bubble_red_hours', redAfterOrange)
}

/** Values: the time zone of a location is derived from its coordinates; nothing is known without them. */
export const zoneAt = (latitude: number | null | undefined, longitude: number | null | undefined): string =>
  typeof latitude === 'number' && typeof longitude === 'number' ? tzLookup(latitude, longitude) : unknownZone
export const unknownZone = 'UTC'
