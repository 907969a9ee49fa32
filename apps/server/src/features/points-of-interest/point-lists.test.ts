import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getBackgroundJob } from '@wheelhouse/contract/background-jobs/background-jobs.ts'
import {
  deletePointsOfInterest,
  points,
  listPointEvents,
  listPointPlaces,
  listPointsOfInterest,
} from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type { PointOfInterest } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { tap, get, labels, makePointPlace, pointActions } from '../../../test/support/point-place.ts'

let w: TestApp
let ours: Organization
/** Manager of our organization; viewer of it; manager of another one; one with our organization's operator role. */
let manager: Caller
let viewer: Caller
let stranger: Caller

beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ ours, manager, viewer, stranger } = await makePointPlace(w))
})

const { create, made, changed, remove, eventsOf } = pointActions(() => ({ w, manager }))

describe('screens: event history', () => {
  test('who did what, with the changed fields before and after', async () => {
    const point = await made()
    const second = await changed(point, { label: 'Renamed', access_level: 'internal' })
    const { location_id: _, ...told } = tap
    const history = await manager.ask(listPointEvents, { params: { point_id: point.id } })
    expect(history.items).toMatchObject([
      {
        verb: 'updated',
        actor_id: manager.id,
        resource_name: 'Renamed',
        before: { label: 'Tap by the station', access_level: 'public' },
        after: { label: 'Renamed', access_level: 'internal' },
      },
      { verb: 'created', feature: 'points-of-interest', resource_type: 'point_of_interest', before: null, after: told },
    ])
    await remove(second)
    expect((await eventsOf(point)).at(-1)).toMatchObject({
      verb: 'deleted',
      after: null,
      before: { label: 'Renamed', latitude: 59.44041 },
    })
    const { rows } = await w.pool.query('select 1 from resource_group_members where resource_id = $1', [point.id])
    expect(rows).toEqual([])
  })

  test('what is refused leaves no event', async () => {
    const { rows: before } = await w.pool.query('select count(*) as n from events')
    await create({ label: '' })
    await create({}, viewer)
    const { rows: after } = await w.pool.query('select count(*) as n from events')
    expect(after).toEqual(before)
  })
})

describe('screens: the list', () => {
  const several = async () => {
    const location = await w.make.location(ours, { label: 'Square' })
    await made({
      label: 'Äkke pump',
      type: 'utility-pump',
      icon_type: 'pump',
      external_id: 'P-7',
      description: 'by the 100%_wall',
    })
    await made({ label: 'Bench', type: 'public', icon_type: 'public', access_level: 'internal', location_id: location })
    await made({ label: 'Corner', type: 'planned-location', icon_type: 'planned', access_level: 'partner' })
    return location
  }

  test('it is found by label, external id and description, and filtered by type, level and location', async () => {
    const location = await several()
    expect(await labels(manager)).toEqual(['Äkke pump', 'Bench', 'Corner'])
    expect(await labels(manager, { q: 'äkk' })).toEqual(['Äkke pump'])
    expect(await labels(manager, { q: 'p-7' })).toEqual(['Äkke pump'])
    expect(await labels(manager, { q: '100%_' })).toEqual(['Äkke pump'])
    expect(await labels(manager, { type: ['public', 'planned-location'] })).toEqual(['Bench', 'Corner'])
    expect(await labels(manager, { access_level: 'partner' })).toEqual(['Corner'])
    expect(await labels(manager, { location_id: location })).toEqual(['Bench'])
    expect(await labels(manager, { location_id: location }, listPointPlaces)).toEqual(['Bench'])
  })

  test('every column sorts both ways, page after page, each row once', async () => {
    await several()
    for (const sort of [
      ...(['label', 'type', 'icon_type', 'access_level', 'external_id'] as const),
      ...(['location_label', 'organization_name', 'created_at', 'updated_at', 'id'] as const),
    ])
      for (const order of ['asc', 'desc'] as const) {
        const seen: string[] = []
        for (let cursor: string | null = ''; cursor !== null;) {
          const query: Record<string, unknown> = { sort, order, limit: 2, ...(cursor ? { cursor } : {}) }
          const { body } = await manager.call(listPointsOfInterest, { query })
          expect(body).toMatchObject({ total: 3, total_is_exact: true })
          seen.push(...body.items.map((item: PointOfInterest) => item.id))
          cursor = body.next
        }
        expect(new Set(seen).size, `${sort} ${order}`).toBe(3)
      }
    expect(await labels(manager, { sort: 'location_label' })).toEqual(['Bench', expect.any(String), expect.any(String)])
  })

  test('the export holds the rows of the filter with the columns asked for', async () => {
    await several()
    const query = { type: ['utility-pump'], column: ['label', 'external_id', 'latitude'] }
    const { text } = await manager.send(points.csv, { query })
    expect(text).toBe('\uFEFFlabel,external_id,latitude\r\nÄkke pump,P-7,59.44041\r\n')
  })
})

describe('screens: many at once', () => {
  test('what may not be deleted is named, the rest is gone', async () => {
    const [one, two] = [await made(), await made()]
    const foreign = await made({}, stranger)
    const answer = await manager.call(deletePointsOfInterest, {
      body: { target: { ids: [one.id, foreign.id, two.id] } },
    })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      error_results: [{ id: foreign.id, error_code: 'not_found' }],
      results: [{ id: one.id }, { id: two.id }],
    })
    expect(await labels(manager)).toEqual([])
    expect((await get(stranger, foreign)).status).toBe(200)
    expect(await eventsOf(one)).toMatchObject([{ verb: 'created' }, { verb: 'deleted' }])
  })

  test('all that match are frozen, then deleted in the background', async () => {
    await made({ type: 'utility-pump', icon_type: 'pump' })
    await made({ label: 'Stays' })
    const { body: selection } = await manager.call(points.selection, { body: { type: ['utility-pump'] } })
    expect(selection.total).toBe(1)
    const later = await made({ label: 'Later', type: 'utility-pump', icon_type: 'pump' })
    const { body } = await manager.call(deletePointsOfInterest, { body: { target: { selection_id: selection.id } } })
    expect(body).toMatchObject({ results: [], background_job_id: expect.any(String) })
    await w.runJobs()
    expect(await labels(manager)).toEqual([later.label, 'Stays'])
  })

  test('what someone else has deleted by then is gone as wanted: the background job counts it as done', async () => {
    const [gone] = [await made(), await made({ label: 'Left' })]
    const { body: selection } = await manager.call(points.selection, { body: {} })
    await manager.call(deletePointsOfInterest, { body: { target: { ids: [gone.id] } } })
    const { body } = await manager.call(deletePointsOfInterest, { body: { target: { selection_id: selection.id } } })
    await w.runJobs()
    const job = await manager.ask(getBackgroundJob, { params: { job_id: body.background_job_id } })
    expect(job).toMatchObject({ status: 'done', total: 2, done: 2, failed: 0, error_results: [] })
  })

  test('what its person no longer sees by then is still there, and has failed', async () => {
    const point = await made()
    const { body: selection } = await manager.call(points.selection, { body: {} })
    const { body } = await manager.call(deletePointsOfInterest, { body: { target: { selection_id: selection.id } } })
    await w.pool.query('delete from role_grants where person_id = $1', [manager.id])
    await w.runJobs()
    const job = await manager.ask(getBackgroundJob, { params: { job_id: body.background_job_id } })
    expect(job).toMatchObject({ total: 1, done: 0, failed: 1, error_results: [{ id: point.id }] })
  })
})
