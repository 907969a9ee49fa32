import { expect, test } from 'vitest'
import { listFault, pairsOf } from './hardware-lines.ts'

const [one, two] = ['A4C138F09E00', 'A4C138F09E01']

test('spec 5: ids one per line, valid, not yet scanned, and as many as there are devices', () => {
  expect(listFault(`${one}\n${two}`, 2)).toBeUndefined()
  expect(listFault(`${one}\n\na4c1 38f0-9e01\n`, 2)).toBeUndefined()
  expect(listFault(`${one}\nnone`, 2)).toBe('Line 2: Invalid Hardware ID')
  expect(listFault(`${one}\na4c1:38f0:9e00`, 2)).toBe('Line 2: Already scanned')
  expect(listFault(one, 2)).toBe('Invalid number of IDs')
  expect(listFault('', 2)).toBe('Invalid number of IDs')
})

test('each id goes to the device at its place; surplus ids are reported', () => {
  const { pairs, surplus } = pairsOf(`${one}\n${two}`, [{ id: 'a' }])
  expect(pairs.map(({ device, line }) => [device.id, line?.hardware_id])).toEqual([['a', one]])
  expect(surplus.map(({ line, hardware_id }) => [line, hardware_id])).toEqual([[2, two]])
  expect(pairsOf('', [{ id: 'a' }]).pairs[0]?.line).toBeUndefined()
})
