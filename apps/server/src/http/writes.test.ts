import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { getCommand, sendCommand } from '@wheelhouse/contract/commands/commands.ts'
import { changeRoles, createResourceGroup } from '@wheelhouse/contract/permissions/permissions.ts'
import { Id, route } from '@wheelhouse/contract/route.ts'
import { createSavedView, deleteSavedView, listSavedViews } from '@wheelhouse/contract/saved-views/saved-views.ts'
import { write } from '../journal/write.ts'
import { testApp } from '../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../test/support/test-app.ts'
import { serve } from './serve.ts'
import type { On } from './serve.ts'
import { assertVersion } from './versions.ts'

const rename = route({
  method: 'PATCH',
  path: '/test/v1/organizations/:organization_id',
  summary: 'Edit with a version',
  access: { organization: ['UPDATE'] },
  on: { organization: 'organization_id' },
  params: z.strictObject({ organization_id: Id }),
  body: z.strictObject({ comment: z.string() }),
  reply: z.object({ version: z.number() }),
  needsVersion: true,
})
const remove = route({
  method: 'DELETE',
  path: '/test/v1/organizations/:organization_id',
  summary: 'Delete what the address names',
  access: { organization: ['UPDATE'] },
  on: { organization: 'organization_id' },
  params: z.strictObject({ organization_id: Id }),
})
const secret = route({
  method: 'POST',
  path: '/test/v1/secrets',
  summary: 'Answers a secret',
  access: { signed_in: 'for the test' },
  body: z.strictObject({}),
  reply: z.object({ secret: z.string() }),
  isSecret: true,
})
const failing = route({
  method: 'POST',
  path: '/test/v1/failing',
  summary: 'Loses its connection after its effect',
  access: { signed_in: 'for the test' },
  body: z.strictObject({}),
  reply: z.object({ done: z.number() }),
})

let connectionIsLost = false
let secrets = 0

function testRoutes(on: On): void {
  serve(on, rename, ({ params, body, version }, ctx) =>
    write(ctx, async (tx) => {
      const row = await tx
        .selectFrom('organizations')
        .select('version')
        .where('id', '=', params.organization_id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      assertVersion(row.version, version)
      await tx
        .updateTable('organizations')
        .set({ comment: body.comment, version: version + 1 })
        .where('id', '=', params.organization_id)
        .execute()
      return { version: version + 1 }
    }),
  )
  serve(on, remove, ({ params }, ctx) =>
    write(ctx, async (tx) => {
      await tx.deleteFrom('resource_group_members').where('resource_id', '=', params.organization_id).execute()
      await tx
        .deleteFrom('resource_groups')
        .where('organization_id', '=', params.organization_id)
        .where('organization_part', '<>', 'owner')
        .execute()
      await tx
        .updateTable('resource_groups')
        .set({ organization_id: null })
        .where('organization_id', '=', params.organization_id)
        .execute()
      await tx.deleteFrom('organizations').where('id', '=', params.organization_id).execute()
    }),
  )
  serve(on, secret, (_input, ctx) => write(ctx, async () => ({ secret: `secret ${++secrets}` })))
  serve(on, failing, (_input, ctx) =>
    write(ctx, async (tx) => {
      await sql`insert into installation (key, value) values ('effect', '1')`.execute(tx)
      if (connectionIsLost) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
      return { done: 1 }
    }),
  )
}

let w: TestApp
let me: Caller
let keys = 0
const key = (text = `key-${++keys}`) => ({ headers: { 'idempotency-key': text } })
const view = (name: string) => ({ body: { list: 'locations', name, search: 'q=a' } })
const namesOf = async (who: Caller) =>
  (await who.ask(listSavedViews)).map((one: { name: string }) => one.name) as string[]

beforeAll(async () => {
  w = await testApp({}, testRoutes)
})
afterAll(() => w.end())
beforeEach(async () => {
  me = await w.person([])
})

describe('values: a write under an Idempotency-Key', () => {
  test('fifty at once have one effect, and all get the same answer', async () => {
    const under = key()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => me.call(createSavedView, { ...view('once'), ...under })),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    expect(await namesOf(me)).toEqual(['once'])
  })

  test('anything else under it is 409: another body, another address', async () => {
    const under = key()
    await me.call(createSavedView, { ...view('first'), ...under })
    const other = await me.call(createSavedView, { ...view('second'), ...under })
    expect(other).toMatchObject({ status: 409, body: { error_code: 'idempotency_key_reused' } })
    expect((await me.call(secret, { body: {}, ...under })).status).toBe(409)
    expect(await namesOf(me)).toEqual(['first'])
  })

  test("it is a person's own", async () => {
    const [under, other] = [key(), await w.person([])]
    await me.call(createSavedView, { ...view('mine'), ...under })
    expect((await other.call(createSavedView, { ...view('theirs'), ...under })).status).toBe(200)
    expect(await namesOf(other)).toEqual(['theirs'])
  })

  test('it is kept 24 h', async () => {
    const under = key()
    await me.call(createSavedView, { ...view('one'), ...under })
    w.clock.advance(86_399_000)
    await me.call(createSavedView, { ...view('one'), ...under })
    expect(await namesOf(me)).toHaveLength(1)
    w.clock.advance(2_000)
    await me.call(createSavedView, { ...view('one'), ...under })
    expect(await namesOf(me)).toHaveLength(2)
  })

  test('a connection that is lost between effect and answer leaves neither effect nor key', async () => {
    const under = key()
    connectionIsLost = true
    expect((await me.call(failing, { body: {}, ...under })).status).toBeGreaterThanOrEqual(500)
    connectionIsLost = false
    const left =
      await sql`select 1 from installation where key = 'effect' union all select 1 from idempotency_keys where person_id = ${me.id}::uuid`.execute(
        w.db,
      )
    expect(left.rows).toEqual([])
    expect((await me.call(failing, { body: {}, ...under })).status).toBe(200)
    expect(await me.call(failing, { body: {}, ...under })).toMatchObject({ status: 200, body: { done: 1 } })
  })

  test('a deletion that is repeated is answered as before, though its row is gone', async () => {
    const { id } = await me.ask(createSavedView, view('gone'))
    const under = key()
    for (let n = 0; n < 2; n++)
      expect((await me.call(deleteSavedView, { params: { view_id: id }, ...under })).status).toBe(204)
    expect((await me.call(deleteSavedView, { params: { view_id: id } })).status).toBe(404)
  })

  test('a repeated deletion of a row in the address gets the kept reply; another person, another row and no key get 404', async () => {
    const organization = await w.make.organization()
    const grants = [{ group_id: organization.owner, needs: { organization: ['GET', 'UPDATE'] as const } }]
    const [editor, other] = [await w.person(grants as never), await w.person(grants as never)]
    const [under, params] = [key(), { organization_id: organization.id }]
    for (let n = 0; n < 2; n++) expect((await editor.call(remove, { params, ...under })).status).toBe(204)
    expect((await other.call(remove, { params, ...under })).status).toBe(404)
    expect((await editor.call(remove, { params })).status).toBe(404)
    expect((await editor.call(remove, { params: { organization_id: me.id }, ...under })).status).toBe(404)
    w.clock.advance(86_400_000)
    expect((await editor.call(remove, { params, ...under })).status).toBe(404)
  })

  test('an answer that holds a secret is not kept, and nothing happens twice', async () => {
    const under = key()
    expect((await me.call(secret, { body: {}, ...under })).status).toBe(200)
    expect(await me.call(secret, { body: {}, ...under })).toMatchObject({
      status: 409,
      body: { error_code: 'answer_not_kept' },
    })
    const { rows } = await sql<{
      sealed_reply: unknown
    }>`select sealed_reply from idempotency_keys where person_id = ${me.id}::uuid`.execute(w.db)
    expect(rows).toEqual([{ sealed_reply: null }])
  })

  test('a key that is none is 400', async () => {
    for (const text of ['', 'with space', 'x'.repeat(201)])
      expect(await me.call(createSavedView, { ...view('never'), ...key(text) })).toMatchObject({
        status: 400,
        body: { error_code: 'invalid_header' },
      })
    expect(await namesOf(me)).toEqual([])
  })

  test('a command that is sent twice goes out once', async () => {
    const { device, person } = await dock()
    const [under, body] = [key(), { name: 'identify', reason: 'testing', comment: 'which one' } as const]
    const [first, second] = [
      await person.call(sendCommand, { params: { device_id: device }, body, ...under }),
      await person.call(sendCommand, { params: { device_id: device }, body, ...under }),
    ]
    expect(second.text).toBe(first.text)
    expect((await person.call(getCommand, { params: { device_id: device, command_id: first.body.id } })).status).toBe(
      200,
    )
    expect(await w.db.selectFrom('commands').select('id').where('device_id', '=', device).execute()).toHaveLength(1)
  })

  test('a batch that failed in part fails in the same way again, and writes no second event', async () => {
    const everything = await w.make.group({ type: 'system', covers_everything: true })
    const admin = await w.person([
      { group_id: everything, needs: { console_user: ['GET', 'MODIFYROLES'], resource_group: ['GET', 'CREATE'] } },
    ])
    const unknown = '01900000-0000-7000-8000-000000000000'
    const [under, body] = [
      key(),
      { resource_ids: [me.id, unknown], resource_group_id: everything, add: [], remove: [] },
    ]
    const [first, second] = [
      await admin.call(changeRoles, { body, ...under }),
      await admin.call(changeRoles, { body, ...under }),
    ]
    expect([first.status, second.status]).toEqual([422, 422])
    expect(second.text).toBe(first.text)
    expect(await w.db.selectFrom('events').select('id').where('resource_id', '=', me.id).execute()).toHaveLength(1)
    const group = { name: 'Once', description: 'Made once only', type: 'private' as const }
    const again = key()
    for (let n = 0; n < 2; n++)
      expect((await admin.call(createResourceGroup, { body: group, ...again })).status).toBe(200)
    expect(await w.db.selectFrom('resource_groups').select('id').where('name', '=', 'Once').execute()).toHaveLength(1)
  })
})

async function dock() {
  const organization = await w.make.organization()
  const location = await w.make.location(organization)
  const hardware_id = await w.make.hardware(await w.make.controller(), { dock_state: 'locked' })
  const device = await w.make.device(location, { hardware_id })
  const person = await w.person([
    { group_id: organization.owner, needs: { device: ['GET', 'SETSTATUS', 'GETCMDSHISTORY'] } },
  ])
  return { device, person }
}

describe('values: an edit carries the version that was read', () => {
  const edit = async (version: string | null, comment = 'mine') => {
    const organization = await w.make.organization()
    const editor = await w.person([{ group_id: organization.owner, needs: { organization: ['GET', 'UPDATE'] } }])
    const call = (match: string | null, text: string) =>
      editor.call(rename, {
        params: { organization_id: organization.id },
        body: { comment: text },
        headers: match === null ? {} : { 'if-match': match },
      })
    return { call, first: await call(version, comment), id: organization.id }
  }

  test('the second of two editors is refused as stale, and what the first wrote stays', async () => {
    const { call, first, id } = await edit('"1"')
    expect(first).toMatchObject({ status: 200, body: { version: 2 } })
    expect(await call('"1"', 'theirs')).toMatchObject({
      status: 412,
      body: { error_code: 'stale_version', version: 2 },
    })
    expect(await w.db.selectFrom('organizations').select('comment').where('id', '=', id).executeTakeFirst()).toEqual({
      comment: 'mine',
    })
    expect((await call('"2"', 'theirs')).status).toBe(200)
  })

  test('of two at once one passes', async () => {
    const { call } = await edit('"1"')
    const both = await Promise.all([call('"2"', 'a'), call('"2"', 'b')])
    expect(new Set(both.map((answer) => answer.status))).toEqual(new Set([200, 412]))
  })

  test('a missing version is 428, a malformed one 400; both are checked after the body', async () => {
    expect((await edit(null)).first).toMatchObject({ status: 428, body: { error_code: 'version_required' } })
    for (const text of ['1', 'W/"1"', '"one"', '*', '""'])
      expect((await edit(text)).first).toMatchObject({ status: 400, body: { error_code: 'invalid_header' } })
    const organization = await w.make.organization()
    const editor = await w.person([{ group_id: organization.owner, needs: { organization: ['GET', 'UPDATE'] } }])
    const broken = await editor.send(rename, {
      params: { organization_id: organization.id },
      body: { nonsense: 1 },
    })
    expect(broken).toMatchObject({ status: 400, body: { error_code: 'invalid_body' } })
  })
})
