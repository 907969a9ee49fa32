import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closePublicLink, getPublicDashboard, listDashboards } from '@wheelhouse/contract/dashboards/dashboards.ts'
import type { Dashboard, PublicDashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { getOverview } from '@wheelhouse/contract/overview/overview.ts'
import { framesOf } from './public-links.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { callRoute, testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'
import { ref, at, chartOf, makeDashboardPlace, dashboardActions } from '../../../test/support/dashboard-place.ts'

let w: TestApp
let ours: Organization
let manager: Caller
let viewer: Caller
let stranger: Caller
let here: string
let there: string

beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ ours, manager, viewer, stranger, here, there } = await makeDashboardPlace(w))
})

const { made, open, park, rollUp } = dashboardActions(() => ({ w, ours, manager, here }))
const opened = async (board: Dashboard, values: object = {}): Promise<Dashboard> => (await open(board, values)).body
const tokenOf = (board: Dashboard): string => board.public_link?.path.replace('public/', '') ?? ''
const publicly = (token: string, query: object = {}): Promise<Answer> =>
  callRoute(w.app, null, getPublicDashboard, { params: { token }, query })

describe('issue 14: attacks on the public link', () => {
  const withFew = async (): Promise<Dashboard> => {
    await park(here, 3, 4)
    await park(here, 10, 9)
    await rollUp()
    return opened(await made({ name: 'For the city' }))
  }
  const dead = async (token: string): Promise<void> => {
    const answer = await publicly(token)
    expect({ status: answer.status, code: answer.body.error_code }).toEqual({ status: 404, code: 'not_found' })
  }

  test('it opens without sign-in, without ids, people and small counts', async () => {
    const board = await withFew()
    const { status, body: shown, text } = await publicly(tokenOf(board))
    expect(status).toBe(200)
    expect(shown).toMatchObject({ name: 'For the city' })
    for (const id of [here, board.id, ours.id, manager.id, viewer.id]) expect(text).not.toContain(id)
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
    const sessions = chartOf((shown as PublicDashboard).figures, 'sessions')
    expect(sessions.values.filter((value: number | null) => value !== null)).toEqual([10])
    // Of 13: the true sum would give the hidden 4 away.
    expect(sessions.headline.value).toBe(15)
    expect(chartOf(shown.figures, 'duration').values.filter((value: number | null) => value !== null)).toHaveLength(1)
    for (const chart of ['revenue', 'commands', 'firmware', 'maintenance', 'offline_devices', 'overstays'])
      expect(chartOf(shown.figures, chart)).toBeUndefined()
  })

  test('guessed, altered and odd addresses are not found, all in the same words', async () => {
    const token = tokenOf(await withFew())
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const altered = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
    for (const one of [altered, token.slice(1), `${token}a`, token.toUpperCase(), '%', "' or true --", 'a'.repeat(43)])
      await dead(one)
  })

  test('switched off, it is dead at once, although it was just read', async () => {
    const board = await withFew()
    const token = tokenOf(board)
    expect((await publicly(token)).status).toBe(200)
    await manager.call(closePublicLink, { params: ref(board), headers: at(board) } as never)
    await dead(token)
  })

  test('a new address kills the one before; an expired one is dead', async () => {
    const board = await withFew()
    const renewed = await opened(board, { is_new: true })
    expect(tokenOf(renewed)).not.toBe(tokenOf(board))
    await dead(tokenOf(board))
    const until = new Date(w.clock.now().getTime() + 3_600_000).toISOString()
    const limited = await opened(renewed, { expires_at: until })
    expect(tokenOf(limited)).toBe(tokenOf(renewed))
    w.clock.advance(3_600_001)
    await dead(tokenOf(limited))
    expect((await open(limited, { expires_at: until })).status).toBe(400)
  })

  test('it shows no more than the person who switched it on may see, and dies with that right', async () => {
    const board = await withFew()
    await w.db.insertInto('dashboard_locations').values({ dashboard_id: board.id, location_id: there }).execute()
    await park(there, 10, 20)
    await rollUp()
    const shown = (await publicly(tokenOf(board), { days: '7' })).body
    expect(shown.figures.locations).toBe(1)
    await w.pool.query('delete from role_grants where person_id = $1', [manager.id])
    await dead(tokenOf(board))
  })

  test('a deleted dashboard and a disabled person take it with them', async () => {
    const board = await withFew()
    await w.pool.query(
      `update console_users set disabled_at = now(), disabled_reason = 'Left the company' where id = $1`,
      [manager.id],
    )
    await dead(tokenOf(board))
    await w.pool.query('update console_users set disabled_at = null, disabled_reason = null where id = $1', [
      manager.id,
    ])
    expect((await publicly(tokenOf(board))).status).toBe(200)
    await w.pool.query('delete from dashboards where id = $1', [board.id])
    await dead(tokenOf(board))
  })

  test('its address is no token for anything else, and no other periods are answered', async () => {
    const token = tokenOf(await withFew())
    const answer = await callRoute(w.app, token, getOverview)
    expect(answer.status).toBe(401)
    expect((await publicly(token, { days: '29' })).status).toBe(400)
    expect((await publicly(token, { from: '2026-06-10' })).status).toBe(400)
  })

  test('only a site that was named may frame it; an odd name is refused', async () => {
    const board = await made()
    const odd = ['*', 'http://city.example', 'https://city.example/x', 'https://a.b; script-src *', 'https://*.example']
    for (const origin of odd)
      expect([origin, (await open(board, { frame_origins: [origin] })).status]).toEqual([origin, 400])
    expect((await opened(board, { frame_origins: ['https://City.example'] })).public_link?.frame_origins).toEqual([
      'https://city.example',
    ])
  })

  test('the page of the link may be framed by these sites alone, and by nobody once it is off', async () => {
    const board = await opened(await made(), { frame_origins: ['https://city.example'] })
    const page = `/analytics/dashboards/public/${tokenOf(board)}`
    const frames = (path: string) => framesOf(w.db, w.clock.now(), path)
    expect(await frames(page)).toEqual(['https://city.example'])
    for (const other of ['/analytics/dashboards', `${page}/x`, page.slice(0, -1), `/login${page}`])
      expect([other, await frames(other)]).toEqual([other, []])
    await manager.call(closePublicLink, { params: ref(board), headers: at(board) } as never)
    expect(await frames(page)).toEqual([])
  })

  test('who may only look at a dashboard may not publish it', async () => {
    expect((await open(await made(), {}, viewer)).status).toBe(403)
    expect((await open(await made(), {}, stranger)).status).toBe(404)
  })

  // The last of all: afterwards this address has used up its minute.
  test('who tries many addresses is slowed down', async () => {
    const statuses: number[] = []
    for (let tried = 0; tried < 125; tried++) statuses.push((await publicly('b'.repeat(43))).status)
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
    expect((await manager.call(listDashboards)).status).toBe(200)
  })
})
