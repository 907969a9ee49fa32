import { expect, test } from 'vitest'
import { supportSearch } from './support-search.ts'
import { supportPath } from './support-address.ts'

const device = '019a4c1e-0000-7000-8000-00000000cafe'

test('the filter of the events of a dock is in the address, and not in the way to another dock', () => {
  const search = supportSearch({ device, feature: ['locks'], actor_kind: 'hardware', period: 'week', other: '1' })
  expect(search).toEqual({ device, feature: ['locks'], actor_kind: ['hardware'], period: 'week' })
  expect(supportPath(search)).toBe(`/support?device=${device}`)
})
