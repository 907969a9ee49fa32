import { expect, test } from 'vitest'
import { attemptOf } from './sign-in-limit.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:bbbb:0:0:2', '2001:db8:1:2::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
])('attempts from %s count for %s', (address, counted) => {
  expect(attemptOf('Mari@Example.test', address)).toEqual({ account: 'mari@example.test', address: counted })
})
