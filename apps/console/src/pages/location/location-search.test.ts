import { expect, test } from 'vitest'
import { locationSearch } from './location-search.ts'

test('an unknown view mode is left out, so that the standard one is shown', () => {
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

test('what the technical view shows is in the address, as far as it is understood', () => {
  const device = '019a4c1e-0000-7000-8000-00000000cafe'
  const search = {
    view: 'technical',
    hardware_sort: '-rssi_dbm',
    contact_period: 'week',
    heartbeat_period: 'month',
    command_device_id: device,
    command_name: 'force_unlock',
  }
  expect(locationSearch(search)).toEqual(search)
  expect(locationSearch({ hardware_sort: '--', contact_period: 'day', command_device_id: '7' })).toEqual({})
})
