import * as z from 'zod'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { locationFieldNames } from '@wheelhouse/contract/locations/location-fields.ts'
import type { LocationChange } from '@wheelhouse/contract/locations/location-edit.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import type { LocationStatus } from '@wheelhouse/contract/locations/location-values.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { personActor } from '../../journal/audit.ts'
import { publishChange, addAuditRecord } from '../../journal/journal.ts'
import type { Journal, EventDetails } from '../../journal/journal.ts'
import { locationById } from './one-location.ts'

/** Every field that is written, with what is not: the row as it stands, kept from others until the end. */
export type LocationRow = Required<LocationChange> & {
  id: string
  status: LocationStatus
  launched_at: string | null
  /** When it was first seen installed. */
  installed_at: string | null
  version: number
  time_zone: string
}

const columns = [
  ...locationFieldNames.filter((field) => field !== 'tags'),
  'id',
  'status',
  'launched_at',
  'installed_at',
  'version',
] as const

/** What only points at it goes on meanwhile: sessions begin while an import holds a thousand of them. */
export async function lockLocation(tx: Tx, id: string): Promise<LocationRow> {
  const row = await tx
    .selectFrom('locations')
    .select([...columns, 'public_tags as tags'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .$narrowType<Pick<LocationRow, 'type' | 'generation' | 'status' | 'power_save' | 'use_case' | 'icon_type'>>()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

/** The version counts whatever changes: who edits what was read before is told (values: concurrency). */
export async function changeRow(tx: Tx, journal: Journal, id: string, values: Record<string, unknown>): Promise<void> {
  const { tags, ...others } = values
  await tx
    .updateTable('locations')
    .set((row) => ({
      ...others,
      ...(tags === undefined ? {} : { public_tags: z.array(z.string()).parse(tags) }),
      updated_at: journal.at.toISOString(),
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** The event, and the news for whoever sees the location now or saw it before. */
export function recordEvent(
  ctx: Ctx,
  journal: Journal,
  { id, label }: { id: string; label: string },
  details: EventDetails<'locations'>,
  formerGroups: string[] = [],
): void {
  addAuditRecord(journal, {
    actor: personActor(ctx),
    feature: 'locations',
    resource_type: 'location',
    resource_id: id,
    resource_name: label,
    visible_through_id: id,
    ...details,
  })
  const through = { type: 'location', id, group_ids: formerGroups } as const
  publishChange(journal, 'location', id, id, formerGroups.length > 0 ? { through } : {})
}

export async function replyWith(ctx: Ctx, id: string): Promise<Location> {
  const location = await locationById(ctx, id)
  if (!location) throw new AppError('not_found')
  return location
}
