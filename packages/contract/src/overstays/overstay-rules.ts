import * as z from 'zod'
import { Currency } from '../currencies.ts'
import { getRegion } from '../regions/regions.ts'
import { Id, route } from '../route.ts'
import { withRules } from '../rules.ts'

const waiting = (label: string, most: number) =>
  z.int(`${label}: whole hours`).min(0, `${label}: not negative`).max(most, `${label}: at most ${most} hours`)

const yearHours = 8760

const fields = {
  is_enabled: z.boolean(),
  reminder_after_h: waiting('Reminder', yearHours).nullable(),
  notice_after_h: waiting('Notice', yearHours).nullable(),
  fee_after_h: waiting('Fee', yearHours).nullable(),
  objection_h: waiting('Time to object', yearHours),
  fee_minor: z.int('Fee: an amount').min(1, 'Fee: more than 0').max(99_999_999, 'Fee: too high').nullable(),
  currency: Currency.nullable(),
  removal_after_h: waiting('Removal', yearHours).nullable(),
  storage_days: z.int('Storage: whole days').min(0, 'Storage: not negative').max(3650, 'Storage: at most 3650 days'),
  hold_minutes: z
    .int('Time to stop a message: whole minutes')
    .min(0, 'Time to stop a message: not negative')
    .max(1440, 'Time to stop a message: at most 1440 minutes'),
} as const

/** The steps and legal waiting times of a region. Off until a person switches them on. */
export const OverstayRules = z.object(fields)
export type OverstayRules = z.infer<typeof OverstayRules>

export const OverstayRulesBody = withRules(z.strictObject(fields), (rules, refuse) => {
  const { notice_after_h, fee_after_h, fee_minor, removal_after_h, currency } = rules
  if (notice_after_h === null && fee_after_h !== null) refuse('notice_after_h', 'A fee needs a notice')
  if (notice_after_h === null && removal_after_h !== null) refuse('notice_after_h', 'A removal needs a notice')
  if (fee_after_h !== null && fee_minor === null) refuse('fee_minor', 'Fee is required')
  if (fee_minor !== null && currency === null) refuse('currency', 'Currency is required')
})

/** What a region starts from: nothing happens, and the usual waiting times are filled in. */
export const usualOverstayRules: OverstayRules = {
  is_enabled: false,
  reminder_after_h: 0,
  notice_after_h: 48,
  fee_after_h: null,
  objection_h: 72,
  fee_minor: null,
  currency: null,
  removal_after_h: 168,
  storage_days: 90,
  hold_minutes: 15,
}

const RegionRef = z.strictObject({ region_id: Id })
const path = `${getRegion.path}/overstay-rules`
const on = { console: 'region_id' } as const

/** The version is that of the region. */
const RulesOfRegion = OverstayRules.extend({ region_id: Id, region_name: z.string(), version: z.number().int() })
export type RulesOfRegion = z.infer<typeof RulesOfRegion>

export const getOverstayRules = route({
  method: 'GET',
  path,
  summary: 'Steps and waiting times for bikes parked beyond the limit in a region',
  says: { failed: 'Fetch overstay rules failed' },
  staleOn: ['region_config'],
  access: { console: ['GET'] },
  on,
  params: RegionRef,
  reply: RulesOfRegion,
})

export const updateOverstayRules = route({
  method: 'PUT',
  path,
  summary: 'Change the steps and waiting times of a region',
  says: { failed: 'Update overstay rules failed', done: 'Overstay rules updated' },
  access: { console: ['GET', 'UPDATE'] },
  on,
  params: RegionRef,
  body: OverstayRulesBody,
  needsVersion: true,
  reply: RulesOfRegion,
  changes: [getRegion],
})
