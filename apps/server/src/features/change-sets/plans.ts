import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type * as z from 'zod'
import type { ChangeSet, planChangeSet as planRoute } from '@wheelhouse/contract/change-sets/change-sets.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { requireHardwareSet } from '../../authz/hardware-set.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { assertInNoChangeSet } from '../hardware-state/held-hardware.ts'
import { lockTemplate } from '../templates/templates.ts'
import { actionOf, recordChangeSetEvent } from './change-set-rows.ts'
import { emptyPlan, planItems } from './plan-items.ts'
import type { PlannedItem, Wanted } from './plan-items.ts'
import { changeSetList } from './queries.ts'

type Body = z.output<(typeof planRoute)['body']>

/** Sends nothing: what would happen to each device is written down, for a person to read and start. */
export function planChangeSet(ctx: Ctx, body: Body): Promise<ChangeSet> {
  return write(ctx, async (tx, journal, inside) => {
    await requireHardwareSet(inside, body.hardware_ids, {
      reads: ['GET', 'GET_PARAMS'],
      needs: [actionOf(body.change.kind)],
    })
    await assertInNoChangeSet(tx, body.hardware_ids)
    const { wanted, template } = await wantedOf(tx, inside, body)
    const items = inWaves(await planItems(tx, inside, body.hardware_ids, wanted), body)
    const id = uuidv7()
    await insertSet(tx, journal, inside, { id, body, wanted, template })
    await insertItems(tx, id, items)
    const devices = items.filter(({ wave }) => wave !== null).length
    const after = { devices, kind: wanted.kind }
    await recordChangeSetEvent(
      tx,
      journal,
      { id, name: body.name },
      { verb: 'planned', before: null, after, reason: body.comment, ctx: inside },
    )
    return changeSetList.get(inside, id)
  })
}

type TemplateRef = { id: string; version: number } | null

async function wantedOf(tx: Tx, inside: Ctx, { change }: Body): Promise<{ wanted: Wanted; template: TemplateRef }> {
  const none = { values: null, firmware_name: null, channel: null }
  if (change.kind === 'firmware')
    return { wanted: { ...none, kind: 'firmware', channel: change.channel }, template: null }
  if (change.kind === 'config') return { wanted: { ...none, kind: 'config', values: change.values }, template: null }
  const { id, version, params, firmware_name } = await lockTemplate(tx, inside, change.template_id)
  return { wanted: { ...none, kind: 'template', values: params, firmware_name }, template: { id, version } }
}

interface PlacedItem extends PlannedItem {
  wave: number | null
}

/** The canary is wave 0; the others follow in the order of the plan. */
export function inWaves(
  items: readonly PlannedItem[],
  { canary_ids, wave_size }: Pick<Body, 'canary_ids' | 'wave_size'>,
): PlacedItem[] {
  const able = items.filter(({ refusal }) => refusal === null)
  if (able.length === 0) throw emptyPlan(items)
  const canary = new Set(canary_ids)
  if (!able.some(({ hardware_id }) => canary.has(hardware_id)))
    throw new AppError('canary_skipped', { field: 'canary_ids' })
  const followers = able.filter(({ hardware_id }) => !canary.has(hardware_id))
  const waveOf = new Map(followers.map(({ hardware_id }, n) => [hardware_id, 1 + Math.floor(n / wave_size)]))
  return items.map((item) => ({ ...item, wave: item.refusal === null ? (waveOf.get(item.hardware_id) ?? 0) : null }))
}

interface Insert {
  id: string
  body: Body
  wanted: Wanted
  template: TemplateRef
}

async function insertSet(tx: Tx, journal: Journal, ctx: Ctx, { id, body, wanted, template }: Insert): Promise<void> {
  const { name, comment, wave_size, pause_s, max_failed_percent, healthy_within_s } = body
  await tx
    .insertInto('change_sets')
    .values({
      id,
      name,
      kind: wanted.kind,
      status: 'planned',
      comment,
      params: wanted.values && JSON.stringify(wanted.values),
      template_id: template?.id ?? null,
      template_version: template?.version ?? null,
      channel: wanted.channel,
      wave_size,
      pause_s,
      max_failed_percent,
      healthy_within_s,
      planned_by: ctx.person.id,
      planned_at: journal.at.toISOString(),
    })
    .execute()
}

async function insertItems(tx: Tx, change_set_id: string, items: readonly PlacedItem[]): Promise<void> {
  const ordered = items.toSorted((a, b) => (a.wave ?? Infinity) - (b.wave ?? Infinity))
  const rows = ordered.map(({ refusal, changes, wave, ...item }, position) => ({
    ...item,
    id: uuidv7(),
    change_set_id,
    position,
    wave,
    state: wave === null ? 'skipped' : 'waiting',
    failure: refusal,
    changes: JSON.stringify(changes),
  }))
  await sql`insert into change_set_devices (id, change_set_id, position, hardware_id, device_id, location_id, rental_device_id, fleet_id,
      wave, state, failure, changes, config_hash)
    select id, change_set_id, position, hardware_id, device_id, location_id, rental_device_id, fleet_id,
      wave, state, failure, changes::jsonb, config_hash
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, change_set_id uuid, position int, hardware_id text, device_id uuid,
      location_id uuid, rental_device_id uuid, fleet_id uuid, wave int, state text, failure text, changes text, config_hash text)`.execute(
    tx,
  )
}
