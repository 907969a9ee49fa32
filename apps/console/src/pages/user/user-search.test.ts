import { expect, test } from 'vitest'
import { userSearch } from './user-search.ts'

test('the order of the subscriptions of a user and the open one are in the address', () => {
  const search = {
    tab: 'subscriptions',
    subscription: '019a4c1e-0000-7000-8000-00000000cafe',
    subscription_sort: 'renewal_at',
    subscription_order: 'asc',
  }
  expect(userSearch(search)).toEqual(search)
  expect(userSearch({ subscription: '7', subscription_sort: 'colour' })).toEqual({})
})
