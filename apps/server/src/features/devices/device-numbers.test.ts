import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createDevices,
  deleteDevice,
  nextDeviceNumbers,
  setDeviceOrder,
} from '@wheelhouse/contract/devices/device-edit.ts'
import { listLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { versionAt, versioned } from '../../../test/support/versions.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let operations: Caller
let location_id: string

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  const ours = await w.make.organization()
  operations = await w.person([{ group_id: ours.owner, needs: stockRights('Operations') }], ours.id)
  location_id = await w.make.location(ours)
})

const create = (body: Record<string, unknown>) =>
  operations.call(createDevices, { params: { location_id }, body: { type: 'dock', amount: 1, ...body } } as never)
const removeNow = async (device_id: string) =>
  operations.call(deleteDevice, { params: { device_id }, ...versioned(await versionAt(w, 'devices', device_id)) })

describe('numbers when the highest is given', () => {
  const next = async (amount: number) =>
    (await operations.call(nextDeviceNumbers, { params: { location_id }, query: { amount } })).body

  test('the lowest that are free side by side, and never one of a deleted device', async () => {
    await create({ first_number: 9_999 })
    const [third] = (await create({ first_number: 3 })).body
    await removeNow(third.id)
    expect(await next(2)).toEqual([{ type: 'dock', number: 1 }])
    expect(await next(3)).toEqual([{ type: 'dock', number: 4 }])
    const numbers = async (amount: number) => (await create({ amount })).body.map(({ number }: Device) => number)
    expect([await numbers(3), await numbers(2), await numbers(1)]).toEqual([[4, 5, 6], [1, 2], [7]])
  })

  test('where none are left it says so', async () => {
    await w.pool.query(
      `insert into devices (id, location_id, number, type, place, created_at, deleted_at)
       select gen_random_uuid(), $1, n, 'dock', 1, now(), now() from generate_series(1, 9999) n where n <> 77`,
      [location_id],
    )
    expect(await next(2)).toEqual([{ type: 'dock', number: null }])
    expect((await create({ amount: 2 })).body).toMatchObject({ error_code: 'device_numbers_used_up', field: 'amount' })
    expect((await create({})).body[0].number).toBe(77)
  })
})

test('the physical order allows a separate row for every device', async () => {
  await create({ amount: 101 })
  const ids = (await operations.call(listLocationDevices, { params: { location_id } })).body.map(({ id }: Device) => id)
  const rows = ids.map((id: string, at: number) => ({ label: `Row ${at + 1}`, device_ids: [id] }))
  const saved = await operations.call(setDeviceOrder, { params: { location_id }, body: { rows }, ...versioned(1) })
  expect([saved.status, saved.body.rows?.length]).toEqual([200, 101])
})
