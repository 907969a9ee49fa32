import { expect, test } from 'vitest'
import { filterOf, isFiltered, locationSearch, locationsSearch } from './location-search.ts'

test('spec 2: filters by tags (and, or), organizations, statuses and health stand in the address', () => {
  const organization = '01951d7a-7700-7bba-abd5-5bf36ddc8376'
  const search = locationsSearch({
    tag: ['ee', 'transit'],
    tag_mode: 'all',
    organization_id: organization,
    status: ['demo', 'launched'],
    health: 'offline',
    q: '012345',
  })
  expect(search).toEqual({
    tag: ['ee', 'transit'],
    tag_mode: 'all',
    organization_id: [organization],
    status: ['demo', 'launched'],
    health: ['offline'],
    q: '012345',
  })
})

test('what the address says wrongly is left out, the rest holds', () => {
  const search = locationsSearch({
    status: ['banana', 'demo'],
    health: 'fine',
    sort: 'colour',
    order: 'down',
    organization_id: 'x',
    foreign: '1',
  })
  expect(filterOf(search)).toEqual({ status: ['demo'] })
  expect(search).not.toHaveProperty('foreign')
})

test('defaults are not in the address, and a sort alone is no filter', () => {
  expect(locationsSearch({ sort: 'code', order: 'asc', tag_mode: 'any' })).toEqual({})
  expect(isFiltered(locationsSearch({ sort: 'health', order: 'desc' }))).toBe(false)
  expect(isFiltered(locationsSearch({ q: '1' }))).toBe(true)
})

test('a view mode that does not exist shows the standard one', () => {
  expect(locationSearch({ view: 'x-ray', tab: 'events', device: 'no id', period: 'week' })).toEqual({
    tab: 'events',
    period: 'week',
  })
  expect(locationSearch({ view: 'technical' })).toEqual({ view: 'technical' })
})

test('filter and order of the service fees are in the address, as far as they are at no default', () => {
  const search = {
    view: 'service-fees',
    fee_status: ['active', 'late'],
    fee_period: 'yearly',
    fee_sort: 'fee',
    fee_order: 'desc',
  }
  expect(locationSearch(search)).toEqual({
    view: 'service-fees',
    fee_status: ['active'],
    fee_period: ['yearly'],
    fee_sort: 'fee',
    fee_order: 'desc',
  })
  expect(locationSearch({ fee_sort: 'status', fee_order: 'asc' })).toEqual({})
})
