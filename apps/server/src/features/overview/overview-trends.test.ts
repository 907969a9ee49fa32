import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getOverviewTrends } from '@wheelhouse/contract/overview/overview.ts'
import type { OverviewTrends } from '@wheelhouse/contract/overview/overview.ts'
import { makeSession } from '../parking-sessions/samples.ts'
import { stockRights } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let ours: Organization
let support: Caller

const ago = (hours: number): string => new Date(w.clock.now().getTime() - hours * 3_600_000).toISOString()

beforeAll(async () => {
  w = await testApp()
  ours = await w.make.organization()
  support = await w.person([{ group_id: ours.owner, needs: stockRights('First-line support') }])
})
afterAll(() => w.end())

describe('screens: open sessions against the same hour of last week', () => {
  /** By the clock of a reader in UTC, if no other is named. */
  const trends = async (who: Caller, day = today(), zone = 'UTC'): Promise<OverviewTrends> =>
    await who.ask(getOverviewTrends, { query: { day, zone } })
  const today = (): string => w.clock.now().toISOString().slice(0, 10)

  test('an hour counts what had begun and not yet ended', async () => {
    const { place, only } = await watchedPlace()
    const week = 7 * 24
    // Open from 170.5 to 166.5 hours ago: over the present hour of last week, which is 168 hours ago.
    await stay(place, ago(week + 2.5), ago(week - 1.5))
    const { parking, rentals } = await trends(only)
    expect(rentals).toBeNull()
    // It is 10:00.
    expect(parking).toEqual({
      week_ago: 1,
      today: Array.from({ length: 11 }, () => 0),
      before: Array.from({ length: 24 }, (_, hour) => (hour >= 8 && hour <= 11 ? 1 : 0)),
    })
  })

  test('a day that began in the future or long ago is refused, and so is a zone that does not exist', async () => {
    const refused = async (query: { day: string; zone: string }): Promise<number> =>
      (await support.call(getOverviewTrends, { query })).status
    const dayOf = (hours: number): string => ago(hours).slice(0, 10)
    expect(await refused({ day: dayOf(-24), zone: 'UTC' })).toBe(400)
    expect(await refused({ day: dayOf(48), zone: 'UTC' })).toBe(400)
    // There it is tomorrow already.
    expect(await refused({ day: dayOf(-24), zone: 'Pacific/Kiritimati' })).toBe(200)
    expect(await refused({ day: today(), zone: 'Europe/Wheelhouse' })).toBe(400)
  })

  test.each(['0000-01-01', '0001-01-01', '0500-01-01', '9999-12-31'])(
    'the day %s is refused like any other, also to people who see neither sessions nor rides',
    async (day) => {
      const watcher = await w.person([{ group_id: ours.owner, needs: { location: ['GET'] } }])
      expect(await trends(watcher)).toEqual({ parking: null, rentals: null })
      for (const who of [support, watcher]) {
        const answer = await who.call(getOverviewTrends, { query: { day, zone: 'UTC' } })
        expect([answer.status, answer.body]).toEqual([
          400,
          expect.objectContaining({ error_code: 'invalid_query', field: 'day' }),
        ])
      }
    },
  )

  test.each(['CET', 'GMT', 'EST5EDT', 'Etc/GMT+5', '+02:00'])('the clock %s of a browser is known', async (zone) => {
    const query = { day: today(), zone }
    expect((await support.call(getOverviewTrends, { query })).status).toBe(200)
  })

  test('in the week after a change of the clock the same time is an hour more or less away', async () => {
    // The clocks of Tallinn were set back on the 25th.
    w.clock.advance(Date.parse('2026-10-28T07:15:00.000Z') - w.clock.now().getTime())
    const { place, only } = await watchedPlace()
    // It is 09:15; a week ago it was 09:15 at 06:15 in UTC, when this one was open from 09:10 to 09:20.
    await stay(place, '2026-10-21T06:10:00.000Z', '2026-10-21T06:20:00.000Z')
    // Open at 09:00 on both days.
    for (const begun of ['2026-10-21T05:50:00.000Z', '2026-10-28T06:50:00.000Z'])
      await stay(place, begun, new Date(Date.parse(begun) + 15 * 60_000).toISOString())
    const { parking } = await trends(only, '2026-10-28', 'Europe/Tallinn')
    expect(parking).toEqual({
      week_ago: 1,
      today: Array.from({ length: 10 }, (_, hour) => Number(hour === 9)),
      before: Array.from({ length: 24 }, (_, hour) => Number(hour === 9)),
    })
  })

  /** A location that only one person sees. */
  async function watchedPlace(): Promise<{ place: string; only: Caller }> {
    const [place, group] = [await w.make.location(ours), await w.make.group()]
    await w.make.members('location', place, [group])
    return { place, only: await w.person([{ group_id: group, needs: { location: ['GET'], session: ['GET'] } }]) }
  }

  async function stay(place: string, started_at: string, ended_at: string): Promise<void> {
    const times = { started_at, ended_at, status: 'ended', how_ended: 'normal' }
    await makeSession(w, place, await w.make.device(place), times)
  }
})
