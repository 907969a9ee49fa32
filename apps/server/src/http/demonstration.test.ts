import { expect, test } from 'vitest'
import { isFromElsewhere } from './demonstration.ts'

const asked = (headers: Record<string, string>, url = '/') =>
  isFromElsewhere({ headers, url, rawHeaders: Object.entries(headers).flat() })

test.each(['localhost', 'LOCALHOST:3000', '127.0.0.1', '127.0.0.1:3000', '[::1]', '[::1]:3000'])(
  'Host %s is this machine',
  (host) => {
    expect(asked({ host })).toBe(false)
  },
)

test.each([
  'localhost.',
  'localhost.evil.com',
  '127.0.0.1.nip.io',
  '127.1',
  '0.0.0.0',
  '2130706433',
  '[::]',
  '[::ffff:127.0.0.1]',
  '::1',
  'evil@localhost',
  'localhost:3000@evil',
  'localhost,evil.com',
  'localhost:',
  'localhost:abc',
  '',
])('Host %s is another one', (host) => {
  expect(asked({ host })).toBe(true)
})

test.each([
  'forwarded',
  'forwarded-for',
  'via',
  'x-forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-real-ip',
  'x-original-host',
  'x-original-url',
  'x-host',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-proxyuser-ip',
  'x-envoy-external-address',
  'x-amzn-trace-id',
  'x-azure-clientip',
  'x-arr-ssl',
  'cf-connecting-ip',
  'cf-ray',
  'cdn-loop',
  'true-client-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'ngrok-trace-id',
])('%s says that a proxy stands between', (name) => {
  expect(asked({ host: 'localhost', [name]: '10.0.0.1' })).toBe(true)
})

test('what browsers and scripts send is no sign of a proxy', () => {
  const usual = [
    'user-agent',
    'accept',
    'origin',
    'referer',
    'sec-fetch-site',
    'x-requested-with',
    'idempotency-key',
    'if-match',
    'last-event-id',
    'x-correlation-id',
  ]
  expect(asked({ host: 'localhost', ...Object.fromEntries(usual.map((name) => [name, 'x'])) })).toBe(false)
})

test('two hosts, or a whole address in place of a path, are refused', () => {
  expect(
    isFromElsewhere({
      headers: { host: 'localhost' },
      url: '/',
      rawHeaders: ['Host', 'localhost', 'host', 'evil.test'],
    }),
  ).toBe(true)
  expect(asked({ host: 'localhost' }, 'http://evil.test/')).toBe(true)
})
