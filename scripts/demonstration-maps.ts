import { join } from 'node:path'
import { root } from './console-build.ts'

/**
 * Maps of the demonstration, unless the settings say otherwise: a public street map that asks for no key, and for a first
 * start without a network the streets of its third city, which `npm run city-map` made from an OpenStreetMap extract.
 */
export const demonstrationMaps = ({ MAP_STYLE_URL }: NodeJS.ProcessEnv): Readonly<Record<string, string>> => ({
  // A chosen street map, or none by an empty setting, holds for both themes.
  ...(MAP_STYLE_URL === undefined ? publicStyles : {}),
  MAP_TILES: join(root, 'packages/db/src/seed/sites/baltimore.pmtiles'),
})

const publicStyles = {
  MAP_STYLE_URL: 'https://tiles.openfreemap.org/styles/positron',
  MAP_STYLE_DARK_URL: 'https://tiles.openfreemap.org/styles/dark',
}
