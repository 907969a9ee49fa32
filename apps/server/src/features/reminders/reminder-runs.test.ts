import fc from 'fast-check'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { switchReminderConfig } from '@wheelhouse/contract/reminders/reminders.ts'
import { listReminderNotices, reminderNotices } from '@wheelhouse/contract/reminders/reminder-notices.ts'
import { previewReminder } from '@wheelhouse/contract/reminders/reminder-preview.ts'
import type { ReminderConfig } from '@wheelhouse/contract/reminders/reminders.ts'
import { runAt } from '@wheelhouse/contract/reminders/reminder-runs.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { refuseRows } from '../../../test/support/refused-rows.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeSession } from '../parking-sessions/samples.ts'
import { runDueReminders } from './reminder-runs.ts'
import { makeReminderConfig } from './samples.ts'
import { versioned, makeReminderPlace, reminderActions } from '../../../test/support/reminder-place.ts'

let w: TestApp
let ours: Organization
let location: string
let group: string
/** Keeps reminders of our organization and sees its sessions; the same of another one. */
let keeper: Caller

const hour = 3_600_000

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ ours, location, keeper, group } = await makeReminderPlace(w))
})

const { made, refOf } = reminderActions(() => ({ location, group, keeper }))
const tick = () => runDueReminders({ ...w, correlation_id: uuidv7(), signal: new AbortController().signal })
const notices = async (): Promise<{ session_id: string; push_status: string | null }[]> =>
  (await keeper.ask(listReminderNotices, { query: { group_id: [group] } })).items
/** The clock goes on to the next time that it shows this hour in Tallinn in summer (UTC+3). */
function goTo(hourThere: number): void {
  const now = w.clock.now().getTime()
  const midnight = now - (now % (24 * hour))
  const wanted = midnight + (hourThere - 3) * hour
  w.clock.advance((wanted > now ? wanted : wanted + 24 * hour) - now)
}

async function park(hoursAgo: number, at = location, values: Record<string, unknown> = {}): Promise<string> {
  const device = await w.make.device(at)
  const started_at = new Date(w.clock.now().getTime() - hoursAgo * hour).toISOString()
  return makeSession(w, at, device, { started_at, ...values })
}

describe('values (reminders): once a session and period, in the time zone of the location', () => {
  test('a run notifies the open sessions that are longer than the minimum, once', async () => {
    await made()
    goTo(8)
    const [long, short] = [await park(30), await park(20)]
    await tick()
    expect(await notices()).toEqual([])
    goTo(9)
    await Promise.all([tick(), tick()])
    await tick()
    expect((await notices()).map(({ session_id }) => session_id)).toEqual([long])
    goTo(9)
    await tick()
    expect((await notices()).map(({ session_id }) => session_id).toSorted()).toEqual([long, long, short].toSorted())
  })

  test('a config whose run fails does not hold up the others, and is made up for', async () => {
    const [broken, other] = [await made({ subject: 'Broken' }), await made({ subject: 'Other' })]
    goTo(8)
    const parked = await park(30)
    goTo(9)
    const repair = await refuseRows(w, 'reminder_runs', 'config_id', broken.id)
    await tick()
    expect(await notices()).toMatchObject([{ session_id: parked, subject: other.subject }])
    await repair()
    await tick()
    expect(await notices()).toHaveLength(2)
  })

  test('a session that ended, a disabled config and another location are left alone', async () => {
    const config = await made()
    const disabled = await made({ subject: 'Disabled', status: 'disabled' })
    const elsewhere = await w.make.location(ours)
    goTo(8)
    const ended = await park(30)
    await park(30, elsewhere)
    const at = w.clock.now().toISOString()
    await w.db
      .updateTable('parking_sessions')
      .set({ status: 'ended', how_ended: 'normal', ended_at: at })
      .where('id', '=', ended)
      .execute()
    goTo(9)
    await tick()
    expect(await notices()).toEqual([])
    expect([config.status, disabled.status]).toEqual(['active', 'disabled'])
  })

  test('rights: the history of a group shows no session at a location that the reader does not see', async () => {
    const config = await made()
    const hidden = await w.make.location(await w.make.organization())
    await w.db.insertInto('reminder_config_locations').values({ config_id: config.id, location_id: hidden }).execute()
    goTo(8)
    const [seen] = [await park(30), await park(30, hidden)]
    goTo(9)
    await tick()
    expect((await notices()).map(({ session_id }) => session_id)).toEqual([seen])
    const file = await keeper.send(reminderNotices.csv, { query: { group_id: [group], column: ['session_id'] } })
    expect(file.text.split('\r\n').slice(1, -1)).toEqual([seen])
    const sent = await w.db.selectFrom('reminder_notices').select('id').where('config_id', '=', config.id).execute()
    expect(sent).toHaveLength(2)
  })

  test('generate notification off: only the event is recorded', async () => {
    await made({ generate_notification: false })
    goTo(8)
    await park(30)
    goTo(9)
    await tick()
    expect(await notices()).toMatchObject([{ push_status: null }])
  })

  test('after a stop of days one reminder is made up for, and none when it is too late', async () => {
    await made()
    goTo(8)
    await park(30)
    w.clock.advance(5 * 24 * hour)
    goTo(10)
    await tick()
    await tick()
    expect(await notices()).toHaveLength(1)
    const [config] = [await made({ period: 'weekly', activation_at: '2026-01-01T09:00', subject: 'Weekly' })]
    w.clock.advance(13 * 24 * hour)
    await tick()
    const runs = await w.db
      .selectFrom('reminder_runs')
      .select(['is_skipped', 'notices'])
      .where('config_id', '=', config.id)
      .execute()
    for (const run of runs) expect(run.is_skipped ? run.notices : 0).toBe(0)
  })

  test('no run of before counts when a config is made, switched on or given another schedule', async () => {
    goTo(10)
    await park(30)
    const config = await made()
    await tick()
    expect(await notices()).toEqual([])
    const off: ReminderConfig = await keeper.ask(switchReminderConfig, {
      params: refOf(config),
      headers: versioned(config),
      body: { status: 'disabled' },
    })
    w.clock.advance(24 * hour)
    await keeper.call(switchReminderConfig, {
      params: refOf(config),
      headers: versioned(off),
      body: { status: 'active' },
    })
    await tick()
    expect(await notices()).toEqual([])
  })

  test('the preview names the next ten runs and who would be notified now', async () => {
    const oslo = await w.make.location(ours, { time_zone: 'Europe/Oslo' })
    const config = await made({ location_ids: [location, oslo] })
    goTo(8)
    const long = await park(30)
    await park(2)
    const preview = await keeper.ask(previewReminder, { params: refOf(config) })
    expect(preview).toMatchObject({ total: 1, candidates: [{ session_id: long, user_name: null }] })
    expect(preview.runs).toHaveLength(10)
    expect(preview.runs.slice(0, 2).map(({ time_zone }: { time_zone: string }) => time_zone)).toEqual([
      'Europe/Tallinn',
      'Europe/Oslo',
    ])
  })

  test('the preview of a disabled reminder answers as if it were active', async () => {
    const config = await made()
    goTo(8)
    const long = await park(30)
    const active = await keeper.ask(previewReminder, { params: refOf(config) })
    await keeper.ask(switchReminderConfig, {
      params: refOf(config),
      headers: versioned(config),
      body: { status: 'disabled' },
    })
    const disabled = await keeper.ask(previewReminder, { params: refOf(config) })
    expect(disabled).toMatchObject({ total: 1, candidates: [{ session_id: long }] })
    expect(disabled).toEqual(active)
  })
})

const schedules = fc.record({
  period: fc.constantFrom('hourly', 'daily', 'weekly', 'monthly'),
  time_zone: fc.constantFrom('Europe/Tallinn', 'America/Los_Angeles', 'Australia/Lord_Howe', 'Asia/Kathmandu'),
  /** In summer, and on the eve of the days on which the clocks of these zones change. */
  begins: fc.constantFrom('2026-07-10T00:00Z', '2026-10-02T12:00Z', '2026-10-24T12:00Z', '2026-10-31T12:00Z'),
  minute: fc.integer({ min: 0, max: 1439 }),
  min_hours: fc.integer({ min: 1, max: 30 }),
  /** Pauses between two looks of the services, in minutes: from the usual one to a stop of days. */
  pauses: fc.array(fc.oneof(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 600, max: 4000 })), {
    minLength: 4,
    maxLength: 10,
  }),
  /** Half of the stays began about the minimum before, where a mistake of hours shows. */
  stays: fc.array(
    fc.record({
      parked: fc.integer({ min: 0, max: 60 }),
      aboutMinimum: fc.option(fc.integer({ min: -4, max: 4 }), { freq: 1 }),
      ends: fc.integer({ min: 1, max: 200 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
})

test('values: over zones, daylight saving, stops and two processes each due reminder is sent exactly once, and none undue', async () => {
  await fc.assert(
    fc.asyncProperty(schedules, async ({ period, time_zone, begins, minute, min_hours, pauses, stays }) => {
      w.clock.advance(Date.parse(begins) - w.clock.now().getTime())
      await w.db.updateTable('reminder_configs').set({ status: 'disabled' }).execute()
      const place = await w.make.location(ours, { time_zone })
      const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
      const schedule = { activation_at: `2026-06-01T${clock}`, period } as const
      const id = await makeReminderConfig(w, group, [place], { ...schedule, status: 'active', min_hours })
      const begin = w.clock.now().getTime()
      const sessions = await Promise.all(
        stays.map(async ({ parked, aboutMinimum, ends }) => {
          const hours = aboutMinimum === null ? parked : Math.max(0, min_hours + aboutMinimum)
          return { id: await park(hours, place), from: begin - hours * hour, until: begin + ends * hour }
        }),
      )
      const expected = new Set<string>()
      let done = begin
      for (const pause of pauses) {
        w.clock.advance(pause * 60_000)
        const now = w.clock.now().getTime()
        for (const session of sessions.filter(({ until }) => until <= now))
          await w.db
            .updateTable('parking_sessions')
            .set({ status: 'ended', how_ended: 'normal', ended_at: new Date(now).toISOString() })
            .where('id', '=', session.id)
            .execute()
        // Counted one by one from the first run: another way than that of the code.
        let last: { number: number; at: number } | null = null
        for (let number = 0; runAt(schedule, number, time_zone) <= now; number++)
          last = { number, at: runAt(schedule, number, time_zone) }
        if (last !== null && last.at > done) {
          done = last.at
          const { number, at } = last
          const isInTime = now - at <= 24 * hour
          for (const session of sessions)
            if (isInTime && session.until > now && session.from < at - min_hours * hour)
              expected.add(`${session.id} ${number}`)
        }
        await Promise.all([tick(), tick()])
      }
      const sent = await w.db
        .selectFrom('reminder_notices')
        .select(['session_id', 'period_number'])
        .where('config_id', '=', id)
        .execute()
      expect(sent.map((one) => `${one.session_id} ${one.period_number}`).toSorted()).toEqual([...expected].toSorted())
    }),
    { numRuns: 20 },
  )
})
