import { afterAll, beforeAll, expect, test } from 'vitest'
import { profile, recordSignIn } from '@wheelhouse/contract/console-users.ts'
import { world } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.end())

test("spec 4: a sign-in is recorded on one's own row, with its event; another's id is not found", async () => {
  const organization = await w.make.organization()
  const person = await w.person([], organization.id)
  const body = { event: 'sign-in' } as const
  const answer = await person.call(recordSignIn, { params: { id: person.id }, body })
  expect(answer.body).toMatchObject({ id: person.id, organization_id: organization.id, last_signed_in_at: w.clock.now().toISOString() })
  expect((await person.call(profile)).body).toEqual(answer.body)
  const events = await w.db
    .selectFrom('events')
    .select(['feature', 'verb', 'actor_id', 'before', 'after'])
    .where('resource_id', '=', person.id)
    .execute()
  expect(events).toEqual([
    {
      feature: 'console-users',
      verb: 'signed_in',
      actor_id: person.id,
      before: { last_signed_in_at: null },
      after: { last_signed_in_at: w.clock.now().toISOString() },
    },
  ])
  const other = await w.make.consoleUser(organization.id)
  expect((await person.call(recordSignIn, { params: { id: other }, body })).status).toBe(404)
  expect((await person.call(recordSignIn, { params: { id: person.id }, body: { event: 'sign-out' } as never })).body.error_code).toBe(
    'invalid_body',
  )
})
