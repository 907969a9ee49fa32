import { expect, test } from 'vitest'
import * as z from 'zod'
import { NewLogEntry } from './maintenance-log/log-entry.ts'
import { OverstayRulesBody, usualOverstayRules } from './overstays/overstay-rules.ts'
import { withRules } from './rules.ts'
import { requiredLine } from './texts.ts'
import { WorkPlanBody } from './work-plans/work-plans.ts'

const refusals = (schema: z.ZodType, body: unknown): string[] =>
  (schema.safeParse(body).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)

const Trip = withRules(
  z.strictObject({ name: requiredLine('Name', 3, 10), from: z.int(), to: z.int() }),
  ({ from, to }, refuse) => {
    if (from !== undefined && to !== undefined && from > to) refuse('to', 'To: not before From')
    if (to === undefined) refuse('to', 'To is refused a second time')
  },
)

test('a rule over several fields is checked together with the fields', () => {
  expect(refusals(Trip, { name: '', from: 2, to: 1 })).toEqual(['name: Name is required', 'to: To: not before From'])
  expect(refusals(Trip, { name: 'Oslo', from: 1, to: 2 })).toEqual([])
})

test('a refused field is undefined to the rules and is refused once', () => {
  expect(refusals(Trip, { name: 'Oslo', from: 2, to: 'x' })).toHaveLength(1)
})

test('what is no object has no fields to check', () => {
  for (const body of [null, [], 'text', undefined]) expect(refusals(Trip, body)).toHaveLength(1)
})

test('spec 5: an empty firmware entry names the description and both versions at once', () => {
  const entry = { description: '', type: 'firmware', priority: 'low', resource: 'none', status: 'blocked', cost: 5 }
  expect(refusals(NewLogEntry, entry)).toEqual([
    'description: Description is required',
    'old_firmware_version: Old firmware version is required',
    'new_firmware_version: New firmware version is required',
    'currency: Currency is required',
    'reason: Reason is required',
  ])
})

test('planned work and overstay rules name every refused field at once', () => {
  const plan = { kind: 'recurring', name: '', description: '', type: 'repair', priority: 'low', resource: 'none' }
  expect(refusals(WorkPlanBody, plan)).toEqual(
    expect.arrayContaining([
      'name: Name is required',
      'description: Description is required',
      'starts_at: First entry at is required',
      'period: Period is required',
    ]),
  )
  const rules = { ...usualOverstayRules, storage_days: -1, notice_after_h: null, fee_after_h: 4, fee_minor: null }
  expect(refusals(OverstayRulesBody, rules)).toEqual(
    expect.arrayContaining([
      'storage_days: Storage: not negative',
      'notice_after_h: A fee needs a notice',
      'fee_minor: Fee is required',
    ]),
  )
})
