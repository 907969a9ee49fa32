import { IconCategory } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { age, anyOf, anyOfOrEmpty, list, searchText } from '@wheelhouse/contract/list.ts'
import { linkedChip } from './linked-chip.ts'
import { ageChip, chip } from './list-filters.tsx'
import type { Chips } from './list-filters.tsx'
import { sortableBy } from './list-columns.ts'
import type { ListColumn } from './list-columns.ts'

const things = list({
  path: '/thing/v1/things',
  summary: 'Things',
  says: { failed: 'Fetch things failed' },
  access: { location: ['GET'] },
  row: z.object({ id: z.string(), name: z.string(), height: z.number() }),
  filters: {
    q: searchText,
    type: anyOf(z.enum(['public', 'private'])),
    place: anyOfOrEmpty(z.uuid()),
    created_at: age,
  },
  sortBy: ['name', 'created_at'],
  exports: ['id', 'name'],
})
const type = chip('Type', IconCategory, { public: 'Public', private: { word: 'Private' } })

test('a chip offers each value by its label', () => {
  expect(type.choices).toEqual([
    { value: 'public', label: 'Public' },
    { value: 'private', label: 'Private' },
  ])
})

test('a filter without a chip, with a misspelt one or with one for other values does not compile', () => {
  const whole: Chips<typeof things> = { type, place: null, created_at: ageChip('Created') }
  // @ts-expect-error -- `created_at` is forgotten
  const forgotten: Chips<typeof things> = { type, place: null }
  // @ts-expect-error -- `typ` is no filter
  const misspelt: Chips<typeof things> = { type, place: null, created_at: null, typ: null }
  const publicOnly = chip('Type', IconCategory, { public: 'Public' })
  // @ts-expect-error -- the chip does not know "private"
  const partial: Chips<typeof things> = { type: publicOnly, place: null, created_at: null }
  // @ts-expect-error -- an age has no values
  const other: Chips<typeof things> = { type: ageChip('Type'), place: null, created_at: null }
  expect([whole, forgotten, misspelt, partial, other]).toHaveLength(5)
})

test('columns can be sorted by what the list sorts by; one that is neither value nor made of values does not compile', () => {
  const drawn = { header: 'Name', cell: () => 'a', width: 100 }
  const columns: readonly ListColumn<typeof things>[] = [
    { id: 'name', ...drawn },
    { id: 'height', ...drawn },
    { id: 'both', ...drawn, exports: ['id', 'name'] },
    // @ts-expect-error -- the row has no such value
    { id: 'nmae', ...drawn },
    // @ts-expect-error -- the file has no such column
    { id: 'more', ...drawn, exports: ['height'] },
  ]
  expect(sortableBy(things, columns).map(({ isSortable }) => isSortable)).toEqual([true, false, false, false, false])
})

test('what only a link asks for is a chip that says so and can be removed', () => {
  let removed = 0
  const ofVehicle = (value: string | undefined) =>
    linkedChip({ id: 'vehicle', label: 'Vehicle', value, text: 'this vehicle', onRemove: () => removed++ })
  expect(ofVehicle(undefined)).toBeNull()
  const chipOfOne = ofVehicle('v1')
  expect(chipOfOne).toMatchObject({ selected: ['v1'], choices: [{ value: 'v1', label: 'this vehicle' }] })
  chipOfOne?.onChange({ operator: 'is', selected: ['v1'] })
  expect(removed).toBe(0)
  chipOfOne?.onChange({ operator: 'is', selected: [] })
  expect(removed).toBe(1)
})
