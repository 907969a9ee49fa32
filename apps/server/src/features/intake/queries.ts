import { sql } from 'kysely'
import { normalizedHardwareId } from '@wheelhouse/contract/hardware/hardware-ids.ts'
import { intakes } from '@wheelhouse/contract/intake/intake.ts'
import { holdsInStock } from '../../authz/rights.ts'
import { bool, collated, instant, int, json, orNull, text, uuid, word } from '../../lists/columns.ts'
import { age, anyOf, contains, own, searchBy } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'
import { isUnknown } from './intake-rows.ts'

const isMarked = (mark: 'is_added' | 'is_refused') => sql`((c.value ? ${sql.lit(mark)}) and ${isUnknown(sql`c.key`)})`
const isAdded = isMarked('is_added')
const children = sql`(select coalesce(jsonb_agg(jsonb_build_object('hardware_id', c.key, 'type', c.value ->> 'type', 'is_added', ${isAdded},
    'is_refused', ${isMarked('is_refused')}) order by c.key), '[]') from jsonb_each(i.children) c)`
/** Accepted, and something waits in it: looked for only where there is a mark. */
const state = sql`case when i.state = 'accepted' and jsonb_path_exists(i.children, '$.*.is_added')
  and exists (select 1 from jsonb_each(i.children) c where ${isAdded}) then 'extended' else i.state end`

/** Ids are asked for as they are printed, in groups. */
function searchConditions(q: string) {
  const digits = normalizedHardwareId(q)
  const columns = [sql`i.comment`, sql`i.firmware_name`, sql`i.mesh_id::text`, sql`i.mac_address`]
  const inText = columns.map((column) => contains(column, q))
  return /^[0-9A-F]+$/.test(digits) ? [...inText, contains(sql`i.hardware_id`, digits)] : inText
}

/** A reader sees all of it or none: it belongs to the stock (rights: model). */
export const intakeList = listQuery(intakes, {
  from: () => sql`hardware_intakes i left join console_users p on p.id = i.decided_by`,
  id: sql`i.id`,
  visibleBy: [],
  where: ({ person }) => holdsInStock(person, 'hardware', 'GETUNASSIGNED'),
  columns: () => ({
    id: uuid(sql`i.id`),
    hardware_id: word(sql`i.hardware_id`),
    state: word(state),
    type: word(sql`i.type`),
    mac_address: word(sql`i.mac_address`),
    mesh_id: word(sql`i.mesh_id`),
    firmware_name: text(sql`i.firmware_name`),
    firmware_version: text(sql`i.firmware_version`),
    pcb_version: text(sql`i.pcb_version`),
    protocol_version: text(sql`i.protocol_version`),
    children: json(children),
    boots: int(sql`i.boots`),
    first_seen_at: instant(sql`i.first_seen_at`),
    last_seen_at: instant(sql`i.last_seen_at`),
    decided_by_name: orNull(text(sql`p.name`)),
    decided_at: orNull(instant(sql`i.decided_at`)),
    comment: text(sql`i.comment`),
    is_secret_pending: bool(sql`(i.sealed_secret is not null)`),
  }),
  filters: () => ({
    q: searchBy(searchConditions),
    id: own((id: string | undefined) => sql<boolean>`i.id = ${id}::uuid`),
    state: anyOf(state),
    type: anyOf(sql`i.type`),
    last_seen_at: age(sql`i.last_seen_at`),
  }),
  sorts: () => ({ firmware_name: { by: collated(sql`i.firmware_name`), cast: 'text' } }),
})
