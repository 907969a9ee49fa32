import { expect, test } from 'vitest'
import { rfidFromDecimal } from '../find-user/recognise.ts'
import { isHexOfDigits, readKey, readUser, splitEntries } from './allowlist-entries.ts'

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
    ['7625328', { key: '00745A70' }],
    ['107625328', { key: '066A3B70' }],
    ['77771209', { key: '77771209' }],
    ['077771209', { error: 'Invalid RFID-DEC key' }],
    ['0077771209', { key: '04A2B1C9' }],
    ['00007625328', { error: 'Invalid RFID-DEC key' }],
    ['42949672960', { key: '00000A00000000' }],
    ['4294967296000', { key: '0003E800000000' }],
    ['42949672960000', { key: '42949672960000' }],
    ['99999999999999999', { error: 'Invalid RFID-DEC key' }],
    ['100000000000000000', { key: '0000016345785D8A0000' }],
    ['9999999999999999999', { key: '00008AC7230489E7FFFF' }],
    ['00745A', { error: 'Invalid RFID key' }],
    ['00745A7G', { error: 'Invalid RFID key' }],
  ]
  for (const [entry, meaning] of meanings) expect([entry, readKey(entry)]).toEqual([entry, meaning])
})

test('a decimal without leading zeros is the card that the page of a person makes of it', () => {
  for (const entry of ['7625328', '107625328', '4294967295', '42949672960', '281474976710656', '100000000000000000'])
    expect([entry, readKey(entry)]).toEqual([entry, { key: rfidFromDecimal(entry) }])
})

test('10 or 17 digits that are too large for their card are refused, although the page of a person makes a longer card of them', () => {
  const longer: [string, string][] = [
    ['4294967296', '00000100000000'],
    ['9999999999', '000002540BE3FF'],
    ['72057594037927936', '00000100000000000000'],
    ['99999999999999999', '0000016345785D89FFFF'],
  ]
  for (const [entry, card] of longer)
    expect([entry, readKey(entry), rfidFromDecimal(entry)]).toEqual([entry, { error: 'Invalid RFID-DEC key' }, card])
  // Fewer digits than 17 always fit into 7 bytes.
  for (const entry of ['999999999999999', '9999999999999999'])
    expect([entry, readKey(entry)]).toEqual([entry, { key: rfidFromDecimal(entry) }])
})

test('digits that are read as hex, and may have been meant as a decimal, are marked', () => {
  expect(['77771209', '42949672960000', '12089258196146291747'].map(isHexOfDigits)).toEqual([true, true, true])
  // With letters, separators or a zero in front it is no decimal that lost its zeros; other lengths are no hex.
  expect(['7777120A', '77:77:12:09', '07771209', '7625328'].map(isHexOfDigits)).toEqual([false, false, false, false])
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
