import { FeePeriod, FeeService } from '@wheelhouse/contract/service-fees/fee-rules.ts'
import type { Insertable } from 'kysely'
import type { ServiceFeesTable } from '../tables.gen.ts'
import { chanceOf } from './chance.ts'
import type { Chance } from './chance.ts'
import { person } from './history.ts'
import type { RecordEvent } from './history.ts'
import type { Place } from './locations.ts'
import { organizationNamed } from './people/organizations.ts'
import type { Organizations } from './people/organizations.ts'
import type { Staff } from './people/people.ts'
import { dayMs, daysBefore, iso } from './times.ts'

// organization | service | minor units | currency | period | days since start, since the last day | days since payment
// | comment
const ofOrganizations = `
Tallinn Mobility          | platform    | 118000  | EUR | monthly   | 690     | 11 | Contract TM-2024/3, all stations of the city.
Tallinn Mobility          | support     | 96000   | EUR | quarterly | 690     | 41 | First line by the owner, second line by us, weekdays 8 to 20.
Tallinn Mobility          | platform    | 99000   | EUR | monthly   | 690 330 | 332 | Price of the first year.
Baltic Park OÜ            | platform    | 240000  | EUR | yearly    | 300     | 288 |
Oslo Sykkelparkering AS   | platform    | 1450000 | NOK | monthly   | 600     | 9  | Framework agreement 2024 to 2028.
Oslo Sykkelparkering AS   | payment     | 320000  | NOK | quarterly | 410     | 52 | Cards and invoices to companies.
Oslo Sykkelparkering AS   | maintenance | 2890000 | NOK | yearly    | -41     |    | Winter service, begins with the season.
Bay Bike Parking Inc      | platform    | 189000  | USD | monthly   | 560     | 20 |`

/** Fees that began a year ago, and a few of each kind that have ended or have not started. */
export function makeServiceFees(
  recordEvent: RecordEvent,
  now: number,
  places: readonly Place[],
  organizations: Organizations,
  staff: Staff,
) {
  const chance = chanceOf('service-fees')
  const actor = person(staff.named('maarja.tuisk@wheelhouse.test'))
  const add = adder(recordEvent, actor)
  const own = ofOrganizations
    .trim()
    .split('\n')
    .map((line) => feeOfLine(chance, now, organizations, line))
  const ofPlaces = places
    .filter(({ launchedAt }) => launchedAt !== null)
    .flatMap((place, index) => feesOfPlace(chance, now, place, index))
  return [...own, ...ofPlaces].map(add)
}

type Fee = Insertable<ServiceFeesTable> & { created: number; paid: number | null }

const day = (at: number): string => iso(at).slice(0, 10)

function feeOfLine(chance: Chance, now: number, organizations: Organizations, line: string): Fee {
  const [name = '', service, fee, currency = '', period, days = '', paid = '', comment = ''] = line
    .split('|')
    .map((cell) => cell.trim())
  const [begun = 0, ended] = days.split(/\s+/).map(Number)
  return feeOf(chance, now, {
    organization_id: organizations.idOf(organizationNamed(name)),
    location_id: null,
    service: FeeService.parse(service),
    fee: Number(fee),
    currency,
    period: FeePeriod.parse(period),
    comment,
    begun,
    ended: ended ?? null,
    paid: paid === '' ? null : Number(paid),
  })
}

type Terms = Pick<Fee, 'organization_id' | 'location_id' | 'service' | 'fee' | 'currency' | 'period' | 'comment'> & {
  /** Days ago; a negative number is in the future. */
  begun: number
  ended: number | null
  paid: number | null
}

function feeOf(chance: Chance, now: number, { begun, ended, paid, ...terms }: Terms): Fee {
  const created = Math.min(daysBefore(now, Math.max(begun, 0) + 6), now - dayMs)
  return {
    id: chance.id(created),
    ...terms,
    start_date: day(now - begun * dayMs),
    end_date: ended === null ? null : day(now - ended * dayMs),
    created,
    paid: paid === null ? null : daysBefore(now, paid),
    paid_at: null,
    version: 1,
    created_at: iso(created),
    updated_at: iso(created),
  }
}

const currencyOf: Record<string, { currency: string; worth: number }> = {
  NO: { currency: 'NOK', worth: 11 },
  US: { currency: 'USD', worth: 1.1 },
}

/** The SIM card of every location; some have separate maintenance, a few had a more expensive card before. */
function feesOfPlace(chance: Chance, now: number, place: Place, index: number): Fee[] {
  const { currency, worth } = currencyOf[place.city.country] ?? { currency: 'EUR', worth: 1 }
  const amount = (euroCents: number): number => Math.round((euroCents * worth) / 50) * 50
  const age = Math.floor((now - (place.launchedAt ?? now)) / dayMs)
  const isOver = place.status === 'obsolete'
  const of = (service: string, cents: number, period: string, terms: Partial<Terms>): Fee =>
    feeOf(chance, now, {
      organization_id: null,
      location_id: place.id,
      service,
      fee: amount(cents),
      currency,
      period,
      comment: '',
      begun: age,
      ended: isOver ? 46 : null,
      paid: age > 40 && !isOver ? 12 : null,
      ...terms,
    })
  return [
    of('connectivity', 450 + (index % 4) * 75, 'monthly', { begun: Math.min(age, 420) }),
    ...(age > 500
      ? [
          of('connectivity', 990, 'monthly', {
            begun: age,
            ended: 421,
            paid: 425,
            comment: 'Card of the former provider.',
          }),
        ]
      : []),
    ...(index % 3 === 0
      ? [of('maintenance', 18_000 + (index % 5) * 1500, 'quarterly', { comment: 'Two visits a quarter.' })]
      : []),
    ...(index % 7 === 2 && !isOver
      ? [of('other', 12_000, 'yearly', { begun: -30, ended: null, paid: null, comment: 'Rent of the ground.' })]
      : []),
  ]
}

/** Adds the row with its events, as the verbs would have written them. */
const adder =
  (recordEvent: RecordEvent, actor: Parameters<RecordEvent>[1]['actor']) =>
  ({ created, paid, ...row }: Fee): Insertable<ServiceFeesTable> => {
    const of = {
      feature: 'service-fees',
      resource_type: 'service_fee',
      resource_id: row.id,
      resource_name: row.service,
      actor,
    } as const
    const seen = { ...of, visible_through_id: row.location_id ?? null }
    const { service, comment, fee, currency, period, start_date, end_date } = row
    recordEvent(created, {
      ...seen,
      verb: 'created',
      after: { service, comment, fee, currency, period, start_date, end_date },
    })
    if (paid === null || paid <= created) return row
    recordEvent(paid, { ...seen, verb: 'paid', before: { paid_at: null }, after: { paid_at: iso(paid) } })
    return { ...row, paid_at: iso(paid), updated_at: iso(paid), version: 2 }
  }
