import type { MapScheme } from '../map/map-colours.ts'
import type { MapBounds } from '../map/map-points.ts'

/** The streets of a city in one file, which the built-in basemap shows above the coarse world. */
export interface CityTiles extends MapBounds {
  url: string
  min_zoom: number
  max_zoom: number
  /** Who has to be named; may hold links. */
  attribution: string
}

export interface MapSources {
  /** Addresses of the street map in both themes; empty: none. */
  styles: Record<MapScheme, string>
  city: CityTiles | null
}

let sources: MapSources = { styles: { light: '', dark: '' }, city: null }

/** Says once, at the start, what all maps show below their points. */
export const setMapSources = (given: MapSources): void => void (sources = given)

export const mapSources = (): MapSources => sources

/** Some places have streets: a map of one point alone shows where it is. */
export const canShowStreets = (): boolean => sources.styles.light !== '' || sources.city !== null
