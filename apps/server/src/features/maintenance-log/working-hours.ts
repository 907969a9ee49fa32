import { sql } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { WorkingHours, WorkingHoursBody } from '@wheelhouse/contract/maintenance-log/working-hours.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import { addAuditRecord, changedFields, publishChange } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import type { Ctx } from '../../platform/context.ts'

/** What an organization without a row has: every hour counts, by the clock of most of its locations. */
export async function workingHoursOf({ db }: Pick<Ctx, 'db'>, organizationId: string): Promise<WorkingHours> {
  const { rows } = await sql<WorkingHours>`
    select o.id as organization_id, coalesce(h.time_zone, ${zoneOfLocations}, 'UTC') as time_zone, coalesce(h.days, '{}') as days,
      coalesce(h.opens, '08:00') as opens, coalesce(h.closes, '16:00') as closes, coalesce(h.version, 1) as version
    from organizations o left join maintenance_hours h on h.organization_id = o.id
    where o.id = ${organizationId}::uuid`.execute(db)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}

/** Of an organization `o`. */
const zoneOfLocations = sql`(select l.time_zone from locations l where o.id in (l.owner_id, l.operator_id)
  group by l.time_zone order by count(*) desc, l.time_zone limit 1)`

export function updateWorkingHours(
  ctx: Ctx,
  organizationId: string,
  body: WorkingHoursBody,
  version: number,
): Promise<WorkingHours> {
  return write(ctx, async (tx, journal, inside) => {
    const organization = await tx
      .selectFrom('organizations')
      .select(['id', 'name'])
      .where('id', '=', organizationId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const { version: present, organization_id: _, ...before } = await workingHoursOf(inside, organizationId)
    assertVersion(present, version)
    const days = [...new Set(body.days)].toSorted((a, b) => a - b)
    const after = { ...body, days }
    const edit = changedFields({ ...before }, after)
    if (!edit) return workingHoursOf(inside, organizationId)
    const row = { ...after, updated_at: journal.at.toISOString(), version: present + 1 }
    await tx
      .insertInto('maintenance_hours')
      .values({ organization_id: organizationId, ...row })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(row))
      .execute()
    addAuditRecord(journal, {
      actor: personActor(ctx),
      feature: 'maintenance-log',
      verb: 'hours_updated',
      resource_type: 'organization',
      resource_id: organizationId,
      resource_name: organization.name,
      visible_through_id: null,
      ...edit,
    })
    publishChange(journal, 'organization', organizationId, null, {
      through: { type: 'organization', id: organizationId },
    })
    return workingHoursOf(inside, organizationId)
  })
}
