import { expect, test } from 'vitest'
import { timeZones } from './time-zones.ts'

const summer = new Date('2026-07-01T00:00:00.000Z')
const named = (value: string) => timeZones('Europe/Tallinn', summer).filter((zone) => zone.value === value)

test('a zone is listed once, by its name of today, with its distance from UTC', () => {
  expect(named('Europe/Tallinn')).toEqual([{ value: 'Europe/Tallinn', label: 'Europe/Tallinn (GMT+3)' }])
  expect(named('Asia/Kathmandu')).toEqual([{ value: 'Asia/Kathmandu', label: 'Asia/Kathmandu (GMT+5:45)' }])
  expect(named('Asia/Katmandu')).toEqual([])
  expect(named('UTC')).toHaveLength(1)
})

test('the chosen one stays choosable, whatever the browser calls it', () => {
  expect(timeZones('Europe/Kiev', summer).map(({ value }) => value)).toContain('Europe/Kiev')
})
