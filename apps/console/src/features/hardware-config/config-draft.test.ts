import { expect, test } from 'vitest'
import { draftOf, editsOf } from './config-draft.ts'

const params = [
  { key: 'heartbeat_s', value: 60, is_secret: false },
  { key: 'buzzer', value: true, is_secret: false },
  { key: 'apn', value: 'internet', is_secret: false },
  { key: 'sim_pin', value: null, is_secret: true },
]

test.each([
  ['nothing', {}, null],
  ['a value that is the old one again', { heartbeat_s: 60 }, null],
  ['a secret', { sim_pin: '4711' }, null],
  [
    'values that turn something off or clear it',
    { buzzer: false, apn: '', heartbeat_s: 60 },
    { buzzer: false, apn: '' },
  ],
  ['a secret among others', { heartbeat_s: 30, sim_pin: '4711' }, { heartbeat_s: 30 }],
])('screens, forms: of a configuration the tab keeps the changed values without secrets: %s', (_name, edits, kept) => {
  expect(draftOf(edits, params)).toEqual(kept)
})

test('a draft brings back its values, without parameters that the firmware does not have any more', () => {
  expect(editsOf({ heartbeat_s: 30, buzzer: false, gone: 1, apn: ['x'] }, params)).toEqual({
    heartbeat_s: 30,
    buzzer: false,
  })
})
