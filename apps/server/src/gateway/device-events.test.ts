import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applyDockState } from '@wheelhouse/device-protocol/dock-state.ts'
import type { DockRecord } from '@wheelhouse/device-protocol/dock-state.ts'
import { dockStates } from '@wheelhouse/device-protocol/events.ts'
import type { DeviceEvent } from '@wheelhouse/device-protocol/messages.ts'
import { testApp } from '../../test/support/test-app.ts'
import type { TestApp } from '../../test/support/test-app.ts'
import { applyDeviceEvent } from './device-events.ts'
import { makeSite } from '../../test/gateway/gateway-fixtures.ts'
import type { Site } from '../../test/gateway/gateway-fixtures.ts'
import { serial, deviceEventActions } from '../../test/support/device-event-place.ts'

let w: TestApp
let site: Site

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  site = await makeSite(w)
})

const { event, apply, dock, stateOf, sessions, history } = deviceEventActions(() => ({ w, site }))

describe('device protocol: delivered at least once, applied exactly once', () => {
  const states = fc.array(fc.constantFrom(...dockStates), { minLength: 1, maxLength: 8 })
  // Which of the events arrive, repeatedly and in any order; each arrives at least once.
  const arrivals = (count: number) =>
    fc
      .shuffledSubarray([...Array(count).keys(), ...Array(count).keys()], { minLength: count })
      .map((some) => [...new Set([...some, ...Array(count).keys()]), ...some])
  const story = states.chain((list) => fc.record({ list: fc.constant(list), order: arrivals(list.length) }))

  test('duplicate, late and out-of-order events lead to the same state as the model, and each counts once', async () => {
    await fc.assert(
      fc.asyncProperty(story, async ({ list, order }) => {
        site = await makeSite(w)
        const events = list.map((state, n) =>
          event('dock_state', { state }, { at: new Date(w.clock.now().getTime() - 100_000 + n * 1_000).toISOString() }),
        )
        let model: DockRecord | null = null
        const seen = new Set<number>()
        for (const n of order) {
          const one = events[n] as Extract<DeviceEvent, { type: 'dock_state' }>
          const outcome = await apply(one)
          if (seen.has(n)) expect(outcome).toBe('duplicate')
          else model = applyDockState(model, { seq: one.seq, at: one.at, state: one.data.state }).record
          seen.add(n)
        }
        const [state, all] = [await stateOf(), await sessions()]
        expect({ state: state.dock_state, seq: state.dock_state_seq }).toEqual({ state: model?.state, seq: model?.seq })
        expect(all.filter((session) => session.status !== 'ended').length).toBeLessThanOrEqual(1)
        if (model?.state === 'locked') expect(all.at(-1)).toMatchObject({ status: 'active' })
        if (model?.state === 'unlocked') expect(all.every((session) => session.status === 'ended')).toBe(true)
        expect(
          await w.db
            .selectFrom('device_events')
            .select('event_id')
            .where('hardware_id', '=', site.hardware_id)
            .execute(),
        ).toHaveLength(list.length)
      }),
      { numRuns: 40 },
    )
  }, 60_000)

  test('the same event from two gateways at once counts once', async () => {
    const one = event('dock_state', { state: 'locked' })
    const outcomes = await Promise.all([apply(one), apply(one), apply(one)])
    expect(outcomes.toSorted()).toEqual(['applied', 'duplicate', 'duplicate'])
    expect(await sessions()).toHaveLength(1)
  })

  test('a late event is kept in the history and changes no state', async () => {
    await dock('locked', { seq: 10 })
    await dock('unlocked', { seq: 12 })
    expect(await dock('locked', { seq: 11 })).toBe('late')
    expect(await stateOf()).toMatchObject({ dock_state: 'unlocked', dock_state_seq: 12 })
    expect((await history(site.device_id)).map(({ before, after }) => ({ before, after }))).toEqual([
      { before: { dock_state: 'unknown' }, after: { dock_state: 'locked' } },
      { before: { dock_state: 'locked' }, after: { dock_state: 'unlocked' } },
      { before: null, after: { dock_state: 'locked', is_late: true } },
    ])
    expect(await sessions()).toHaveLength(1)
  })

  test('the same state again records nothing new', async () => {
    await dock('locked')
    const before = await stateOf()
    w.clock.advance(60_000)
    await dock('locked')
    expect(await stateOf()).toMatchObject({ dock_state_since: before.dock_state_since, dock_state_seq: serial })
    expect(await history(site.device_id)).toHaveLength(1)
    expect(await sessions()).toHaveLength(1)
  })

  test('a counter that leaps by more than 2^40 is refused, and later messages of the device are accepted', async () => {
    await dock('locked')
    expect(await dock('unlocked', { seq: serial + 2 ** 40 + 10 })).toBe('seq_leap')
    expect(await dock('unlocked')).toBe('applied')
  })

  test('messages about unknown hardware, or hardware of another controller, change nothing', async () => {
    const other = await makeSite(w)
    const one = event('dock_state', { state: 'locked' })
    expect(
      await applyDeviceEvent(
        w,
        { controller_id: other.controller_id, hardware_id: site.hardware_id },
        one,
        w.clock.now(),
      ),
    ).toBe('foreign_hardware')
    expect(
      await applyDeviceEvent(
        w,
        { controller_id: other.controller_id, hardware_id: 'FFFFFFFFFFFFFFFFFFFFFFFF' },
        one,
        w.clock.now(),
      ),
    ).toBe('unknown_hardware')
    expect(await sessions()).toEqual([])
  })
})
