import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { passPeriods, renewalLeadMs, retriesAtMost } from '@wheelhouse/contract/subscriptions/subscriber-statuses.ts'
import type { PassPeriod } from '@wheelhouse/contract/subscriptions/subscriber-statuses.ts'
import { ensureEventPartitions } from '@wheelhouse/db/event-partitions.ts'
import { makeCard } from '../../../test/support/make-charges.ts'
import { refuseRows } from '../../../test/support/refused-rows.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { openJournal, withJournal } from '../../journal/journal.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { runSweep as sweepPayments } from '../payments/provider-answers.ts'
import { makeUser } from '../users/samples.ts'
import { runSweep } from './renewals.ts'
import { makeSubscriber, makeSubscription } from './samples.ts'
import { chargeCycle } from './subscribers.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())

const hour = 3_600_000
const day = 24 * hour
const zone = 'Europe/Tallinn'

async function rider(): Promise<string> {
  const user_id = await makeUser(w, [])
  await makeCard(w, user_id)
  return user_id
}

const noJobs = { send: async () => undefined, sendAll: async () => undefined }

/** A process that may be killed in the middle of a transaction: it ends before its commit, and does nothing after it. */
function processCtx(kill: () => boolean): JobCtx {
  const life = new AbortController()
  const send = async () => {
    if (!kill()) return
    life.abort()
    throw new Error('killed')
  }
  const { db, clock, config, log } = w
  return { db, clock, config, log, correlation_id: uuidv7(), signal: life.signal, jobs: { send, sendAll: send } }
}

async function sweepUntilDone(kill: () => boolean): Promise<void> {
  for (let isKilled = true; isKilled;) {
    const two = [processCtx(kill), processCtx(kill)]
    await Promise.all(two.map((ctx) => runSweep(ctx)))
    isKilled = two.some(({ signal }) => signal.aborted)
  }
}

/** The end of a number of periods, written apart from the server: by trying the days of the calendar. */
function endOf(anchor: Date, period: PassPeriod, count: number): string {
  const shown = (at: Date): string =>
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone }).format(at)
  const [date = '', clock = ''] = shown(anchor).split(' ')
  const [year = 0, month = 0, dayOfMonth = 0] = date.split('-').map(Number)
  const target = new Date(Date.UTC(year, month - 1, 1))
  if (period === 'monthly') {
    target.setUTCMonth(target.getUTCMonth() + count)
    const next = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 1))
    const days = Math.round((next.getTime() - target.getTime()) / day)
    target.setUTCDate(Math.min(dayOfMonth, days))
  } else target.setUTCDate(dayOfMonth + count * (period === 'weekly' ? 7 : 1))
  const wanted = `${target.toISOString().slice(0, 10)} ${clock}`
  for (let offset = 1; offset < 5; offset++) {
    const at = new Date(Date.parse(`${wanted.replace(' ', 'T')}Z`) - offset * hour)
    if (shown(at) === wanted) return at.toISOString()
  }
  throw new Error(`no moment shows ${wanted}`)
}

async function subscribed(period: PassPeriod): Promise<{ id: string; subscription_id: string; anchor: Date }> {
  const subscription_id = await makeSubscription(w, null, [], { time_zone: zone })
  const user_id = await rider()
  const unpaid = { anchor_at: null, expires_at: null, renewal_at: null, periods: 0, paid_cycle: 0, status: 'pending' }
  const id = await makeSubscriber(w, subscription_id, user_id, { ...unpaid, period })
  const journal = openJournal(w.clock.now())
  const cycle = { id, subscription_id, user_id, cycle: 1, fee_minor: 2_500, currency: 'EUR' }
  await withJournal(w.db, journal, (tx) => chargeCycle(tx, journal, noJobs, cycle))
  await sweepPayments(processCtx(() => false))
  return { id, subscription_id, anchor: w.clock.now() }
}

interface Row {
  expires_at: string
  status: string
  cycle: number
  paid_cycle: number
}
const rowOf = async (id: string): Promise<Row> =>
  (await w.pool.query<Row>('select expires_at, status, cycle, paid_cycle from subscribers where id = $1', [id]))
    .rows[0] as Row

async function moveTo(at: string): Promise<void> {
  w.clock.advance(Date.parse(at) - w.clock.now().getTime())
  await ensureEventPartitions(w.pool, w.clock.now(), new Date(w.clock.now().getTime() + 400 * day))
}

/** How far the clock is moved, and how often it may jump within one run: a step is shorter than the time to renew. */
const spans: Record<PassPeriod, { days: number; step: number; periods: number }> = {
  monthly: { days: 365, step: 40 * hour, periods: 12 },
  weekly: { days: 56, step: 14 * hour, periods: 8 },
  daily: { days: 6, step: 1.5 * hour, periods: 6 },
}

let year = 2027
test.each(passPeriods)(
  'values: over a moved clock each %s renewal is charged once, whatever is killed, and ends on its calendar day',
  async (period) => {
    const { days, step, periods } = spans[period]
    const jumps = fc.array(fc.integer({ min: 1, max: step }), { minLength: 10, maxLength: 40 })
    const kills = fc.array(fc.boolean(), { minLength: 7, maxLength: 31 })
    await fc.assert(
      fc.asyncProperty(jumps, kills, async (steps, deaths) => {
        await moveTo(`${(year += 2)}-01-31T09:30:00.000Z`)
        const { id, subscription_id, anchor } = await subscribed(period)
        let [at, sends] = [0, 0]
        const ends = new Set<string>([(await rowOf(id)).expires_at])
        while (w.clock.now().getTime() < anchor.getTime() + days * day) {
          w.clock.advance(steps[at++ % steps.length] as number)
          await sweepUntilDone(() => deaths[sends++ % deaths.length] === true && sends % 2 === 0)
          await sweepPayments(processCtx(() => false))
          ends.add((await rowOf(id)).expires_at)
        }
        const expected = Array.from({ length: ends.size }, (_, count) => endOf(anchor, period, count + 1))
        expect([...ends]).toEqual(expected)
        expect(ends.size).toBeGreaterThanOrEqual(periods)
        const { rows } = await w.pool.query<{ charge_key: string; state: string }>(
          'select charge_key, state from payments where subscription_id = $1 order by created_at',
          [subscription_id],
        )
        expect(rows).toEqual(
          expected.map((_, cycle) => ({ charge_key: `subscription ${id} ${cycle + 1}`, state: 'paid' })),
        )
        await w.pool.query('update subscribers set auto_renew = false, renewal_at = null where id = $1', [id])
      }),
      { numRuns: 2 },
    )
  },
  120_000,
)

test.each(passPeriods)(
  'a %s renewal that fails is tried again as often as the contract says, before its end',
  async (period) => {
    const { id, subscription_id } = await subscribed(period)
    await w.pool.query(
      `update payment_methods set reference = 'card_0002' where user_id = (select user_id from subscribers where id = $1)`,
      [id],
    )
    const { expires_at: end } = await rowOf(id)
    await moveTo(new Date(Date.parse(end) - renewalLeadMs[period]).toISOString())
    // A pause is a multiple of an eighth of the time before the end.
    while (w.clock.now().getTime() < Date.parse(end)) {
      await sweepUntilDone(() => false)
      await sweepPayments(processCtx(() => false))
      w.clock.advance(renewalLeadMs[period] / 8)
    }
    expect(await rowOf(id)).toMatchObject({ status: 'payment_failed', expires_at: end, cycle: 2, paid_cycle: 1 })
    const { rows } = await w.pool.query<{ kind: string }>(
      `select a.kind from payment_attempts a join payments p on p.id = a.payment_id
      where p.charge_key = $1 and p.subscription_id = $2 order by a.number`,
      [`subscription ${id} 2`, subscription_id],
    )
    const retries = Array.from({ length: retriesAtMost }, () => 'retry')
    expect(rows.map(({ kind }) => kind)).toEqual(['charge', ...retries])
  },
)

test('the database holds no more retries than the contract says', async () => {
  const { id } = await subscribed('monthly')
  const retry = (times: number) => w.pool.query('update subscribers set retries = $2 where id = $1', [id, times])
  await retry(retriesAtMost)
  await expect(retry(retriesAtMost + 1)).rejects.toMatchObject({ constraint: 'retried_three_times' })
  await w.pool.query('update subscribers set auto_renew = false, renewal_at = null, retries = 0 where id = $1', [id])
})

test('a subscriber that cannot be renewed does not hold up the others', async () => {
  const [broken, other] = [await subscribed('daily'), await subscribed('daily')]
  const repair = await refuseRows(w, 'subscribers', 'id', broken.id)
  await moveTo((await rowOf(broken.id)).expires_at)
  await sweepUntilDone(() => false)
  expect([(await rowOf(broken.id)).cycle, (await rowOf(other.id)).cycle]).toEqual([1, 2])
  await repair()
  await sweepUntilDone(() => false)
  expect((await rowOf(broken.id)).cycle).toBe(2)
  await w.pool.query('update subscribers set auto_renew = false, renewal_at = null')
})

test('the database and the contract give the same time before a renewal', async () => {
  for (const period of passPeriods) {
    const { rows } = await w.pool.query<{ ms: number }>(
      'select extract(epoch from renewal_lead($1))::int * 1000 as ms',
      [period],
    )
    expect(Number(rows[0]?.ms)).toBe(renewalLeadMs[period])
  }
})
