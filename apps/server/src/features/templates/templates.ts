import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type * as z from 'zod'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { ConfigParameter, ParameterValues } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type {
  createTemplate as createRoute,
  Template,
  updateTemplate as updateRoute,
} from '@wheelhouse/contract/templates/templates.ts'
import { refusalOfValue } from '@wheelhouse/device-protocol/parameters.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { requireHardware } from '../../authz/authorize.ts'
import { rowIsVisible, visiblePredicate, visibleSet } from '../../authz/visible.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import { addAuditRecord, publishChange } from '../../journal/journal.ts'
import type { EventDetails, Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { lockName } from '../../platform/locks.ts'
import { parametersOf, presentConfigs } from '../hardware-config/readings.ts'
import { templateList } from './queries.ts'

export interface TemplateRow {
  id: string
  organization_id: string | null
  name: string
  description: string
  firmware_name: string
  device_type: string
  params: ParameterValues
  version: number
}

/** The template, locked for the transaction. To a caller who does not see it, it does not exist. */
export async function lockTemplate(tx: Tx, ctx: Ctx, id: string): Promise<TemplateRow> {
  const visible = visibleSet(ctx, 'hardware', 'GET_CONFIG_TEMPLATES', 'organization')
  const { rows } = await sql<TemplateRow>`
    select id, organization_id, name, description, firmware_name, device_type, params, version from config_templates t
    where id = ${id}::uuid and deleted_at is null and ${visiblePredicate(visible, sql`t.organization_id`)} for update`.execute(
    tx,
  )
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}

/**
 * A template is later applied to hardware of the whole organization, so a right over one lock of it is not enough: it must be
 * held where the organization is, and over everything for a template of the provider.
 */
async function assertMayChange(ctx: Ctx, organizationId: string | null): Promise<void> {
  const isHeld = rowIsVisible(ctx, 'hardware', 'SET_PARAMS', 'organization', sql`${organizationId}::uuid`)
  const { rows } = await sql<{ is_held: boolean }>`select ${isHeld} as is_held`.execute(ctx.db)
  if (!rows[0]?.is_held) throw new AppError('forbidden', { missing: 'SET_PARAMS on hardware' })
}

function recordEvent(
  ctx: Ctx,
  journal: Journal,
  { id, name, organization_id }: Pick<TemplateRow, 'id' | 'name' | 'organization_id'>,
  details: EventDetails<'templates'>,
): void {
  addAuditRecord(journal, {
    actor: personActor(ctx),
    feature: 'templates',
    resource_type: 'config_template',
    resource_id: id,
    resource_name: name,
    visible_through_id: null,
    verb: details.verb,
    before: details.before ?? null,
    after: details.after ?? null,
    reason: details.reason ?? null,
  })
  if (organization_id)
    publishChange(journal, 'config_template', id, null, { through: { type: 'organization', id: organization_id } })
  else publishChange(journal, 'config_template', id, null, { person_id: ctx.person.id })
}

const valuesOf = (params: ParameterValues) => Object.fromEntries(params.map(({ key, value }) => [key, value]))

/** Each value must be one that this hardware has and takes. */
function assertValuesFit(params: readonly ConfigParameter[], values: ParameterValues): void {
  for (const { key, value } of values) {
    const known = params.find((one) => one.key === key)
    if (!known) throw new AppError('unknown_parameter', { field: key })
    if (known.is_secret) throw new AppError('secret_parameter', { field: key })
    if (refusalOfValue(key, known, value)) throw new AppError('parameter_out_of_range', { field: key })
  }
}

type CreateBody = z.output<(typeof createRoute)['body']>

/** It is born in the organization of its maker. */
export function createTemplate(ctx: Ctx, body: CreateBody): Promise<Template> {
  return write(ctx, async (tx, journal, inside) => {
    const { hardware_id, values, name, description } = body
    await requireHardware(inside, hardware_id, { hardware: ['GET_PARAMS', 'SET_PARAMS'] })
    const present = (await presentConfigs(tx, [hardware_id])).get(hardware_id)
    if (!present?.params || !present.firmware_name) throw new AppError('config_values_missing', { hardware_id })
    assertValuesFit(present.params, values)
    const { organization_id } = ctx.person
    await assertMayChange(inside, organization_id)
    const id = uuidv7()
    await assertNameFree(tx, id, organization_id, name)
    const [at, person] = [journal.at.toISOString(), ctx.person.id]
    await sql`insert into config_templates (id, organization_id, name, description, firmware_name, device_type, params,
        created_by, updated_by, created_at, updated_at)
      values (${id}, ${organization_id}, ${name}, ${description}, ${present.firmware_name}, ${present.type}, ${JSON.stringify(values)}::jsonb,
        ${person}, ${person}, ${at}, ${at})`.execute(tx)
    await keepVersion(tx, journal, ctx, { id, version: 1, values, comment: '' })
    recordEvent(ctx, journal, { id, name, organization_id }, { verb: 'created', after: valuesOf(values) })
    return templateList.get(inside, id)
  })
}

interface Version {
  id: string
  version: number
  values: ParameterValues
  comment: string
}

async function keepVersion(tx: Tx, journal: Journal, ctx: Ctx, { id, version, values, comment }: Version) {
  await sql`insert into config_template_versions (id, template_id, version, params, comment, created_by, created_at)
    values (${uuidv7()}, ${id}, ${version}, ${JSON.stringify(values)}::jsonb, ${comment}, ${ctx.person.id}, ${journal.at.toISOString()})`.execute(
    tx,
  )
}

type UpdateBody = z.output<(typeof updateRoute)['body']>

/** Every edit is a version, so that what was applied can be looked up. */
export function updateTemplate(ctx: Ctx, id: string, body: UpdateBody, version: number): Promise<Template> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockTemplate(tx, inside, id)
    await assertMayChange(inside, before.organization_id)
    assertVersion(before.version, version)
    const { name, description, values, comment } = body
    const isSame = JSON.stringify(before.params) === JSON.stringify(values)
    if (isSame && before.name === name && before.description === description) return templateList.get(inside, id)
    await assertKnownValues(tx, before, values)
    await assertNameFree(tx, id, before.organization_id, name)
    await sql`update config_templates set name = ${name}, description = ${description}, params = ${JSON.stringify(values)}::jsonb,
      version = version + 1, updated_by = ${ctx.person.id}::uuid, updated_at = ${journal.at.toISOString()}::timestamptz
      where id = ${id}::uuid`.execute(tx)
    await keepVersion(tx, journal, ctx, { id, version: before.version + 1, values, comment })
    const [was, is] = [valuesOf(before.params), valuesOf(values)]
    recordEvent(ctx, journal, { ...before, name }, { verb: 'updated', before: was, after: is, reason: comment || null })
    return templateList.get(inside, id)
  })
}

/** What hardware of its firmware reports of its parameters decides which values a template may have. */
async function assertKnownValues(tx: Tx, { firmware_name }: TemplateRow, values: ParameterValues): Promise<void> {
  const parameters = await parametersOf(tx, firmware_name)
  if (parameters) assertValuesFit(parameters, values)
}

export function deleteTemplate(ctx: Ctx, id: string, version: number): Promise<null> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockTemplate(tx, inside, id)
    await assertMayChange(inside, before.organization_id)
    assertVersion(before.version, version)
    await sql`update config_templates set deleted_at = ${journal.at.toISOString()}::timestamptz where id = ${id}::uuid`.execute(
      tx,
    )
    recordEvent(ctx, journal, before, { verb: 'deleted', before: valuesOf(before.params) })
    return null
  })
}

/** The lock keeps two who write at once from both finding it free. */
async function assertNameFree(tx: Tx, id: string, organizationId: string | null, name: string): Promise<void> {
  await lockName(tx, 'config_templates', name.toLowerCase())
  const { rows } = await sql`select 1 from config_templates where lower(name) = lower(${name}) and deleted_at is null
    and organization_id is not distinct from ${organizationId}::uuid and id <> ${id}::uuid`.execute(tx)
  if (rows.length > 0) throw new AppError('template_name_taken', { field: 'name' })
}
