import { isDeepStrictEqual } from 'node:util'
import { listPayments } from '@wheelhouse/contract/payments/payments.ts'
import { listReports } from '@wheelhouse/contract/reports/reports.ts'
import { listSubscribers } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import { scaleText } from '@wheelhouse/db/scale/sizes.ts'
import type { ViewKey } from '@wheelhouse/db/scale/views.ts'
import { ledger, must } from '../bench.ts'
import type { Bench, Options } from '../bench.ts'
import type { Filled, Fixtures } from '../fixtures.ts'
import { answersPerSecond, read, warmUp } from '../http-load.ts'
import type { Call } from '../http-load.ts'
import { interleaved, repeated } from '../measure.ts'
import { fillMoney } from '../money-rows.ts'
import type { MoneyRows } from '../money-rows.ts'

const rowsOnPage = 50
interface Page {
  items: { id: string }[]
  next: string | null
}

const partly: readonly ViewKey[] = ['all', 'tenth', 'hundredth', 'thousandth', 'nothing', 'dormant_tenth']

export const moneyLists: Bench = {
  name: 'money-lists',
  fault: 'takes the pages of a person who sees nothing for those of everybody',
  async run(fixtures, options) {
    const book = ledger('money-lists', fixtures)
    for (const sessions of options.scales) {
      const filled = await fixtures.filled({ sessions })
      const rows = await fillMoney(filled, fixtures.say)
      const lists = await listsOn(fixtures, filled, rows, options)
      const everything = await lists.call('everything', 'payments')
      for (const who of partly) {
        const subject = await lists.call(options.isFaulty ? 'nothing' : who, 'payments')
        await checkPayments(filled, who, await read<Page>(subject))
        const what = `payments, first page of who ${filled.scale.people[who].name.toLowerCase()}`
        const aim = { is: 'at least' as const, ratio: 0.3 }
        const description = { what, size: scaleText(rows.payments), unit: 'pages/s', peerName: 'who sees everything' }
        for (const call of [subject, everything]) await warmUp(call, options)
        book.add(
          { ...description, aim },
          await interleaved(options.rounds, speed(subject, options), speed(everything, options)),
        )
      }
      for (const list of ['subscribers', 'reports', 'payments'] as const) {
        const first = await lists.call('everything', list)
        const { items, next } = await read<Page>(first)
        must(items.length === rowsOnPage && next !== null, `The page of ${list} has ${items.length} rows`)
        const second = { ...first, url: `${first.url}&cursor=${encodeURIComponent(next ?? '')}` }
        for (const call of [first, second]) await warmUp(call, options)
        const description = { what: `${list}, first page`, size: scaleText(rows[list]), unit: 'pages/s', peerName: '' }
        book.add(description, await repeated(options.rounds, speed(first, options)))
        book.add(
          {
            ...description,
            what: `${list}, the page after it`,
            peerName: 'own first page',
            aim: { is: 'at least', ratio: 0.9 },
          },
          await interleaved(options.rounds, speed(second, options), speed(first, options)),
        )
      }
    }
    return book.lines
  },
}

const speed =
  (call: Call, { seconds, connections }: Options) =>
  () =>
    answersPerSecond(call, { seconds, connections })

async function listsOn(fixtures: Fixtures, filled: Filled, { subscription_id }: MoneyRows, _options: Options) {
  const server = await fixtures.server(filled)
  const paths = {
    payments: listPayments.path,
    reports: listReports.path,
    subscribers: listSubscribers.path.replace(':subscription_id', subscription_id),
  }
  return {
    call: async (who: ViewKey, list: keyof typeof paths): Promise<Call> => ({
      url: `${server.url}${paths[list]}?limit=${rowsOnPage}`,
      token: await fixtures.identity.token(filled.scale.people[who].id),
    }),
  }
}

/** Compares the page with the grant tables themselves. */
async function checkPayments({ pool, scale }: Filled, who: ViewKey, page: Page): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `with seen as materialized (select distinct m.resource_id from role_grants g
       join role_actions a on a.role_id = g.role_id and a.resource_type = 'payment' and a.action = 'GET'
       join resource_group_members m using (group_id) where g.person_id = $1 and m.resource_type = 'location')
     select id from payments where visible_through_id in (select resource_id from seen) order by created_at desc, id desc limit ${rowsOnPage}`,
    [scale.people[who].id],
  )
  const isEqual = isDeepStrictEqual(
    page.items.map(({ id }) => id),
    rows.map(({ id }) => id),
  )
  must(
    isEqual,
    `Who ${scale.people[who].name.toLowerCase()} gets ${page.items.length} rows, and not the ${rows.length} that the grants say`,
  )
}
