import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Action } from '@wheelhouse/contract/access.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import type { Expr } from '../../lists/columns.ts'
import type { Scope } from '../../lists/list-query.ts'

type Asked = Pick<Scope<unknown, unknown>, 'ctx' | 'visible'>

/** Rows of a page are looked up one by one, as a single row is: gathering all riders that a reader sees took longer than all the rest. */
export const oneUserIsVisible = (
  { visible, ctx: { person } }: Asked,
  userId: Expr,
  action: Action = 'GET',
): RawBuilder<boolean> =>
  person ? rowIsVisible({ person }, 'user', action, 'user', userId) : visible('user', userId, action)

/**
 * Enough to tell two riders apart: the masked phone, else the email, of `u`, which holds no rider whom the reader does not see.
 * Empty for readers who may not ask for it (rights: field levels).
 */
export const maskedContact = (scope: Asked): Expr => sql`case
  when not ${oneUserIsVisible(scope, sql`u.id`, 'GET_PRIVILEGED')} then ''
  when u.phone is not null then left(u.phone, 5) || repeat('•', greatest(3, length(u.phone) - 7)) || right(u.phone, 2)
  when u.email is not null then left(u.email, 1) || '•••••' || substring(u.email from position('@' in u.email)) else '' end`
