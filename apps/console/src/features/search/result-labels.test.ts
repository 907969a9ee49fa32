import { expect, test } from 'vitest'
import type { SearchHit } from '@wheelhouse/contract/search/search.ts'
import { formatOf } from '../../i18n/format.ts'
import { foundDetail, foundHref, marked } from './result-labels.ts'

const bold = (text: string, marks: string[]) =>
  marked(text, marks)
    .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
    .join('')

test('look, palette: what was typed is bold wherever it stands, in any case, and signs are letters', () => {
  expect(bold('104217', ['10421'])).toBe('[10421]7')
  expect(bold('Balti jaam, BALTI', ['balti', 'bal'])).toBe('[Balti] jaam, [BALTI]')
  expect(bold('A.B', ['.'])).toBe('A[.]B')
  expect(bold('Balti jaam', [])).toBe('Balti jaam')
  expect(bold('', ['x'])).toBe('')
})

const hit: SearchHit = {
  type: 'user',
  id: 'u',
  code: '',
  title: 'Mari Tamm',
  detail: '+3725•••••61',
  marks: [],
  matched: 'rfid_reversed',
  rfid: '00745A70',
  state: null,
  dock: null,
  location_id: null,
  device_id: null,
  hardware_id: null,
}

test('values, RFID: a card that was found backwards says so, written as the reader prefers', () => {
  const format = formatOf({ localizedFormats: true, rfidFormat: 'decimal', timezone: 'UTC' }, 'en')
  expect(foundDetail(hit, format)).toBe('+3725•••••61, card 0007625328, bytes reversed')
  expect(foundDetail({ ...hit, matched: 'phone', rfid: null }, format)).toBe('+3725•••••61, by phone')
})

test('each kind leads to its page', () => {
  expect(foundHref({ ...hit, type: 'device', id: 'd', location_id: 'l', device_id: 'd' })).toBe('/locations/l?device=d')
  expect(foundHref({ ...hit, type: 'external_device', id: 'e', location_id: 'l' })).toBe('/external-devices?open=l.e')
  expect(foundHref({ ...hit, type: 'rental_device', id: 'v' })).toBe('/rentals/v')
  expect(foundHref({ ...hit, type: 'rental_session', id: 's' })).toBe('/rental-sessions/history/s')
  expect(foundHref({ ...hit, type: 'command', location_id: 'l', device_id: 'd' })).toBe('/locations/l?device=d')
  expect(foundHref({ ...hit, type: 'command', hardware_id: 'A4' })).toBe('/hardware/A4?view=commands')
  expect(foundHref({ ...hit, type: 'hardware', id: 'A4' })).toBe('/hardware/A4')
  expect(foundHref({ ...hit, type: 'console_user', detail: 'a+b@x.test' })).toBe(
    '/users/console?q=a%2Bb%40x.test&open=u',
  )
})
