import { afterEach, expect, test } from 'vitest'
import { setMapSources } from '../basemap/map-sources.ts'
import { around, cameraOf, cameraText, startOf } from './map-framing.ts'

const styles = { light: '', dark: '' }
const city = {
  url: '',
  west: -76.61,
  south: 39.25,
  east: -76.52,
  north: 39.31,
  min_zoom: 6,
  max_zoom: 15,
  attribution: '',
}
const [inCity, elsewhere] = [
  { latitude: 39.2817, longitude: -76.5927 },
  { latitude: 59.437, longitude: 24.7536 },
]
const point = (at: typeof inCity) => ({ ...at, id: 'a', kind: 'online' as const })

afterEach(() => setMapSources({ styles, city: null }))

test('one rack in the city of the archive is framed by itself, and one without streets by its city', () => {
  setMapSources({ styles, city })
  const bounds = { west: inCity.longitude, south: inCity.latitude, east: inCity.longitude, north: inCity.latitude }
  expect(around([point(inCity)], [], false)).toEqual(bounds)
  expect(around([point(elsewhere)], [], false)).toMatchObject({ east: 24.7536, maxZoom: 12 })
  expect(around([point(elsewhere)], [], true)).not.toHaveProperty('maxZoom')
  expect(around([point(elsewhere), point(inCity)], [], false)).not.toHaveProperty('maxZoom')
  expect([startOf(inCity, false)?.zoom, startOf(elsewhere, false)?.zoom]).toEqual([16, 12])
})

test('a view is the same after it was written into an address and read again', () => {
  const camera = { latitude: 39.28171, longitude: -76.59268, zoom: 15.2 }
  expect(cameraOf(cameraText(camera))).toEqual(camera)
  expect([cameraOf(undefined), cameraOf('39.2,x,3'), cameraOf('39.2')]).toEqual([null, null, null])
})
