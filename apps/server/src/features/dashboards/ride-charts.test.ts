import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Dashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { makeFleet } from '../fleets/samples.ts'
import { makePayment } from '../payments/samples.ts'
import { endedRide, makeRide } from '../rental-sessions/samples.ts'
import { makeVehicle } from '../rentals/samples.ts'
import { makeSubscription } from '../subscriptions/samples.ts'
import { stockRights } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { figures, chartOf, makeDashboardPlace, dashboardActions } from '../../../test/support/dashboard-place.ts'

let w: TestApp
let ours: Organization
let theirs: Organization
let manager: Caller
let viewer: Caller
let here: string
let there: string

beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ ours, theirs, manager, viewer, here, there } = await makeDashboardPlace(w))
})

const { made, park, rollUp } = dashboardActions(() => ({ w, ours, manager, here }))

describe('values: charts', () => {
  describe('rides, and money that is earned at no location', () => {
    const tiles = (['rides', 'ride_distance', 'revenue', 'sessions'] as const).map((chart) => ({
      chart,
      size: 'small',
    }))
    const board = async (values: object): Promise<Dashboard> => {
      const one = await made({ location_ids: [], ...values })
      await w.pool.query('update dashboards set tiles = $2 where id = $1', [one.id, JSON.stringify(tiles)])
      return one
    }
    async function ride(fleet: string, day: number, count: number): Promise<void> {
      const { id } = await makeVehicle(w, fleet)
      const started_at = new Date(Date.UTC(2026, 5, day, 9)).toISOString()
      const ended_at = new Date(Date.UTC(2026, 5, day, 10)).toISOString()
      for (let nth = 0; nth < count; nth++)
        await makeRide(w, fleet, id, { ...endedRide, started_at, ended_at, distance_m: 1_500 })
    }
    async function earn(type: string, id: string, amount_minor: number, currency = 'EUR'): Promise<void> {
      const payment = await makePayment(w, 'paid', { location_id: here, amount_minor })
      const column = type === 'rental_fleet' ? 'rental_session_id' : 'subscription_id'
      await w.pool.query(
        `update payments set visible_through_type = $2, visible_through_id = $3, currency = $4, parking_session_id = null, ${column} = $3 where id = $1`,
        [payment, type, id, currency],
      )
      await w.pool.query(`insert into rollup_marks (family, place_id, from_at) values ('revenue', $1, '2026-06-01')`, [
        id,
      ])
    }

    test('belong to the dashboards of their organization, for who may see them, and to no other', async () => {
      const staff = await w.person([{ group_id: ours.owner, needs: stockRights('Superadmin') }])
      const [fleet, foreign] = [await makeFleet(w, ours), await makeFleet(w, theirs)]
      const pass = await makeSubscription(w, ours.id, [ours.owner])
      await ride(fleet, 10, 3)
      await ride(foreign, 10, 8)
      await earn('rental_fleet', fleet, 700)
      await earn('subscription', pass, 2_000)
      await earn('rental_fleet', foreign, 90_000)
      await rollUp()
      const one = await board({ organization_ids: [ours.id] })
      const to = { to: '2026-06-15' }
      const seen = await figures(staff, one, to)
      expect(chartOf(seen, 'rides')).toMatchObject({ headline: { value: 3 }, unit: 'count' })
      expect(chartOf(seen, 'ride_distance')).toMatchObject({ headline: { value: 4.5 }, unit: 'km' })
      expect(chartOf(seen, 'revenue')).toMatchObject({ headline: { value: 2_700 }, currency: 'EUR' })
      expect(chartOf(await figures(viewer, one, to), 'revenue')).toMatchObject({ kind: 'hidden' })
      const places = await board({ location_ids: [here] })
      expect(chartOf(await figures(staff, places, to), 'rides').headline.value).toBeNull()
      await w.pool.query('delete from resource_group_members where resource_id = $1', [fleet])
      const less = await figures(staff, one, to)
      expect(chartOf(less, 'rides').headline.value).toBeNull()
      expect(chartOf(less, 'revenue').headline.value).toBe(2_000)
    })

    test('are read from the level above by who sees everything there is, and place by place by everybody else', async () => {
      const group = await w.make.group({ type: 'system', covers_everything: true })
      const everywhere = await w.person([{ group_id: group, needs: stockRights('Superadmin') }])
      const fleet = await makeFleet(w, theirs)
      await park(here, 9, 4)
      await park(there, 9, 3)
      await ride(fleet, 9, 2)
      await rollUp()
      const whole = await board({ organization_ids: [ours.id] })
      await w.pool.query('insert into dashboard_locations (dashboard_id, location_id) select $1, id from locations', [
        whole.id,
      ])
      await w.pool.query(
        `insert into dashboard_organizations (dashboard_id, organization_id) select $1, id from organizations on conflict do nothing`,
        [whole.id],
      )
      const ofAll = async (kind: string): Promise<number> =>
        (
          await w.pool.query<{ n: number }>(
            `select sum(sessions)::int as n from session_figures where kind = $1 and grain = 'day' and period between '2026-06-01' and '2026-06-14'
               and (scope_id in (select id from locations) or scope_id in (select id from rental_fleets))`,
            [kind],
          )
        ).rows[0]?.n ?? 0
      const [stays, rides] = [await ofAll('parking'), await ofAll('rental')]
      const before = await figures(everywhere, whole)
      expect(chartOf(before, 'sessions').headline.value).toBe(stays)
      expect(chartOf(before, 'rides').headline.value).toBe(rides)
      // A level above that is wrong shows who reads it.
      const wrong = (by: number) =>
        w.pool.query(
          `update session_figures set sessions = sessions + $1 where scope_id = '00000000-0000-0000-0000-000000000000' and grain = 'day' and period = '2026-06-09'`,
          [by],
        )
      await wrong(1_000)
      expect(chartOf(await figures(everywhere, whole), 'sessions').headline.value).toBe(stays + 1_000)
      expect(chartOf(await figures(manager, whole), 'sessions').headline.value).toBe(4)
      await wrong(-1_000)
    })
  })
})
