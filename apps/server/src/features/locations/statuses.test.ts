import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  forceLocationStatus,
  forceLocationStatuses,
  launchLocation,
  nextStatuses,
  setLocationStatus,
  setLocationStatuses,
} from '@wheelhouse/contract/locations/location-status.ts'
import { locationStatuses } from '@wheelhouse/contract/locations/location-values.ts'
import type { LocationStatus } from '@wheelhouse/contract/locations/location-values.ts'
import { makeSuperadmin } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { versionAt, versioned } from '../../../test/support/versions.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'
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
const versionOf = (id: string): Promise<number> => versionAt(w, 'locations', id)
const set = async (id: string, status: LocationStatus, who = technician): Promise<Answer> =>
  who.call(setLocationStatus, {
    params: { location_id: id },
    body: { status, reason },
    ...versioned(await versionOf(id)),
  })
const force = async (id: string, status: LocationStatus, who = forcing): Promise<Answer> =>
  who.call(forceLocationStatus, {
    params: { location_id: id },
    body: { status, reason },
    ...versioned(await versionOf(id)),
  })

/** Spec 4, written out by hand beside the table of the contract. */
const moves: Record<LocationStatus, string> = {
  in_house: 'in_delivery demo installed',
  in_delivery: 'in_house demo installed',
  demo: 'in_house in_delivery installed',
  installed: 'maintenance in_house',
  launched: 'launched_offline maintenance',
  launched_offline: 'launched maintenance',
  maintenance: 'installed launched launched_offline',
  obsolete: '',
}

describe('spec 4: statuses', () => {
  test.each(locationStatuses.map((status) => [status]))(
    'SETSTATUS moves along the table from %s, and not to obsolete',
    async (from) => {
      for (const to of locationStatuses) {
        const id = await at(from)
        const answer = await set(id, to)
        if (moves[from].split(' ').includes(to)) expect(answer.body, to).toMatchObject({ status: to })
        else
          expect(answer.body, to).toMatchObject(
            from === 'obsolete'
              ? { error_code: 'obsolete_location', error_message: 'Obsolete locations must not be repurposed' }
              : { error_code: 'status_not_next', status: from, next: moves[from].split(' ').join(', ') },
          )
        expect((await get(id)).status).toBe(answer.status === 200 ? to : from)
      }
      expect(
        nextStatuses[from].filter((to) => to !== 'obsolete' && !(from === 'installed' && to === 'launched')).join(' '),
      ).toBe(moves[from])
    },
  )

  test.each(locationStatuses.map((status) => [status]))(
    'FORCESTATUS moves from %s to any other, never from obsolete',
    async (from) => {
      for (const to of locationStatuses) {
        const id = await at(from)
        const answer = await force(id, to)
        if (from === 'obsolete') expect(answer.body, to).toMatchObject({ error_code: 'obsolete_location' })
        else if (from === to) expect(answer.body, to).toMatchObject({ error_code: 'status_not_next' })
        else expect(answer.body, to).toMatchObject({ status: to })
      }
    },
  )

  test('what was never launched comes into service by its launch only, not through maintenance', async () => {
    const id = await at('maintenance', { launched_at: null })
    for (const status of ['launched', 'launched_offline'] as const)
      expect((await set(id, status)).body).toMatchObject({ error_code: 'status_not_next', next: 'installed' })
    expect((await set(id, 'installed')).status).toBe(200)
  })

  test('one action is not the other', async () => {
    const id = await at('launched')
    expect((await force(id, 'demo', technician)).body).toMatchObject({
      error_code: 'forbidden',
      missing: 'FORCESTATUS on location',
    })
    expect((await set(id, 'maintenance', forcing)).body).toMatchObject({
      error_code: 'forbidden',
      missing: 'SETSTATUS on location',
    })
  })

  test.each([
    [undefined, 'Reason is required'],
    ['', 'Reason is required'],
    ['too short', 'Reason: at least 10 characters'],
    ['a'.repeat(501), 'Reason: at most 500 characters'],
  ])('values: a reason of 10 to 500 (%s)', async (given, words) => {
    const id = await at('launched')
    for (const [route, who] of [
      [setLocationStatus, technician],
      [forceLocationStatus, forcing],
    ] as const) {
      const answer = await who.send(route, {
        params: { location_id: id },
        body: { status: 'maintenance', reason: given },
      })
      expect(answer.body).toMatchObject({ field: 'reason', error_message: words })
    }
  })

  test('a move tells who, from where, where to and why', async () => {
    const id = await at('launched')
    await set(id, 'maintenance')
    expect(await eventsOf(id)).toEqual([
      {
        verb: 'status_changed',
        before: { status: 'launched' },
        after: { status: 'maintenance' },
        reason,
        actor_id: technician.id,
      },
    ])
  })

  test('a forced move is recorded as forced, and what it set besides: the first launch', async () => {
    const id = await at('demo', { launched_at: null })
    await force(id, 'launched')
    const forced = { verb: 'status_forced', reason, actor_id: forcing.id }
    const launched_at = w.clock.now().toISOString()
    expect(await eventsOf(id)).toEqual([
      { ...forced, before: { status: 'demo' }, after: { status: 'launched', launched_at } },
    ])
    const target = { ids: [id] }
    await forcing.call(forceLocationStatuses, { body: { target, status: 'in_house', reason } })
    await technician.call(setLocationStatuses, { body: { target, status: 'demo', reason } })
    expect((await eventsOf(id)).slice(1)).toEqual([
      { ...forced, before: { status: 'launched' }, after: { status: 'in_house' } },
      {
        verb: 'status_changed',
        reason,
        actor_id: technician.id,
        before: { status: 'in_house' },
        after: { status: 'demo' },
      },
    ])
  })

  test('of two who move it at once, the second finds it where the first put it', async () => {
    const id = await at('launched')
    const answers = await Promise.all([set(id, 'maintenance'), set(id, 'maintenance')])
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('values, concurrency: a move and a launch name the version; none is 428, a stale one 412, and what cannot be is said first', async () => {
    const id = await at('launched')
    const move = (
      version: number | null,
      status: LocationStatus,
      route: typeof setLocationStatus | typeof forceLocationStatus,
      who: Caller,
    ) =>
      who.call(route, {
        params: { location_id: id },
        body: { status, reason },
        ...(version === null ? {} : versioned(version)),
      })
    for (const [route, who] of [
      [setLocationStatus, technician],
      [forceLocationStatus, forcing],
    ] as const) {
      expect((await move(null, 'maintenance', route, who)).body.error_code).toBe('version_required')
      expect((await move(7, 'maintenance', route, who)).body).toMatchObject({ error_code: 'stale_version', version: 1 })
      expect((await move(7, 'launched', route, who)).body.error_code).toBe('status_not_next')
    }
    expect((await root.call(launchLocation, { params: { location_id: id } })).status).toBe(428)
    expect(await eventsOf(id)).toEqual([])
    expect((await move(1, 'maintenance', setLocationStatus, technician)).body).toMatchObject({
      status: 'maintenance',
      version: 2,
    })
  })

  test('forced into service it keeps the time of its first launch', async () => {
    const id = await at('demo', { launched_at: null })
    await force(id, 'launched')
    const first = (await get(id)).launched_at
    expect(first).toBe(w.clock.now().toISOString())
    w.clock.advance(60_000)
    await force(id, 'installed')
    await force(id, 'launched')
    expect((await get(id)).launched_at).toBe(first)
  })
})
