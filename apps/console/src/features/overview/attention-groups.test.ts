import { expect, test } from 'vitest'
import type { AttentionItem } from '@wheelhouse/contract/overview/overview.ts'
import { groupsOf } from './attention-groups.ts'

const place = {
  location_id: 'l',
  location_code: '104217',
  location_label: 'Balti jaam',
  since: '2026-11-21T08:00:00.000Z',
}
const outage = (concerns: number): AttentionItem => ({
  kind: 'outage',
  ...place,
  concerns,
  id: `o${concerns}`,
  scope: 'location',
  device_number: null,
})
const overstay = (concerns: number): AttentionItem => ({ kind: 'overstay', ...place, concerns, red_hours: 72 })
const payments: AttentionItem = {
  kind: 'payments',
  concerns: 300,
  since: place.since,
  state: 'failed',
  total_is_exact: true,
}

test('what needs the same work is together, what concerns most devices is first, and payments are last', () => {
  const groups = groupsOf([outage(9), overstay(8), overstay(7), outage(1), payments])
  expect(groups.map(({ kind, concerns }) => ({ kind, concerns }))).toEqual([
    { kind: 'overstay', concerns: 15 },
    { kind: 'outage', concerns: 10 },
    { kind: 'payments', concerns: 300 },
  ])
  expect(groups[1]?.items.map(({ concerns }) => concerns)).toEqual([9, 1])
})

test('nothing that needs attention has no heading', () => expect(groupsOf([])).toEqual([]))
