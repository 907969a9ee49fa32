import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type {
  ConsoleUser,
  ConsoleUserQuery,
  ConsoleUserRow,
  consoleUserSorts,
} from '@wheelhouse/contract/console-users/console-users.ts'
import type { exportConsoleUsers } from '@wheelhouse/contract/console-users/console-users.ts'
import type { Ctx, Db } from '../../platform/context.ts'
import type { CsvColumns } from '../../lists/export.ts'
import type { ListInput, Page } from '../../lists/list-pages.ts'
import { contains, collated, sortedPage } from '../../lists/keyset.ts'
import type { SortColumn } from '../../lists/keyset.ts'
import { visiblePredicate, visibleTo } from '../../authz/visible.ts'

type Sort = (typeof consoleUserSorts)[number]

const status = sql`case when p.disabled_at is null then 'active' else 'disabled' end`

const sorts: Record<Sort, SortColumn> = {
  name: { by: collated(sql`p.name`), kind: 'text' },
  email: { by: sql`lower(p.email)`, kind: 'text' },
  organization_name: { by: collated(sql`o.name`), kind: 'text' },
  position: { by: collated(sql`nullif(p.position, '')`), kind: 'text' },
  status: { by: status, kind: 'text' },
  last_signed_in_at: { by: sql`p.last_signed_in_at`, kind: 'timestamptz' },
  created_at: { by: sql`p.created_at`, kind: 'timestamptz' },
}

const columns = sql`p.id, p.email, p.name, p.organization_id, o.name as organization_name, p.last_signed_in_at, p.position, p.phone, p.comment,
  ${status} as status, p.disabled_reason, p.created_at, p.version`

function filterOf({ q, organization_id, status: wanted }: ConsoleUserQuery): RawBuilder<boolean> {
  const parts: RawBuilder<boolean>[] = [sql<boolean>`true`]
  if (q)
    parts.push(
      sql<boolean>`(${contains(sql`p.name`, q)} or ${contains(sql`p.email`, q)} or ${contains(sql`p.position`, q)})`,
    )
  if (organization_id) parts.push(sql<boolean>`p.organization_id = any(${organization_id}::uuid[])`)
  if (wanted) parts.push(sql<boolean>`${status} = any(${wanted}::text[])`)
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

export async function consoleUserPage(
  ctx: Ctx,
  { query }: ListInput<unknown, ConsoleUserQuery>,
): Promise<Page<ConsoleUserRow>> {
  const visible = await visibleTo(ctx, 'console_user', 'GET', 'console_user')
  const list = {
    sorts,
    from: sql`console_users p left join organizations o on o.id = p.organization_id`,
    id: sql`p.id`,
    where: sql<boolean>`${visiblePredicate(visible, sql`p.id`)} and ${filterOf(query)}`,
    rows: sql`left join console_users p on p.id = page.id left join organizations o on o.id = p.organization_id`,
    columns,
  }
  return sortedPage<ConsoleUserRow, Sort>(ctx.db, list, query)
}

export async function consoleUserRow(db: Db, id: string): Promise<ConsoleUserRow> {
  const { rows } = await sql<ConsoleUserRow>`
    select ${columns} from console_users p left join organizations o on o.id = p.organization_id where p.id = ${id}::uuid`.execute(
    db,
  )
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}

export async function consoleUserById(db: Db, id: string): Promise<ConsoleUser | undefined> {
  return db
    .selectFrom('console_users as p')
    .leftJoin('organizations as o', 'o.id', 'p.organization_id')
    .select(['p.id', 'p.email', 'p.name', 'p.organization_id', 'o.name as organization_name', 'p.last_signed_in_at'])
    .where('p.id', '=', id)
    .executeTakeFirst()
}

export const consoleUserCells: CsvColumns<typeof exportConsoleUsers, ConsoleUserRow> = {
  id: (row) => row.id,
  name: (row) => row.name,
  email: (row) => row.email,
  position: (row) => row.position,
  phone: (row) => row.phone,
  organization_name: (row) => row.organization_name,
  status: (row) => row.status,
  disabled_reason: (row) => row.disabled_reason,
  last_signed_in_at: (row) => row.last_signed_in_at,
  created_at: (row) => row.created_at,
}
