import {
  createPointOfInterest,
  deletePointOfInterest,
  getPointOfInterest,
  listPointsOfInterest,
  updatePointOfInterest,
} from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type {
  listPointPlaces,
  PointOfInterest,
  PointOfInterestBody,
} from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import { stockRights } from './roles.ts'
import type { Answer, Caller, TestApp } from './test-app.ts'

export const tap = {
  label: 'Tap by the station',
  type: 'utility-water',
  icon_type: 'water',
  access_level: 'public',
  latitude: 59.44041,
  longitude: 24.73655,
  description: '',
  external_id: '',
  location_id: null,
} as const

export const get = (who: Caller, { id }: { id: string }): Promise<Answer> =>
  who.call(getPointOfInterest, { params: { point_id: id } })

type Lists = typeof listPointsOfInterest | typeof listPointPlaces

export const labels = async (who: Caller, query: object = {}, route: Lists = listPointsOfInterest): Promise<string[]> =>
  (await who.ask(route, { query })).items.map(({ label }) => label)

/** Two organizations; the manager and a viewer of the first, the manager of the second, and an operator of the first. */
export async function makePointPlace(w: TestApp) {
  const [ours, theirs] = [await w.make.organization(), await w.make.organization()]
  const manager = await w.person([{ group_id: ours.owner, needs: stockRights('Manager') }], ours.id)
  const viewer = await w.person([{ group_id: ours.owner, needs: stockRights('Viewer') }], ours.id)
  const stranger = await w.person([{ group_id: theirs.owner, needs: stockRights('Manager') }], theirs.id)
  const operator = await w.person([{ group_id: ours.operator, needs: stockRights('Viewer') }], theirs.id)
  return { ours, theirs, manager, viewer, stranger, operator }
}

interface Place {
  w: TestApp
  manager: Caller
}

/** What tests do with points of interest. The place is asked for at each call, because every test has another one. */
export function pointActions(place: () => Place) {
  const create = (body: object = {}, who = place().manager, headers = {}): Promise<Answer> =>
    who.send(createPointOfInterest, { body: { ...tap, ...body }, headers })
  const made = (body: Partial<PointOfInterestBody> = {}, who = place().manager): Promise<PointOfInterest> =>
    who.ask(createPointOfInterest, { body: { ...tap, ...body } })
  const change = (
    point: PointOfInterest,
    body: object,
    who = place().manager,
    version: number | null = point.version,
  ): Promise<Answer> =>
    who.send(updatePointOfInterest, {
      params: { point_id: point.id },
      body: { ...tap, ...body },
      headers: version === null ? {} : { 'if-match': `"${version}"` },
    })
  /** The edit succeeds. */
  const changed = (
    point: PointOfInterest,
    body: Partial<PointOfInterestBody>,
    who = place().manager,
  ): Promise<PointOfInterest> =>
    who.ask(updatePointOfInterest, {
      params: { point_id: point.id },
      body: { ...tap, ...body },
      headers: { 'if-match': `"${point.version}"` },
    })
  const remove = (
    point: PointOfInterest,
    who = place().manager,
    headers: Record<string, string> = { 'if-match': `"${point.version}"` },
  ) => who.call(deletePointOfInterest, { params: { point_id: point.id }, headers })
  const eventsOf = async (point: { id: string }): Promise<Record<string, unknown>[]> => {
    const text = 'select * from events where resource_id = $1 order by id'
    return (await place().w.pool.query<Record<string, unknown>>(text, [point.id])).rows
  }
  return { create, made, change, changed, remove, eventsOf }
}
