import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  changeLocationPrivateTags,
  changeLocationTags,
  selectLocations,
} from '@wheelhouse/contract/locations/location-edit.ts'
import { forceLocationStatuses, setLocationStatuses } from '@wheelhouse/contract/locations/location-status.ts'
import { getBackgroundJob } from '@wheelhouse/contract/background-jobs/background-jobs.ts'
import { makeSuperadmin } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeStatusPlace, reason, statusActions } from '../../../test/support/status-place.ts'

let w: TestApp
let ours: Organization
/** SETSTATUS alone, FORCESTATUS alone, everything. */
let technician: Caller
let forcing: Caller
let root: Caller

beforeAll(async () => {
  w = await testApp()
  root = await makeSuperadmin(w)
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ ours, technician, forcing } = await makeStatusPlace(w))
})

const { at, get, eventsOf } = statusActions(() => ({ w, ours, root }))

describe('screens: many at once', () => {
  test('statuses: each by itself, what failed is named and what succeeded stays, with what was there before', async () => {
    const [first, second, last] = [
      await at('launched'),
      await at('launched_offline'),
      await at('obsolete', { label: 'Old depot' }),
    ]
    const foreign = await w.make.location(await w.make.organization())
    const answer = await technician.call(setLocationStatuses, {
      body: { target: { ids: [first, second, last, foreign] }, status: 'maintenance', reason },
    })
    expect(answer.status).toBe(422)
    expect(answer.body.results).toEqual([
      { id: first, before: 'launched' },
      { id: second, before: 'launched_offline' },
    ])
    expect(answer.body.error_results).toMatchObject([
      { id: last, error_code: 'obsolete_location', location: expect.stringContaining('Old depot') },
      { id: foreign, error_code: 'not_found' },
    ])
    expect((await get(first)).status).toBe('maintenance')
    const undone = await technician.call(setLocationStatuses, {
      body: { target: { ids: [first] }, status: 'launched', reason },
    })
    expect(undone.body.results).toEqual([{ id: first, before: 'maintenance' }])
  })

  test('forced statuses ask FORCESTATUS of each', async () => {
    const [one, two] = [await at('launched'), await at('launched')]
    const body = { target: { ids: [one, two] }, status: 'obsolete' as const, reason }
    expect((await technician.call(forceLocationStatuses, { body })).status).toBe(403)
    expect((await forcing.ask(forceLocationStatuses, { body })).results).toHaveLength(2)
    expect((await get(two)).status).toBe('obsolete')
  })

  test('tags are added and removed whatever their letter case; before is what undoes it', async () => {
    const [one, two] = [await at('launched', { public_tags: ['Covered', 'metro'] }), await at('launched')]
    const answer = await technician.call(changeLocationTags, {
      body: { target: { ids: [one, two] }, add: ['covered', 'lit'], remove: ['METRO'] },
    })
    expect(answer.body.results).toEqual([
      { id: one, before: ['Covered', 'metro'] },
      { id: two, before: [] },
    ])
    expect([(await get(one)).tags, (await get(two)).tags]).toEqual([
      ['Covered', 'lit'],
      ['covered', 'lit'],
    ])
    expect(await eventsOf(one)).toMatchObject([
      { verb: 'updated', before: { tags: ['Covered', 'metro'] }, after: { tags: ['Covered', 'lit'] } },
    ])
    const reserved = await technician.call(changeLocationTags, { body: { target: { ids: [one] }, add: ['system'] } })
    expect(reserved.body).toMatchObject({ error_message: 'Tags: this word is reserved' })
  })

  test('a location holds 50 tags at most, the full one is named as failed', async () => {
    const full = await at('launched', { public_tags: Array.from({ length: 50 }, (_, n) => `tag_${n}`) })
    const answer = await technician.call(changeLocationTags, { body: { target: { ids: [full] }, add: ['one_more'] } })
    expect(answer.body.error_results).toMatchObject([{ id: full, error_code: 'invalid_body', field: 'tags' }])
  })

  test('private tags take GET_PRIVATE_TAGS and UPDATE', async () => {
    const id = await at('launched')
    const body = { target: { ids: [id] }, add: ['watched'] }
    expect((await technician.call(changeLocationPrivateTags, { body })).status).toBe(403)
    const able = await w.person([{ group_id: ours.owner, needs: { location: ['GET', 'GET_PRIVATE_TAGS', 'UPDATE'] } }])
    expect((await able.ask(changeLocationPrivateTags, { body })).results).toEqual([{ id, before: [] }])
    expect((await get(id)).private_tags).toEqual(['watched'])
  })

  test('all that match become a background job', async () => {
    for (let n = 0; n < 3; n++) await at('launched')
    await at('obsolete')
    const { body: frozen } = await technician.call(selectLocations, { body: {} })
    expect(frozen.total).toBe(4)
    const { body } = await technician.call(setLocationStatuses, {
      body: { target: { selection_id: frozen.id }, status: 'maintenance', reason },
    })
    await w.runJobs()
    const job = await technician.call(getBackgroundJob, { params: { job_id: body.background_job_id } })
    expect(job.body).toMatchObject({ status: 'done', done: 3, failed: 1 })
  })
})
