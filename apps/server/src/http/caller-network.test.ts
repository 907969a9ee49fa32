import { expect, test } from 'vitest'
import { networkOf } from './caller-network.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2a01:4f8:1:2:3:4:5:6', '2a01:4f8:1:2::/64'],
  ['2a01:4f8:1:2::9', '2a01:4f8:1:2::/64'],
  ['2A01:04F8:0001:0002::9', '2a01:4f8:1:2::/64'],
  ['2a01:4f8::9', '2a01:4f8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('security 5: %s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
