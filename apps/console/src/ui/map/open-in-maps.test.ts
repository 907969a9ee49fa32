import { expect, test } from 'vitest'
import { mapsAddress } from './open-in-maps.tsx'

test.each([
  ['Mozilla/5.0 (Linux; Android 15)', 'geo:39.28,-76.59?q=39.28,-76.59(Pier%203)'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)', 'https://maps.apple.com/?ll=39.28,-76.59&q=Pier%203'],
  ['Mozilla/5.0 (X11; Linux)', 'https://www.openstreetmap.org/?mlat=39.28&mlon=-76.59#map=18/39.28/-76.59'],
])('on %s a place opens in %s', (userAgent, address) => {
  expect(mapsAddress({ latitude: 39.28, longitude: -76.59 }, 'Pier 3', userAgent)).toBe(address)
})
