import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { deniedScansAtDevice, deniedScansOfUser } from '@wheelhouse/contract/support/denied-scans.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makeUser } from '../users/samples.ts'

let w: TestApp
let reader: Caller
let device_id: string
let seen: string

beforeAll(async () => {
  w = await testApp()
  const [ours, theirs] = [await w.make.organization(), await w.make.organization()]
  const location_id = await w.make.location(ours)
  const hardware_id = await w.make.hardware(await w.make.controller())
  device_id = await w.make.device(location_id, { hardware_id })
  const needs = { user: ['GET'], device: ['GET', 'GETCMDSHISTORY'] } as const
  reader = await w.person([{ group_id: ours.owner, needs }])
  seen = await makeUser(w, [ours.owner], { name: 'Mari Kask' })
  const hidden = await makeUser(w, [theirs.owner], { name: 'Nora Nordmann' })
  for (const user_id of [seen, hidden])
    await w.db
      .insertInto('denied_scans')
      .values({
        id: uuidv7(),
        hardware_id,
        device_id,
        location_id,
        user_id,
        key_type: 'rfid',
        cause: 'key_unknown',
        steps: '[]',
        at: w.clock.now().toISOString(),
      })
      .execute()
})
afterAll(() => w.end())

test('the file of refused keys at a device names those people only whom the reader sees', async () => {
  const { text } = await reader.send(deniedScansAtDevice.csv, {
    params: { device_id },
    query: { column: ['user_name', 'key_type', 'cause'] },
  })
  expect(text.split('\r\n').slice(1, -1).toSorted()).toEqual([',rfid,key_unknown', 'Mari Kask,rfid,key_unknown'])
})

test('the file of refused keys of a user has theirs only', async () => {
  const { text } = await reader.send(deniedScansOfUser.csv, {
    params: { user_id: seen },
    query: { column: ['user_id'] },
  })
  expect(text.split('\r\n').slice(1, -1)).toEqual([seen])
})
