import { expect, test } from 'vitest'
import { readKey, readUser, splitEntries } from './allowlist-entries.ts'

test('spec 5: entries are separated by white space or commas, each taken once', () => {
  expect(splitEntries(' 00745A70,04A2B1C9D0E1F2\n\t00745A70 ,, AB ')).toEqual(['00745A70', '04A2B1C9D0E1F2', 'AB'])
  expect(splitEntries(' \n,')).toEqual([])
})

test('values, RFID: hex of 4, 7 or 10 bytes, or its decimal', () => {
  const meanings: [string, object][] = [
    ['00745a70', { key: '00745A70' }],
    ['00:74:5A:70', { key: '00745A70' }],
    ['0007625328', { key: '00745A70' }],
    ['4294967295', { key: 'FFFFFFFF' }],
    ['4294967296', { error: 'Invalid RFID-DEC key' }],
    ['762532', { error: 'Invalid RFID-DEC key' }],
    ['072057594037927935', { error: 'Invalid RFID-DEC key' }],
    ['72057594037927935', { key: 'FFFFFFFFFFFFFF' }],
    ['04A2B1C9D0E1F2', { key: '04A2B1C9D0E1F2' }],
    ['0102030405060708090A', { key: '0102030405060708090A' }],
    ['1208925819614629174706175', { key: 'FFFFFFFFFFFFFFFFFFFF' }],
    ['1208925819614629174706176', { error: 'Invalid RFID-DEC key' }],
    ['00745A', { error: 'Invalid RFID key' }],
    ['00745A7G', { error: 'Invalid RFID key' }],
  ]
  for (const [entry, meaning] of meanings) expect([entry, readKey(entry)]).toEqual([entry, meaning])
})

test('spec 5: a user is a phone number, an email or an id, each with its own words', () => {
  const id = '01900000-0000-7000-8000-00000000CAFE'
  const meanings: [string, object][] = [
    ['+372-5123-4567', { by: 'phone', value: '+37251234567' }],
    ['0037251234567', { by: 'phone', value: '+37251234567' }],
    ['51234567', { error: 'Invalid phone number' }],
    ['Mari@Riders.test', { by: 'email', value: 'mari@riders.test' }],
    ['mari@', { error: 'Invalid email address' }],
    [id, { by: 'id', value: id.toLowerCase() }],
    ['mari', { error: 'Invalid user id' }],
  ]
  for (const [entry, meaning] of meanings) expect([entry, readUser(entry)]).toEqual([entry, meaning])
})
