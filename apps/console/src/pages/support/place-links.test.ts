import { expect, test } from 'vitest'
import type { SearchHit } from '@wheelhouse/contract/search/search.ts'
import { isPlace, placeHref, placeTypes } from './place-links.ts'

const id = '019a4c1e-0000-7000-8000-00000000cafe'
const user = '019a4c1e-0000-7000-8000-00000000beef'
const hitOf = (type: SearchHit['type']): SearchHit => ({
  type,
  id,
  code: '',
  title: '',
  detail: '',
  marks: [],
  matched: 'id',
  rfid: null,
  state: null,
  dock: null,
  location_id: null,
  device_id: null,
  hardware_id: null,
})

test.each([
  ['device', `/support?user=${user}&device=${id}`],
  ['location', `/support?user=${user}&location=${id}`],
  ['session', `/support?session=${id}`],
  ['rental_device', `/rentals/${id}`],
  ['rental_session', `/rental-sessions/history/${id}`],
] as const)('screens, Support: a %s that was found leads to %s', (type, href) => {
  expect(placeTypes).toContain(type)
  const hit = hitOf(type)
  expect(isPlace(hit) && placeHref(hit, { user, key: undefined })).toBe(href)
})

test('people are found by the look-up alone, whose text is in no address', () => {
  expect(isPlace(hitOf('user'))).toBe(false)
})
