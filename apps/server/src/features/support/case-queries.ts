import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { caseNumberOf, supportCases } from '@wheelhouse/contract/support/support-cases.ts'
import type { CaseNote, SupportCaseDetails } from '@wheelhouse/contract/support/support-cases.ts'
import type { Ctx } from '../../platform/context.ts'
import { instant, int, orNull, text, uuid, word } from '../../lists/columns.ts'
import { age, anyOf, contains, own, searchBy } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'

/** `S-104` and `104` find the case of that number. */
const numberIn = (term: string): RawBuilder<boolean>[] => {
  const number = caseNumberOf(term)
  return number === null ? [] : [sql<boolean>`c.number = ${number}`]
}

export const caseList = listQuery(supportCases, {
  from: ({ visible }) => sql`support_cases c join users u on u.id = c.user_id
    left join locations l on l.id = c.location_id and ${visible('location', sql`c.location_id`)}`,
  rowsFrom: ({ visible }) => sql`support_cases c join users u on u.id = c.user_id
    left join locations l on l.id = c.location_id and ${visible('location', sql`c.location_id`)}
    left join devices d on d.id = c.device_id and l.id is not null
    left join parking_sessions s on s.id = c.session_id and ${visible('session', sql`s.location_id`, 'GET', 'location')}
    left join maintenance_log_entries e on e.id = c.log_entry_id
      and ${visible('location', sql`e.location_id`, 'GET_MAINTENANCE_LOG_ENTRIES')}
    left join console_users b on b.id = c.created_by left join console_users z on z.id = c.closed_by`,
  id: sql`c.id`,
  visibleBy: [{ type: 'user', action: 'GET_PRIVILEGED', column: sql`c.user_id` }],
  columns: () => ({
    id: uuid(sql`c.id`),
    number: int(sql`c.number`),
    status: word(sql`c.status`),
    subject: text(sql`c.subject`),
    reason: orNull(word(sql`c.reason`)),
    user_id: uuid(sql`c.user_id`),
    user_name: text(sql`u.name`),
    location_id: orNull(uuid(sql`l.id`)),
    location_code: orNull(word(sql`l.code`)),
    location_label: orNull(text(sql`l.label`)),
    device_id: orNull(uuid(sql`d.id`)),
    device_number: orNull(int(sql`d.number`)),
    device_type: orNull(word(sql`d.type`)),
    session_id: orNull(uuid(sql`s.id`)),
    log_entry_id: orNull(uuid(sql`e.id`)),
    log_entry_number: orNull(int(sql`e.number`)),
    notes: int(sql`(select count(*) from support_case_notes n where n.case_id = c.id)`),
    created_by_name: orNull(text(sql`b.name`)),
    created_at: instant(sql`c.created_at`),
    updated_at: instant(sql`c.updated_at`),
    closed_by_name: orNull(text(sql`z.name`)),
    closed_at: orNull(instant(sql`c.closed_at`)),
    version: int(sql`c.version`),
  }),
  filters: () => ({
    q: searchBy((term) => [contains(sql`c.subject`, term), ...numberIn(term)]),
    status: anyOf(sql`c.status`),
    reason: anyOf(sql`c.reason`),
    location_id: anyOf(sql`l.id`, 'uuid'),
    user_id: own((id) => sql<boolean>`c.user_id = ${id}::uuid`),
    device_id: own((id) => sql<boolean>`c.device_id = ${id}::uuid and l.id is not null`),
    created_at: age(sql`c.created_at`),
  }),
})

export interface CaseRef {
  rider_id: string
  case_id: string
}

/** Reads a case of exactly this user, because the right was checked on the user in the address. */
export async function caseById(ctx: Ctx, { rider_id, case_id }: CaseRef): Promise<SupportCaseDetails> {
  const found = await caseList.get(ctx, case_id, sql<boolean>`c.user_id = ${rider_id}::uuid`)
  const { rows } = await sql<CaseNote>`select n.id, n.text, b.name as created_by_name, n.created_at
    from support_case_notes n left join console_users b on b.id = n.created_by
    where n.case_id = ${case_id}::uuid order by n.created_at, n.id`.execute(ctx.db)
  return { ...found, notes: rows }
}
