import { expect, test } from 'vitest'
import { boundsOf, byUrgency, coordinatesLabel, coordinatesText, isInside, wrapped } from './map-points.ts'

test('a point is inside a view that spans the antimeridian', () => {
  const fiji = { west: 170, south: -30, east: 190, north: 0 }
  expect(isInside({ latitude: -17, longitude: 178 }, fiji)).toBe(true)
  expect(isInside({ latitude: -17, longitude: -178 }, fiji)).toBe(true)
  expect(isInside({ latitude: -17, longitude: 160 }, fiji)).toBe(false)
  expect(isInside({ latitude: 5, longitude: 178 }, fiji)).toBe(false)
})

test('a view of the whole world shows everything', () => {
  expect(isInside({ latitude: 10, longitude: 120 }, { west: -300, south: -80, east: 90, north: 80 })).toBe(true)
})

test('the record of a place on a map that was turned round the world is within 180 degrees', () => {
  expect(wrapped({ latitude: 59.4370124999, longitude: 384.753574 })).toEqual({
    latitude: 59.437012,
    longitude: 24.753574,
  })
  expect(wrapped({ latitude: 0, longitude: -190 })).toEqual({ latitude: 0, longitude: 170 })
})

test('coordinates are copied with a hyphen and shown with a true minus', () => {
  const valparaiso = { latitude: -33.0472, longitude: -71.6127 }
  expect(coordinatesText(valparaiso)).toBe('-33.047200, -71.612700')
  expect(coordinatesLabel(valparaiso)).toBe('−33.047200, −71.612700')
})

test('the box of no points is none', () => {
  expect(boundsOf([])).toBeNull()
  expect(
    boundsOf([
      { latitude: 59, longitude: 24 },
      { latitude: 37, longitude: -122 },
    ]),
  ).toEqual({ west: -122, south: 37, east: 24, north: 59 })
})

test('what needs a person comes first beside the map, the others keep their order', () => {
  const kinds = ['online', 'some_offline', 'unknown', 'missing', 'online', 'maintenance', 'offline'] as const
  const points = kinds.map((kind, index) => ({ id: `${index}`, kind, latitude: 0, longitude: 0 }))
  expect(byUrgency(points).map(({ id }) => id)).toEqual(['3', '6', '1', '5', '0', '2', '4'])
})
