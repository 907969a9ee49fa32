import { sql } from 'kysely'
import { consoleUsers } from '@wheelhouse/contract/console-users/console-users.ts'
import type { ConsoleUser } from '@wheelhouse/contract/console-users/profile.ts'
import type { Db } from '../../platform/context.ts'
import { instant, int, orNull, text, uuid, word } from '../../lists/columns.ts'
import { age, anyOf, search } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'

const status = sql`case when p.disabled_at is null then 'active' else 'disabled' end`

export const consoleUserList = listQuery(consoleUsers, {
  from: () => sql`console_users p left join organizations o on o.id = p.organization_id`,
  id: sql`p.id`,
  visibleBy: [{ type: 'console_user', column: sql`p.id` }],
  columns: () => ({
    id: uuid(sql`p.id`),
    kind: word(sql`p.kind`),
    email: word(sql`p.email`),
    name: text(sql`p.name`),
    organization_id: orNull(uuid(sql`p.organization_id`)),
    organization_name: orNull(text(sql`o.name`)),
    last_signed_in_at: orNull(instant(sql`p.last_signed_in_at`)),
    position: text(sql`p.position`),
    phone: word(sql`p.phone`),
    comment: text(sql`p.comment`),
    status: word(status),
    disabled_reason: orNull(text(sql`p.disabled_reason`)),
    created_at: instant(sql`p.created_at`),
    version: int(sql`p.version`),
  }),
  filters: () => ({
    q: search(sql`p.name`, sql`p.email`, sql`p.position`),
    organization_id: anyOf(sql`p.organization_id`, 'uuid'),
    status: anyOf(status),
    kind: anyOf(sql`p.kind`),
    last_signed_in_at: age(sql`p.last_signed_in_at`),
    created_at: age(sql`p.created_at`),
  }),
  sorts: () => ({ email: { by: sql`lower(p.email)`, cast: 'text' } }),
})

export async function consoleUserById(db: Db, id: string): Promise<ConsoleUser | undefined> {
  return db
    .selectFrom('console_users as p')
    .leftJoin('organizations as o', 'o.id', 'p.organization_id')
    .select(['p.id', 'p.email', 'p.name', 'p.organization_id', 'o.name as organization_name', 'p.last_signed_in_at'])
    .where('p.id', '=', id)
    .executeTakeFirst()
}
