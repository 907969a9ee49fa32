import { expect, test } from 'vitest'
import { attentionSearch, issueKinds } from '@wheelhouse/contract/locations/locations.ts'
import { isNarrowed } from '../../lists/list-search.ts'
import { locationsAddress } from './locations-address.ts'

const { parse, filter } = locationsAddress

test('spec 2: filters by tags (and, or), organizations, statuses and health are in the address', () => {
  const organization = '01951d7a-7700-7bba-abd5-5bf36ddc8376'
  const search = parse({
    tag: ['ee', 'transit'],
    tag_mode: 'all',
    organization_id: organization,
    status: ['demo', 'launched'],
    health: 'offline',
    q: '012345',
  })
  expect(search).toEqual({
    tag: ['ee', 'transit'],
    tag_mode: 'all',
    organization_id: [organization],
    status: ['demo', 'launched'],
    health: ['offline'],
    q: '012345',
  })
})

test('values that the address does not know are left out, and the others are used', () => {
  const search = parse({
    status: ['banana', 'demo'],
    health: 'fine',
    sort: 'colour',
    order: 'down',
    organization_id: 'x',
    foreign: '1',
  })
  expect(filter(search)).toEqual({ status: ['demo'] })
  expect(search).not.toHaveProperty('foreign')
})

test('defaults are not in the address, and a sort alone is no filter', () => {
  expect(parse({ sort: 'code', order: 'asc', tag_mode: 'any' })).toEqual({})
  expect(isNarrowed(parse({ sort: 'health', order: 'desc' }))).toBe(false)
  expect(isNarrowed(parse({ q: '1' }))).toBe(true)
})

test('the view of what needs attention filters by every kind of issue, the most first', () => {
  const query = new URLSearchParams(attentionSearch())
  const search = parse({ ...Object.fromEntries(query), issue: query.getAll('issue') })
  expect(filter(search)).toEqual({ issue: [...issueKinds] })
  expect(search).toMatchObject({ sort: 'issues', order: 'desc' })
})
