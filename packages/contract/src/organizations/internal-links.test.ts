import { expect, test } from 'vitest'
import { hasInternalLink } from './internal-links.ts'

test.each([
  'http://localhost',
  'ask on localhost:3000/locations',
  '10.0.0.5',
  'https://172.16.4.2/x',
  '169.254.169.254',
  'http://[::1]:3000/',
  'https://[fd12:3456::1]/',
  'https://intranet/wiki',
  'wiki.corp/page',
  'printer.local',
  'ftp://files.lan',
  '/users/0199f2a4-7c1b-7d11-8a52-4b1f7c3a9e10',
  'https://user@racks.internal/x',
])('spec 5: %s is an internal link', (text) => {
  expect(hasInternalLink(text)).toBe(true)
})

test.each([
  '',
  'Racks, pumps and taps; call +372 600 1735.',
  'https://tallinn.ee/parking?x=10.0.0.5',
  'www.balticpark.ee and info@balticpark.ee',
  'Version 172.32 and 11.2.3.4',
  'e.g. the racks of St. Olaf: 24/7',
  'home, office, local and private keys',
])('spec 5: %j contains none', (text) => {
  expect(hasInternalLink(text)).toBe(false)
})

test('the addresses of the installation are internal as well', () => {
  expect(hasInternalLink('https://console.partner.ee/locations', ['console.partner.ee'])).toBe(true)
  expect(hasInternalLink('https://www.partner.ee', ['console.partner.ee'])).toBe(false)
})
