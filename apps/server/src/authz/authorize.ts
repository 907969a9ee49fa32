import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { needsOf } from '@wheelhouse/contract/access.ts'
import type { Action, Needs, ResourceType } from '@wheelhouse/contract/access.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx, Db, Person } from '../platform/context.ts'
import { keepStatements, markOf } from '../platform/kept-statements.ts'
import { hasAnyRight, holdsOn, readAction } from './rights.ts'
import type { Resource } from './rights.ts'

/** What a request asks: needs over any group, or on one resource. No needs: any person who is signed in. */
export interface Question {
  needs: Needs
  on: Resource | null
}

/** What decides whether a request is admitted. */
export interface Admission {
  is_disabled: boolean
  is_revoked: boolean
  is_visible: boolean
  is_allowed: boolean
}
type Answer = Person & Admission

/** Whose rights are asked, and the sign-in that asks. */
export interface Asker {
  sub: string
  gid: string | null
  /** `sub` is a view of a role (decision 42), which no person is. */
  isRole?: boolean
}

/** Who asks, as rows with the columns of `console_users` that the admission reads. */
const askers = (isRole = false): RawBuilder<unknown> =>
  isRole
    ? sql`(select v.id, '' as email, r.name, g.organization_id, null::timestamptz as disabled_at from permission_views v
        join roles r on r.id = v.role_id join resource_groups g on g.id = v.group_id)`
    : sql`console_users`

/**
 * One statement: the person is enabled, the token's session is not revoked, the resource is visible, the needs are held.
 * Refusals in their order (rights): 401, 404, 403.
 */
export async function authorize(db: Db, bearer: Asker, question: Question): Promise<Person> {
  const answer = await ask(db, { bearer, question })
  assertAdmitted(answer, question)
  return {
    id: answer.id,
    email: answer.email,
    name: answer.name,
    organization_id: answer.organization_id,
    session_id: bearer.gid,
  }
}

/** Made once: the trace of each new one costs as much as the rest of a refusal, and no log shows it. */
const refusals = {
  unauthorized: new AppError('unauthorized'),
  account_disabled: new AppError('account_disabled'),
  not_found: new AppError('not_found'),
}

/** Throws the first refusal that applies, in the order of `rights.md`. */
export function assertAdmitted<A extends Partial<Admission>>(
  answer: A | undefined,
  question: Question,
): asserts answer is A {
  if (!answer || answer.is_revoked) throw refusals.unauthorized
  if (answer.is_disabled) throw refusals.account_disabled
  if (!answer.is_visible) throw refusals.not_found
  if (!answer.is_allowed) throw new AppError('forbidden', { missing: missingText(question.needs) })
}

/** The admission as part of another statement: a row with `Admission`, none where nobody has this id. */
export const admissionOf = ({ bearer: { sub, gid, isRole }, question }: Admitting): RawBuilder<unknown> =>
  sql`select ${admissionColumns(sql`p.id`, sql`${gid}`, question)} from ${askers(isRole)} p where p.id = ${sub}::uuid`

/** Marks of the person, the sign-in and the resource in a kept statement. */
export const askerMarks = { person: markOf('person'), grant: markOf('grant'), resource: markOf('resource') }
/** As many as routes have different needs. */
const kept = keepStatements(askerMarks, 2_000)

/** Who asks what. */
export interface Admitting {
  bearer: Asker
  question: Question
}

/** The same question with marks: equal for everyone who asks it. */
export const markedAdmission = ({ bearer: { isRole = false }, question: { needs, on } }: Admitting): Admitting => ({
  bearer: { sub: askerMarks.person, gid: askerMarks.grant, isRole },
  question: { needs, on: on && { ...on, id: askerMarks.resource } },
})

/** The values of a request, by their marks. */
export const askerValues = ({ bearer: { sub, gid }, question: { on } }: Admitting) => ({
  person: sub,
  grant: gid,
  resource: on?.id ?? null,
})

async function ask(db: Db, admitting: Admitting): Promise<Answer | undefined> {
  const asked = markedAdmission(admitting)
  const [answer] = await kept.rows(db, asked, askerValues(admitting), askOf)
  return answer
}

const askOf = ({ bearer: { sub, gid, isRole }, question }: Admitting) => sql<Answer>`
  select p.id, p.email, p.name, p.organization_id, ${admissionColumns(sql`p.id`, sql`${gid}`, question)}
  from ${askers(isRole)} p where p.id = ${sub}::uuid`

function admissionColumns(person: RawBuilder<unknown>, grant: RawBuilder<unknown>, { needs, on }: Question) {
  const isVisible = on ? holdsOn(person, on.type, readAction(on.type), on) : sql<boolean>`true`
  const isAllowed = allOf(heldParts(person, needs, on, on && readAction(on.type)))
  return sql`p.disabled_at is not null as is_disabled, exists (select 1 from revoked_grants r where r.grant_id = ${grant}) as is_revoked,
    ${isVisible} as is_visible, ${isAllowed} as is_allowed`
}

/** `known`: the action that was asked of the resource's own type already. */
const heldParts = (
  person: RawBuilder<unknown>,
  needs: Needs,
  on: Parameters<typeof holdsOn>[3] | null,
  known: Action | null = null,
): RawBuilder<boolean>[] =>
  needsOf(needs).flatMap(([type, wanted]) =>
    wanted
      .filter((action) => type !== on?.type || action !== known)
      .map((action) => (on ? holdsOn(person, type, action, on) : hasAnyRight(person, type, action))),
  )

const allOf = (parts: RawBuilder<boolean>[]): RawBuilder<boolean> =>
  parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(parts, sql` and `)})`

const missingText = (needs: Needs): string =>
  needsOf(needs)
    .map(([type, wanted]) => `${wanted.join(', ')} on ${type}`)
    .join('; ')

/** For verbs whose need depends on the body. A resource that is not visible is not found. */
export async function requirePermission(ctx: Ctx, needs: Needs, on: Resource): Promise<void> {
  const person = sql`${ctx.person.id}::uuid`
  const { rows } = await sql<{ is_visible: boolean; is_allowed: boolean }>`
    select ${holdsOn(person, on.type, readAction(on.type), on)} as is_visible, ${allOf(heldParts(person, needs, on))} as is_allowed`.execute(
    ctx.db,
  )
  if (!rows[0]?.is_visible) throw new AppError('not_found')
  if (!rows[0].is_allowed) throw new AppError('forbidden', { missing: missingText(needs) })
}

/** Hardware in stock needs another right to be seen than hardware that is built in (rights: model). */
const isSeenHardware = (person: RawBuilder<unknown>, id: string | RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`(exists (select 1 from devices where hardware_id = ${id}) or exists (select 1 from rental_devices where hardware_id = ${id})
    or ${holdsOn(person, 'hardware', 'GETUNASSIGNED', { type: 'hardware', id })})`

export async function requireHardwareVisible(
  ctx: Pick<Ctx, 'db'> & { person: { id: string } },
  id: string,
): Promise<void> {
  const { rows } = await sql<{
    is_seen: boolean
  }>`select ${isSeenHardware(sql`${ctx.person.id}::uuid`, id)} as is_seen`.execute(ctx.db)
  if (!rows[0]?.is_seen) throw new AppError('not_found')
}

/** Both: the rights on the piece, and that it is seen at all. */
export const requireHardware = (ctx: Ctx, id: string, needs: Needs): Promise<void> =>
  requireAllHardware(ctx, [id], needs)

/** The first that is refused, in the order of the ids, decides. */
export async function requireAllHardware(ctx: Ctx, ids: readonly string[], needs: Needs): Promise<void> {
  const refusals = await hardwareRefusals(ctx, ids, needs)
  const refused = ids.find((id) => refusals.has(id))
  if (refused !== undefined) throw refusals.get(refused)
}

/** Why the caller may not do this to each piece, in one statement for all of them; a piece without an entry is allowed. */
export async function hardwareRefusals(
  ctx: Ctx,
  ids: readonly string[],
  needs: Needs,
): Promise<ReadonlyMap<string, AppError>> {
  const person = sql`${ctx.person.id}::uuid`
  const on = { type: 'hardware', id: sql<string>`x.id` } as const
  const { rows } = await sql<{ id: string; is_visible: boolean; is_allowed: boolean }>`
    select x.id, ${holdsOn(person, 'hardware', readAction('hardware'), on)} and ${isSeenHardware(person, on.id)} as is_visible,
      ${allOf(heldParts(person, needs, on))} as is_allowed from unnest(${[...new Set(ids)]}::text[]) x(id)`.execute(
    ctx.db,
  )
  const refused = ({ is_visible }: { is_visible: boolean }): AppError =>
    is_visible ? new AppError('forbidden', { missing: missingText(needs) }) : new AppError('not_found')
  return new Map(rows.flatMap((row) => (row.is_visible && row.is_allowed ? [] : [[row.id, refused(row)]])))
}

/** CREATE must be held in the group in which the thing will be born (rights); the group itself need not be visible. */
export async function requireCreate(
  ctx: Ctx,
  type: ResourceType,
  groupId: string,
  action: Action = 'CREATE',
): Promise<void> {
  const [isHeld] = await hasRights(ctx, [[type, action]], { type: 'resource_group', id: groupId })
  if (!isHeld) throw new AppError('forbidden', { missing: `${action} on ${type}` })
}

/** Which of these rights the caller holds on the resource; what field levels ask. */
export async function hasRights(
  ctx: Pick<Ctx, 'db'> & { person: { id: string } },
  rights: readonly (readonly [keyof Needs, NonNullable<Needs[keyof Needs]>[0]])[],
  on: Resource,
): Promise<boolean[]> {
  const person = sql`${ctx.person.id}::uuid`
  const parts = rights.map(([type, action]) => holdsOn(person, type, action, on))
  const { rows } = await sql<{ held: boolean[] }>`select array[${sql.join(parts)}] as held`.execute(ctx.db)
  return rows[0]?.held ?? rights.map(() => false)
}
