import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import type { ChartId } from '@wheelhouse/contract/dashboards/charts.ts'
import {
  arrangeDashboard,
  closePublicLink,
  createDashboard,
  getDashboard,
  getPublicDashboard,
  openPublicLink,
  updateDashboard,
} from '@wheelhouse/contract/dashboards/dashboards.ts'
import type { Dashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { callRoute, testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let ours: Organization
let theirs: Organization
let here: string
let there: string
let publisher: Caller
let editor: Caller

beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  ;[ours, theirs] = [await w.make.organization(), await w.make.organization()]
  ;[here, there] = [await w.make.location(ours), await w.make.location(theirs)]
  publisher = await colleague(stockRights('Viewer'))
  // They see that the place is there, and not how it is used.
  editor = await colleague({ location: ['GET'], organization: ['GET'] })
})

/** A manager of our organization, with these rights in the other one. */
const colleague = (needs: Needs): Promise<Caller> =>
  w.person(
    [
      { group_id: ours.owner, needs: stockRights('Manager') },
      { group_id: theirs.owner, needs },
    ],
    ours.id,
  )
const at = ({ version }: Dashboard) => ({ 'if-match': `"${version}"` })
const ref = ({ id }: Dashboard) => ({ dashboard_id: id })
const open = async (board: Dashboard, body: object = {}, who = publisher): Promise<Dashboard> =>
  (await who.call(openPublicLink, { params: ref(board), body, headers: at(board) } as never)).body
const made = async (places: readonly string[]): Promise<Dashboard> => {
  const body = { name: 'For the city', organization_id: ours.id, location_ids: [...places], organization_ids: [] }
  return (await publisher.call(createDashboard, { body })).body
}
const published = async (places: readonly string[]): Promise<Dashboard> => open(await made(places))
const edit = (board: Dashboard, values: object, who = editor): Promise<Answer> =>
  who.call(updateDashboard, {
    params: ref(board),
    body: {
      name: board.name,
      organization_id: ours.id,
      location_ids: board.locations.map(({ id }) => id),
      organization_ids: [],
      ...values,
    },
    headers: at(board),
  } as never)
const arrange = (board: Dashboard, charts: readonly ChartId[], who = editor): Promise<Answer> =>
  who.call(arrangeDashboard, {
    params: ref(board),
    body: { tiles: charts.map((chart) => ({ chart, size: 'small' })) },
    headers: at(board),
  } as never)
const tokenOf = (board: Dashboard): string => board.public_link?.path.replace('public/', '') ?? ''
const publicly = (token: string): Promise<Answer> =>
  callRoute(w.app, null, getPublicDashboard, { params: { token }, query: {} })
const refused = { status: 403, body: { error_code: 'public_link_shows_more' } }

describe('decision 33: an address that has expired', () => {
  test('stays dead when the link is switched on again, which gives another address', async () => {
    const limited = await open(await made([here]), {
      expires_at: new Date(w.clock.now().getTime() + 3_600_000).toISOString(),
    })
    w.clock.advance(3_600_000)
    expect((await publicly(tokenOf(limited))).status).toBe(404)
    const again = await open(limited)
    expect((await publicly(tokenOf(limited))).status).toBe(404)
    expect((await publicly(tokenOf(again))).status).toBe(200)
    // While it works, it is kept.
    expect(tokenOf(await open(again))).toBe(tokenOf(again))
  })
})

test('decision 33: a service account, which may be restricted to networks, switches no link on, and one from before is dead', async () => {
  const board = await published([here])
  await w.pool.query(`update console_users set kind = 'service' where id = $1`, [publisher.id])
  expect((await publicly(tokenOf(board))).status).toBe(404)
  const answer = await publisher.send(openPublicLink, { params: ref(board), body: {}, headers: at(board) })
  expect(answer).toMatchObject({ status: 409, body: { error_code: 'service_account_has_no_link' } })
  const closed = await publisher.send(closePublicLink, { params: ref(board), headers: at(board) })
  expect(closed.body.public_link).toBeNull()
})

describe('decision 33: nobody reads figures through the link of somebody else', () => {
  test('who may not see the statistics of a place adds it neither by itself nor by its organization', async () => {
    const board = await published([here])
    expect(await edit(board, { location_ids: [here, there] })).toMatchObject(refused)
    expect(await edit(board, { organization_ids: [theirs.id] })).toMatchObject(refused)
    expect((await publicly(tokenOf(board))).body.figures.locations).toBe(1)
    expect((await editor.call(getDashboard, { params: ref(board) })).body).toEqual(board)
  })

  test('who may not see the statistics of a place does not learn them by what is left without it, or without the others', async () => {
    const board = await published([here, there])
    expect(await edit(board, { location_ids: [here] })).toMatchObject(refused)
    expect(await edit(board, { location_ids: [there] })).toMatchObject(refused)
  })

  test('who may not see the statistics of a place adds no chart of it, and takes one away', async () => {
    const board = await published([here, there])
    const fewer = (await arrange(board, ['uptime', 'sessions'])).body as Dashboard
    expect(fewer.tiles).toHaveLength(2)
    expect(await arrange(fewer, ['uptime', 'ratings'])).toMatchObject(refused)
    // No public link shows these.
    expect((await arrange(fewer, ['sessions', 'firmware', 'revenue', 'uptime'])).status).toBe(200)
  })

  test('its name may be changed, and everything once the link is off or has expired', async () => {
    const board = await published([here])
    const renamed = await edit(board, { name: 'Old town' })
    expect(renamed.status).toBe(200)
    const until = new Date(w.clock.now().getTime() + 3_600_000).toISOString()
    const limited = await open(renamed.body, { expires_at: until })
    expect(await edit(limited, { location_ids: [here, there] })).toMatchObject(refused)
    w.clock.advance(3_600_000)
    const expired = await edit(limited, { location_ids: [here, there] })
    expect(expired.status).toBe(200)
    const off = await published([here])
    const closed = await editor.call(closePublicLink, { params: ref(off), headers: at(off) } as never)
    expect((await edit(closed.body, { location_ids: [here, there] })).status).toBe(200)
  })

  test('who switched it on changes everything, and so does a colleague who may see all of it', async () => {
    const board = await published([here])
    const own = await edit(board, { location_ids: [here, there] }, publisher)
    expect(own.status).toBe(200)
    const other = await colleague(stockRights('Viewer'))
    const arranged = await arrange(own.body, ['ratings'], other)
    expect(arranged.status).toBe(200)
    expect((await edit(arranged.body, { location_ids: [there] }, other)).status).toBe(200)
    expect((await publicly(tokenOf(board))).status).toBe(200)
  })
})
