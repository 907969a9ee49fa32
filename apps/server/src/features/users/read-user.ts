import { sql } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { User } from '@wheelhouse/contract/users/users.ts'
import type { Ctx } from '../../platform/context.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { hiddenPin, maskedEmail, maskedPhone } from './masks.ts'

/** One user for this reader. The right to see the row is asked by the route. */
export async function readUser(ctx: Ctx, id: string): Promise<User> {
  const { rows } = await sql<User>`
    select u.id, u.name, u.language, u.country_code, u.region, u.app_version, u.app_platform, u.disabled_reason, u.disabled_at,
      u.deleted_at, u.created_at, u.last_signed_in_at, u.version, ${userStatus} as status, p.can_reveal,
      case when p.can_reveal then u.phone end as phone, case when p.can_reveal then u.email end as email,
      case when p.can_reveal and exists (select from access_keys k where k.user_id = u.id and k.type = 'pin') then ${hiddenPin}::text end as pin,
      (select count(*)::int from push_tokens t where t.user_id = u.id) as push_devices
    from users u cross join lateral (select ${rowIsVisible(ctx, 'user', 'GET_PRIVILEGED', 'user', sql`u.id`)} as can_reveal) p
    where u.id = ${id}::uuid`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new AppError('not_found')
  return { ...row, phone: maskedPhone(row.phone), email: maskedEmail(row.email) }
}

/** Of a row `u` of `users`. */
export const userStatus = sql`case when u.deleted_at is not null then 'deleted' when u.disabled_at is not null then 'disabled' else 'active' end`
