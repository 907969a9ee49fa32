import type { Figures } from '@wheelhouse/contract/dashboards/charts.ts'
import { createDashboard, getDashboardFigures, openPublicLink } from '@wheelhouse/contract/dashboards/dashboards.ts'
import type { Dashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { makeSession } from '../../src/features/parking-sessions/samples.ts'
import { refreshRollups } from '../../src/features/rollups/refresh.ts'
import { stockRights } from './roles.ts'
import type { Organization } from './factories.ts'
import type { Answer, Caller, TestApp } from './test-app.ts'

export const ref = ({ id }: { id: string }) => ({ dashboard_id: id })

export const at = ({ version }: { version: number }) => ({ 'if-match': `"${version}"` })

export const figures = async (who: Caller, board: Dashboard, query: object = {}): Promise<Figures> =>
  (
    await who.call(getDashboardFigures, {
      params: ref(board),
      query: { from: '2026-06-01', to: '2026-06-14', ...query },
    } as never)
  ).body

export const chartOf = ({ charts }: Pick<Figures, 'charts'>, id: string) =>
  charts.find(({ chart }) => chart === id) as any // oxlint-disable-line typescript/no-explicit-any -- tests name the fields they expect

/** Two organizations with a location each; the manager and a viewer of the first, the manager of the second. */
export async function makeDashboardPlace(w: TestApp) {
  const [ours, theirs] = [await w.make.organization(), await w.make.organization()]
  const manager = await w.person([{ group_id: ours.owner, needs: stockRights('Manager') }], ours.id)
  const viewer = await w.person([{ group_id: ours.owner, needs: stockRights('Viewer') }], ours.id)
  const stranger = await w.person([{ group_id: theirs.owner, needs: stockRights('Manager') }], theirs.id)
  const [here, there] = [await w.make.location(ours), await w.make.location(theirs)]
  return { ours, theirs, manager, viewer, stranger, here, there }
}

interface Place {
  w: TestApp
  ours: Organization
  manager: Caller
  here: string
}

/** What tests do with dashboards. The place is asked for at each call, because every test has another one. */
export function dashboardActions(place: () => Place) {
  const body = (values: object = {}) => ({
    name: 'City centre',
    organization_id: place().ours.id,
    location_ids: [place().here],
    organization_ids: [],
    ...values,
  })
  const create = (values: object = {}, who = place().manager): Promise<Answer> =>
    who.call(createDashboard, { body: body(values) })
  const made = async (values: object = {}): Promise<Dashboard> => (await create(values)).body
  const open = (board: Dashboard, values: object = {}, who = place().manager): Promise<Answer> =>
    who.call(openPublicLink, { params: ref(board), body: values, headers: at(board) } as never)
  /** So many ended sessions on a day of June, and their figures. */
  async function park(location: string, day: number, count: number): Promise<void> {
    const device = await place().w.make.device(location)
    const begun = (minute: number) => new Date(Date.UTC(2026, 5, day, 8, minute)).toISOString()
    for (let minute = 0; minute < count; minute++)
      await makeSession(place().w, location, device, {
        status: 'ended',
        how_ended: 'normal',
        started_at: begun(minute),
        ended_at: new Date(Date.parse(begun(minute)) + 3_600_000).toISOString(),
      })
  }
  const rollUp = () => refreshRollups(place().w.db, () => place().w.clock.now(), new AbortController().signal)
  return { body, create, made, open, park, rollUp }
}
