import { expect, expectTypeOf, test } from 'vitest'
import * as v from 'valibot'
import * as z from 'zod'
import { age, anyOf, anyOfOrEmpty, list, ownFilter, searchText } from '@wheelhouse/contract/list.ts'
import { listAddress, panelAddress, usualOrder } from './list-address.ts'

const place = '01951d7a-7700-7bba-abd5-5bf36ddc8376'
const things = list({
  path: '/thing/v1/things',
  summary: 'Things',
  says: { failed: 'Fetch things failed' },
  access: { location: ['GET'] },
  row: z.object({ id: z.string() }),
  filters: {
    q: searchText,
    type: anyOf(z.enum(['public', 'private'])),
    location_id: anyOfOrEmpty(z.uuid()),
    rating: anyOf(z.coerce.number().int().min(1).max(5)),
    created_at: age,
    mode: ownFilter(z.enum(['any', 'all']).default('any')),
    from: ownFilter(z.iso.date().optional()),
  },
  sortBy: ['name', 'created_at'],
})
const newest = list({ ...things, path: '/thing/v1/newest', filters: {}, sortBy: undefined })
const address = listAddress(things, { view: v.literal('map') }, ['from'])

test.each([
  ['a text', { q: ' ee ' }, { q: 'ee' }],
  ['one value', { type: 'public' }, { type: ['public'] }],
  ['several values', { type: ['public', 'private'] }, { type: ['public', 'private'] }],
  ['numbers', { rating: ['4', '5', '9'] }, { rating: [4, 5] }],
  ['"is not"', { type_not: 'private' }, { type_not: ['private'] }],
  ['"is empty"', { location_id_empty: 'yes' }, { location_id_empty: 'yes' }],
  ['"older than"', { created_at_older_than: '90' }, { created_at_older_than: 90 }],
  ['"newer than"', { created_at_newer_than: '7' }, { created_at_newer_than: 7 }],
  ['a value of its own', { mode: 'all' }, { mode: 'all' }],
  ['an order', { sort: 'created_at', order: 'desc' }, { sort: 'created_at', order: 'desc' }],
  ['what the screen adds', { view: 'map' }, { view: 'map' }],
])('an address says %s', (_, given, expected) => {
  expect(address.parse(given)).toStrictEqual(expected)
})

test.each([
  ['an unknown value beside a known one', { type: ['banana', 'public'] }, { type: ['public'] }],
  ['an unknown value alone', { type: 'banana', location_id: 'x', view: 'globe' }, {}],
  ['an unknown key', { colour: 'red', type_empty: 'yes' }, {}],
  ['a filter that the screen asks in another way', { from: '2026-11-21' }, {}],
  ['days that are no number, or too many', { created_at_older_than: 'old', created_at_newer_than: '99999' }, {}],
  ['a default', { sort: 'name', order: 'asc', mode: 'any' }, {}],
  ['an order that the list does not have', { sort: 'colour', order: 'down' }, {}],
])('%s is left out of the address', (_, given, expected) => {
  expect(address.parse(given)).toStrictEqual(expected)
})

test('the filter of a call is the address without its order and without what the screen adds', () => {
  const search = address.parse({
    q: 'ee',
    location_id: place,
    location_id_empty: 'no',
    sort: 'created_at',
    view: 'map',
  })
  expect(address.filter(search)).toStrictEqual({ q: 'ee', location_id: [place], location_id_empty: 'no' })
})

test('a list in the order of time has only its direction in the address, newest first by default', () => {
  const { parse } = listAddress(newest)
  expect(usualOrder(newest)).toBe('desc')
  expect(parse({ sort: 'name', order: 'desc' })).toStrictEqual({})
  expect(parse({ order: 'asc' })).toStrictEqual({ order: 'asc' })
})

test('a panel has its own keys in the address of its page', () => {
  const panel = panelAddress(things, 'thing_', ['from', 'mode'])
  const page = v.object({ tab: v.optional(v.string()), ...panel.shape })
  const search = v.parse(page, {
    tab: 'a',
    thing_type: 'public',
    thing_type_not: 'banana',
    thing_order: 'desc',
    type: 'private',
  })
  const values = panel.from(search)
  expect(values).toStrictEqual({ type: ['public'], order: 'desc' })
  expect(panel.filter(values)).toStrictEqual({ type: ['public'] })
  const next = { ...search, ...panel.into({ type_not: ['private'] }) }
  expect(next).toEqual({ tab: 'a', thing_type_not: ['private'] })
})

test('an address knows the filters of its list by name and type', () => {
  const search = address.parse({})
  expectTypeOf(search.type).toEqualTypeOf<('public' | 'private')[] | undefined>()
  expectTypeOf(search.created_at_older_than).toEqualTypeOf<number | undefined>()
  expectTypeOf(search.sort).toEqualTypeOf<'name' | 'created_at' | undefined>()
  expectTypeOf(search).not.toHaveProperty('from')
  // @ts-expect-error -- no filter has this name
  expect(() => listAddress(things, {}, ['form'])).not.toThrow()
})
