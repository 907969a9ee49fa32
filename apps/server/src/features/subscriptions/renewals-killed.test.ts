import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureEventPartitions } from '@wheelhouse/db/event-partitions.ts'
import { makeCard } from '../../../test/support/make-charges.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { makeUser } from '../users/samples.ts'
import { makeSubscriber, makeSubscription } from './samples.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())

const renewing = join(import.meta.dirname, '../../../test/support/renewing-process.ts')
const subscribers = 60
const day = 86_400_000

const countOf = async (query: string): Promise<number> =>
  (await w.pool.query<{ n: number }>(`select count(*)::int as n from ${query}`)).rows[0]?.n ?? 0
const renewed = () => countOf('payments')
const paid = () => countOf(`payment_entries where kind = 'paid'`)

/** Runs a server process until so much is done, then kills it. Returns how it ended: by the signal, or by itself. */
async function runUntil(count: () => Promise<number>, enough: number): Promise<string> {
  const child = fork(renewing, [w.url, w.clock.now().toISOString()], { execArgv: [], stdio: 'ignore' })
  const ended = once(child, 'exit')
  while (child.exitCode === null && (await count()) < enough);
  child.kill('SIGKILL')
  const [code, signal] = (await ended) as [number | null, string | null]
  return signal ?? `exit ${code}`
}

test('values: renewals whose process is killed again and again (SIGKILL) are charged once each, and end on their day', async () => {
  const subscription_id = await makeSubscription(w, null, [], { max_capacity: subscribers })
  for (let nth = 0; nth < subscribers; nth++) {
    const user = await makeUser(w, [])
    await makeCard(w, user)
    await makeSubscriber(w, subscription_id, user)
  }
  w.clock.advance(28 * day)
  await ensureEventPartitions(w.pool, w.clock.now(), new Date(w.clock.now().getTime() + 31 * day))

  const deaths: string[] = []
  for (const enough of [1, 9, 26, 41]) deaths.push(await runUntil(renewed, enough))
  for (const enough of [1, 14, 33, 52]) deaths.push(await runUntil(paid, enough))
  expect(deaths.filter((how) => how === 'SIGKILL').length).toBeGreaterThanOrEqual(6)
  expect(await paid()).toBeLessThan(subscribers)
  expect(await runUntil(paid, Infinity)).toBe('exit 0')

  const { rows } = await w.pool.query<{
    state: string
    payments: number
    taken: number
    charged: number
    ends: number
  }>(
    `select p.state, count(*) over (partition by b.id)::int as payments, b.cycle - b.paid_cycle as charged,
       (select count(*) from simulated_movements m where m.payment_id = p.id and m.kind = 'charge')::int as taken,
       round(extract(epoch from b.expires_at - b.anchor_at) / 86400)::int as ends
     from subscribers b join payments p on p.charge_key = 'subscription ' || b.id || ' ' || b.cycle`,
  )
  expect(rows).toHaveLength(subscribers)
  // Paid once, taken once, and valid for the second month from 15 June: 61 days.
  expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
    new Set([JSON.stringify({ state: 'paid', payments: 1, charged: 0, taken: 1, ends: 61 })]),
  )
  expect(await countOf('payments')).toBe(subscribers)
})
