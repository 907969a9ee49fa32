import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createSavedView,
  deleteSavedView,
  listListLayouts,
  listSavedViews,
  saveListLayout,
  updateSavedView,
} from '@wheelhouse/contract/saved-views/saved-views.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let me: Caller
let other: Caller
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  ;[me, other] = [await w.person([]), await w.person([])]
})

const view = { list: 'locations', name: 'Mine', search: 'status=demo' }

test('screens: a saved view is kept, renamed and deleted by its person, and nobody else knows of it', async () => {
  const { id } = await me.ask(createSavedView, { body: view })
  expect(await me.ask(listSavedViews)).toMatchObject([{ id, ...view }])
  expect(await other.ask(listSavedViews)).toEqual([])
  const params = { view_id: id }
  expect((await other.call(updateSavedView, { params, body: { name: 'Theirs' } })).status).toBe(404)
  expect((await other.call(deleteSavedView, { params })).status).toBe(404)
  expect(await me.ask(updateSavedView, { params, body: { name: 'Renamed' } })).toMatchObject({
    id,
    name: 'Renamed',
    search: view.search,
  })
  expect((await me.call(deleteSavedView, { params })).status).toBe(204)
  expect(await me.ask(listSavedViews)).toEqual([])
})

test('screens: 200 views a person, also when many are saved at once', async () => {
  await w.pool.query(
    `insert into saved_views select gen_random_uuid(), $1, 'locations', 'View ' || n, '', now() from generate_series(1, 199) n`,
    [me.id],
  )
  // All have counted, as far as they may, before the first is written.
  const gate = await w.db.startTransaction().execute()
  await sql`lock table saved_views in share mode`.execute(gate)
  const saves = Array.from({ length: 5 }, () => me.call(createSavedView, { body: view }))
  await w.waitingForLocks(5)
  await gate.commit().execute()
  const answers = await Promise.all(saves)
  const countOf = (status: number) => answers.filter((answer) => answer.status === status).length
  expect([countOf(200), countOf(409)]).toEqual([1, 4])
  expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({ error_code: 'too_many_views' })
  expect(await me.ask(listSavedViews)).toHaveLength(200)
  expect((await other.call(createSavedView, { body: view })).status).toBe(200)
})

test('screens: a shared view is in the lists of the colleagues, who cannot change it; an editor of the organization ends it', async () => {
  const [ours, theirs] = [await w.make.organization(), await w.make.organization()]
  const anna = await w.person([], ours.id)
  const colleague = await w.person([], ours.id)
  const stranger = await w.person([], theirs.id)
  const editor = await w.person([{ group_id: ours.owner, needs: { organization: ['UPDATE'] } }], ours.id)
  const editorElsewhere = await w.person([{ group_id: ours.owner, needs: { organization: ['UPDATE'] } }], theirs.id)

  const { id } = await anna.ask(createSavedView, { body: { ...view, is_shared: true } })
  const params = { view_id: id }
  const seenBy = async (person: Caller) => await person.ask(listSavedViews)
  expect(await seenBy(anna)).toMatchObject([{ ...view, is_shared: true, shared_by: null, can_delete: true }])
  expect(await seenBy(colleague)).toMatchObject([{ id, ...view, is_shared: true, can_delete: false }])
  const names = await w.pool.query<{ name: string }>('select name from console_users where id = $1', [anna.id])
  expect(await seenBy(colleague)).toMatchObject([{ shared_by: names.rows[0]?.name }])
  expect(await seenBy(stranger)).toEqual([])
  expect(await seenBy(me)).toEqual([])

  for (const person of [colleague, stranger, editor, editorElsewhere])
    expect((await person.call(updateSavedView, { params, body: { name: 'Theirs' } })).status).toBe(404)
  for (const person of [colleague, stranger, editorElsewhere])
    expect((await person.call(deleteSavedView, { params })).status).toBe(404)

  expect(await anna.ask(updateSavedView, { params, body: { is_shared: false } })).toMatchObject({
    is_shared: false,
  })
  expect(await seenBy(colleague)).toEqual([])
  expect((await editor.call(deleteSavedView, { params })).status).toBe(404)
  await anna.call(updateSavedView, { params, body: { is_shared: true } })
  expect(await anna.ask(updateSavedView, { params, body: { name: 'Renamed' } })).toMatchObject({
    is_shared: true,
  })
  expect(await seenBy(editor)).toMatchObject([{ name: 'Renamed', can_delete: true }])
  expect((await editor.call(deleteSavedView, { params })).status).toBe(204)
  expect(await seenBy(anna)).toEqual([])
})

test('screens: who belongs to no organization shares with nobody, and an organization shares 200 views', async () => {
  const body = { ...view, is_shared: true }
  expect((await me.refused(createSavedView, { body })).body).toMatchObject({ error_code: 'nobody_to_share_with' })
  const { id: organizationId } = await w.make.organization()
  const [anna, colleague] = [await w.person([], organizationId), await w.person([], organizationId)]
  await w.pool.query(
    `insert into saved_views select gen_random_uuid(), $1, 'locations', 'View ' || n, '', now(), $2 from generate_series(1, 199) n`,
    [anna.id, organizationId],
  )
  const { id } = await colleague.ask(createSavedView, { body })
  expect((await colleague.refused(createSavedView, { body })).body).toMatchObject({
    error_code: 'too_many_shared_views',
  })
  const shared = { params: { view_id: id }, body: { is_shared: true } }
  expect((await colleague.call(updateSavedView, shared)).status).toBe(200)
})

test("screens: a list's layout is kept per person and replaced whole", async () => {
  const layout = {
    visibility: { address: false },
    order: ['code', 'label'],
    sizes: { code: 120 },
    pins: ['code'],
    totals: null,
    density: 'compact' as const,
  }
  const params = { list: 'locations' }
  expect(await me.ask(saveListLayout, { params, body: layout })).toEqual(layout)
  await me.call(saveListLayout, { params, body: { density: 'comfortable' } })
  await me.call(saveListLayout, { params: { list: 'parking-sessions' }, body: layout })
  const first = { visibility: {}, order: [], sizes: {}, pins: null, totals: null, density: 'comfortable' }
  expect(await me.ask(listListLayouts)).toEqual([
    { list: 'locations', layout: first },
    { list: 'parking-sessions', layout },
  ])
  expect(await other.ask(listListLayouts)).toEqual([])
})

test('a layout that this version does not take is left out', async () => {
  await w.pool.query(`insert into list_layouts values ($1, 'locations', '{"density": "huge"}', now())`, [me.id])
  expect(await me.ask(listListLayouts)).toEqual([])
})
