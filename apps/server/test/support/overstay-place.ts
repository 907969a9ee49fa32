import { uuidv7 } from 'uuidv7'
import type { OverstayRules } from '@wheelhouse/contract/overstays/overstay-rules.ts'
import { getOverstay, listOverstays } from '@wheelhouse/contract/overstays/overstays.ts'
import type { Overstay, OverstayDetails } from '@wheelhouse/contract/overstays/overstays.ts'
import { hourMs } from '@wheelhouse/contract/overstays/overstay-steps.ts'
import { runAdvanceOverstays } from '../../src/features/overstays/advance.ts'
import { makeSession } from '../../src/features/parking-sessions/samples.ts'
import { makeUser } from '../../src/features/users/samples.ts'
import type { Organization } from './factories.ts'
import { stockRights } from './roles.ts'
import type { Answer, Caller, TestApp } from './test-app.ts'

export const testRules: OverstayRules = {
  is_enabled: true,
  reminder_after_h: 2,
  notice_after_h: 24,
  fee_after_h: 48,
  objection_h: 72,
  fee_minor: 2500,
  currency: 'EUR',
  removal_after_h: 168,
  storage_days: 90,
  hold_minutes: 15,
}

/** A region with rules, a location with a limit of 48 hours in it, and the people who work there. */
export async function makeOverstayPlace(w: TestApp, rules: Partial<OverstayRules> = {}) {
  const organization: Organization = await w.make.organization()
  // Each place has a country to itself, so that the rules of one test are not those of another.
  const country = freshCountry()
  const region_id = uuidv7()
  const now = w.clock.now().toISOString()
  await w.db
    .insertInto('region_configs')
    .values({
      id: region_id,
      tag: country.toLowerCase(),
      name: country,
      status: 'enabled',
      created_at: now,
      updated_at: now,
    })
    .execute()
  await w.db
    .insertInto('overstay_rules')
    .values({ region_id, ...testRules, ...rules, updated_at: now })
    .execute()
  const location = await w.make.location(organization, { country, overstay_limit_h: 48 })
  const person = (role: Parameters<typeof stockRights>[0]): Promise<Caller> =>
    w.person([{ group_id: organization.owner, needs: stockRights(role) }])
  const support = await person('First-line support')
  const technician = await person('Technician')

  async function park(hoursAgo: number, values: Record<string, unknown> = {}): Promise<string> {
    const device = await w.make.device(location)
    const started_at = new Date(w.clock.now().getTime() - hoursAgo * hourMs).toISOString()
    return makeSession(w, location, device, { started_at, ...values })
  }
  /** A rider of the organization, whose card is charged without a question. */
  async function rider(digits = '4242'): Promise<string> {
    const user_id = await makeUser(w, [organization.owner])
    const created_at = w.clock.now().toISOString()
    const card = { provider: 'simulated', reference: `card_${digits}`, brand: 'Visa', last_digits: digits }
    await w.db
      .insertInto('payment_methods')
      .values({ id: uuidv7(), user_id, ...card, created_at })
      .execute()
    return user_id
  }
  const read = async (id: string, who = support): Promise<OverstayDetails> =>
    (await who.call(getOverstay, { params: { overstay_id: id } })).body
  /** Sends a move with the version that is current. */
  async function move(route: Parameters<Caller['call']>[0], id: string, body: object, who = support): Promise<Answer> {
    const { rows } = await w.pool.query<{ version: number }>('select version from overstays where session_id = $1', [
      id,
    ])
    const headers = { 'if-match': `"${rows[0]?.version ?? 1}"` }
    return who.call(route, { params: { overstay_id: id }, body, headers } as never)
  }
  return { organization, country, region_id, location, person, support, technician, park, rider, read, move }
}
export type OverstayPlace = Awaited<ReturnType<typeof makeOverstayPlace>>

const countries = [
  'EE',
  'FI',
  'LV',
  'LT',
  'SE',
  'NO',
  'DK',
  'DE',
  'PL',
  'NL',
  'BE',
  'FR',
  'ES',
  'PT',
  'IT',
  'AT',
  'CH',
  'CZ',
  'SK',
]
  .concat([
    'HU',
    'SI',
    'HR',
    'IE',
    'GB',
    'IS',
    'LU',
    'RO',
    'BG',
    'GR',
    'CY',
    'MT',
    'US',
    'CA',
    'MX',
    'BR',
    'AR',
    'CL',
    'PE',
  ])
  .concat([
    'AU',
    'NZ',
    'JP',
    'KR',
    'IN',
    'ZA',
    'KE',
    'MA',
    'TN',
    'EG',
    'TR',
    'IL',
    'JO',
    'AE',
    'QA',
    'SG',
    'MY',
    'TH',
    'VN',
  ])

function freshCountry(): string {
  const country = countries.pop()
  if (country === undefined) throw new Error('Every country of the list has a region already')
  return country
}

/** What the job does every minute. */
export const tick = (w: TestApp): Promise<void> =>
  runAdvanceOverstays({ ...w, correlation_id: uuidv7(), signal: new AbortController().signal })

/** Moves the clock by hours, then lets the job look once. */
export async function pass(w: TestApp, hours: number): Promise<void> {
  w.clock.advance(hours * hourMs)
  await tick(w)
}

export const stepsOf = ({ records }: OverstayDetails): string[] =>
  records.map(({ action, step }) => (step === null ? action : `${step} ${action}`))

/** Back to the beginning: the events of a test must not run past the months that the database has partitions for. */
export function rewind(w: TestApp): void {
  w.clock.advance(Date.parse('2026-06-15T10:00:00.000Z') - w.clock.now().getTime())
}

/** What tests do with overstays. The place is asked for at each call, because every test has another one. */
export function overstayActions(current: () => { w: TestApp; place: OverstayPlace }) {
  const messagesOf = async (user: string): Promise<string[]> =>
    (
      await current().w.pool.query<{ text: string }>(
        'select text from user_messages where user_id = $1 order by created_at, id',
        [user],
      )
    ).rows.map(({ text }) => text.split('\n')[0] ?? '')
  const idsIn = async (who: Caller, query: object = {}): Promise<string[]> =>
    (await who.send(listOverstays, { query: { location_id: [current().place.location], ...query } })).body.items.map(
      (one: Overstay) => one.id,
    )

  /** As far as the announcement of the fee: 2 h reminder, 24 h notice, 48 h fee, and the time in which messages can be stopped. */
  async function untilFee(user_id: string | null): Promise<string> {
    const { w, place } = current()
    const id = await place.park(50, { user_id })
    await tick(w)
    for (const hours of [0.01, 0.3, 24, 0.3, 48]) await pass(w, hours)
    return id
  }

  async function untilCharged(digits?: string): Promise<string> {
    const { w, place } = current()
    const id = await untilFee(await place.rider(digits))
    await pass(w, 72)
    await w.runJobs()
    return id
  }

  async function untilRemoval(user_id: string | null = null): Promise<string> {
    const { w } = current()
    const id = await untilFee(user_id)
    if (user_id !== null) await pass(w, 72)
    await pass(w, 168)
    return id
  }
  return { messagesOf, idsIn, untilFee, untilCharged, untilRemoval }
}
