import { expect, test } from 'vitest'
import { technicalOrder, technicalOrderText } from './technical-order.ts'

test('an address without an order has the devices as they are on the ground', () => {
  expect(technicalOrder(undefined)).toEqual({ column: 'device', direction: 'asc' })
  expect(technicalOrderText({ column: 'device', direction: 'asc' })).toBeUndefined()
})

test('an order that was written to the address is read from it', () => {
  for (const text of ['rssi_dbm', '-rssi_dbm', '-device']) expect(technicalOrderText(technicalOrder(text))).toBe(text)
  expect(technicalOrder('-rssi_dbm')).toEqual({ column: 'rssi_dbm', direction: 'desc' })
})
