import type { FeatureCollection, Point } from 'geojson'
import { LngLatBounds, Map as MapLibre, setWorkerUrl } from 'maplibre-gl'
import type { GeoJSONSource, StyleSpecification } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import landUrl from 'world-atlas/land-50m.json?url'
import type { Place } from '../map-page.ts'

/** The bare peer of the map: MapLibre with the same points in clusters above the same coasts, and nothing else. */

setWorkerUrl(workerUrl)

const none: FeatureCollection<Point> = { type: 'FeatureCollection', features: [] }

const style: StyleSpecification = {
  version: 8,
  sources: {
    land: { type: 'geojson', data: none, maxzoom: 12 },
    points: { type: 'geojson', data: none, cluster: true, clusterRadius: 34, clusterMaxZoom: 15, maxzoom: 17 },
  },
  layers: [
    { id: 'water', type: 'background', paint: { 'background-color': '#cfd8e3' } },
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': '#f4f4f2' } },
    {
      id: 'dots',
      type: 'circle',
      source: 'points',
      filter: ['!', ['has', 'point_count']],
      paint: { 'circle-radius': 7, 'circle-color': '#2b8a3e' },
    },
    {
      id: 'rings',
      type: 'circle',
      source: 'points',
      filter: ['has', 'point_count'],
      paint: {
        'circle-radius': ['step', ['get', 'point_count'], 14, 100, 20, 1_000, 25],
        'circle-color': '#ffffff',
        'circle-stroke-color': '#2b8a3e',
        'circle-stroke-width': 3,
      },
    },
    {
      id: 'counts',
      type: 'symbol',
      source: 'points',
      filter: ['has', 'point_count'],
      layout: {
        'text-field': ['get', 'point_count_abbreviated'],
        'text-font': ['sans-serif'],
        'text-size': 12,
        'text-allow-overlap': true,
      },
    },
  ],
}

const map = new MapLibre({
  container: 'map',
  style,
  center: [18, 58],
  zoom: 4,
  fadeDuration: 0,
  attributionControl: false,
  dragRotate: false,
})
const isReady = new Promise((ready) => map.once('load', ready))

async function read<Reply>(url: string): Promise<Reply> {
  const reply = await fetch(url)
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}`)
  // The page and what it reads are built for each other.
  const body: Reply = await reply.json()
  return body
}

const sourceOf = (id: string) => map.getSource<GeoJSONSource>(id)

async function showLand(): Promise<void> {
  const world = await read<Topology<{ land: GeometryCollection }>>(landUrl)
  await isReady
  await sourceOf('land')?.setData(feature(world, world.objects.land))
}

async function showPoints(status: string | null): Promise<void> {
  const { items } = await read<{ items: Place[] }>(status === null ? '/points' : `/points?status=${status}`)
  await isReady
  const box = new LngLatBounds()
  for (const { longitude, latitude } of items) box.extend([longitude, latitude])
  window.pointCount = items.length
  map.fitBounds(box, { padding: 40, linear: true })
  await sourceOf('points')?.setData({
    type: 'FeatureCollection',
    features: items.map(({ latitude, longitude, status: its }) => ({
      type: 'Feature',
      properties: { status: its },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  })
}

window.showPoints = showPoints
window.drawnMarks = () => map.queryRenderedFeatures({ layers: ['dots', 'rings'] }).length
void showLand()
void showPoints(null)
