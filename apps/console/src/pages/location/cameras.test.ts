import { expect, test } from 'vitest'
import { camerasOf } from './cameras.ts'

const hardware_id = 'AAAA00000000000000000001'
const controller = { type: 'controller', hardware_id, delete_pending: false } as const
const guard = { type: 'guard', hardware_id, delete_pending: false } as const
const dock = { type: 'dock', hardware_id, delete_pending: false } as const

test('the cameras of a location are its guards, and its controllers only where there is no guard', () => {
  expect(camerasOf([dock, controller, guard])).toEqual([guard])
  expect(camerasOf([dock, controller])).toEqual([controller])
  expect(camerasOf([dock])).toEqual([])
})

test('a device without hardware, or one that is about to be deleted, takes no photo', () => {
  expect(camerasOf([{ ...guard, hardware_id: null }, controller])).toEqual([controller])
  expect(camerasOf([{ ...guard, delete_pending: true }])).toEqual([])
})
