import { sql } from 'kysely'
import { usualOverstayRules } from '@wheelhouse/contract/overstays/overstay-rules.ts'
import type { OverstayRules, RulesOfRegion } from '@wheelhouse/contract/overstays/overstay-rules.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx, Db } from '../../platform/context.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import { addAuditRecord, changedFields, publishChange } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { touchRegion } from '../regions/regions.ts'

/**
 * The rules of the region of location `l`, as `z`. A subdivision precedes its country: it is found by its code or its name in
 * the state of the location.
 */
export const rulesOfLocation = sql`lateral (select o.* from region_configs r join overstay_rules o on o.region_id = r.id
  where r.status = 'enabled' and (r.tag = lower(l.country) or (starts_with(r.tag, lower(l.country) || '_')
    and (r.tag = lower(l.country || '_' || l.state) or lower(r.name) = lower(l.state)))) order by length(r.tag) desc limit 1) z`

interface Region {
  region_id: string
  region_name: string
  version: number
  rules: OverstayRules | null
}

async function regionOf(db: Db, id: string, isLocked: boolean): Promise<Region> {
  const { rows } = await sql<Region>`select r.id as region_id, r.name as region_name, r.version,
      case when o.region_id is not null then to_jsonb(o) - 'region_id' - 'updated_at' end as rules
    from region_configs r left join overstay_rules o on o.region_id = r.id where r.id = ${id}::uuid
    ${isLocked ? sql`for update of r` : sql``}`.execute(db)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}

const shown = ({ rules, ...region }: Region): RulesOfRegion => ({ ...(rules ?? usualOverstayRules), ...region })

export const rulesOfRegion = async ({ db }: Ctx, id: string): Promise<RulesOfRegion> =>
  shown(await regionOf(db, id, false))

/** The version is that of the region: its name, status and rules are read and changed together. */
export function updateRules(ctx: Ctx, id: string, body: OverstayRules, version: number): Promise<RulesOfRegion> {
  return write(ctx, async (tx, journal) => {
    const before = await regionOf(tx, id, true)
    assertVersion(before.version, version)
    const edit = changedFields({ ...(before.rules ?? usualOverstayRules) }, body)
    if (!edit) return shown(before)
    const at = journal.at.toISOString()
    await tx
      .insertInto('overstay_rules')
      .values({ region_id: id, ...body, updated_at: at })
      .onConflict((conflict) => conflict.column('region_id').doUpdateSet({ ...body, updated_at: at }))
      .execute()
    await touchRegion(tx, id, journal.at)
    addAuditRecord(journal, {
      actor: personActor(ctx),
      feature: 'overstays',
      verb: 'rules_updated',
      resource_type: 'console',
      resource_id: id,
      resource_name: before.region_name,
      visible_through_id: null,
      ...edit,
    })
    publishChange(journal, 'region_config', id, null, { through: { type: 'console', id } })
    return shown(await regionOf(tx, id, false))
  })
}
