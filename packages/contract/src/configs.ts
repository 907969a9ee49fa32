import * as z from 'zod'
import { route } from './route.ts'

/** The archive of the setting MAP_TILES. */
export const cityMapPath = '/maps/city.pmtiles'

/** What an archive of map tiles covers, in degrees and zooms. */
const MapTiles = z.object({
  url: z.string(),
  west: z.number(),
  south: z.number(),
  east: z.number(),
  north: z.number(),
  min_zoom: z.number(),
  max_zoom: z.number(),
  attribution: z.string(),
})

/** Run-time configuration of the console, `/configs/prod.json`. */
export const ConsoleConfig = z.object({
  client_id: z.string(),
  identity_url: z.string(),
  /** Empty: the console's own origin. */
  api_url: z.string(),
  default_scopes: z.array(z.string()),
  /** Base of public dashboard links. */
  dashboards_url: z.string(),
  /** Target of "search dashboards"; empty: `/analytics/dashboards`. */
  dash_url: z.string(),
  /** Styles of the street map for the light and the dark theme; empty: the built-in basemap. */
  map_style_url: z.string(),
  map_style_dark_url: z.string(),
  /** The streets of a city, as an archive below this origin; null: none. */
  map_tiles: MapTiles.nullable(),
  /** Shows the screens that are not marked for production. */
  non_production: z.boolean(),
  sentry_dsn: z.string(),
})
export type ConsoleConfig = z.infer<typeof ConsoleConfig>

export const consoleConfig = route({
  method: 'GET',
  path: '/configs/prod.json',
  summary: 'Run-time configuration of the console',
  access: { public: 'the console reads it before anyone has signed in; it holds addresses only' },
  reply: ConsoleConfig,
})

/** The build that is served now; a console that runs another one reloads (spec section 2). */
export const LiveVersions = z.object({ console: z.string() })
export const liveVersions = route({
  method: 'GET',
  path: '/live-versions.json',
  summary: 'Build of the console that is served now',
  access: { public: 'an asset file, read by every open console each minute' },
  reply: LiveVersions,
})
