import { amber, dark, gray, green, red, violet, wheelhouse } from '../../theme/palette.ts'
import type { MapTone } from './map-points.ts'

export type MapScheme = 'dark' | 'light'

export interface MapColours {
  water: string
  land: string
  coast: string
  border: string
  label: string
  /** Fills a ring and rims a glyph. */
  page: string
  strong: string
  accent: string
  tones: Record<MapTone, string>
}

/** Further shades of a map that has streets. */
interface CityColours {
  park: string
  ground: string
  building: string
  minor: string
  major: string
  highway: string
  casing: string
  rail: string
  waterName: string
}

export const cityColours: Record<MapScheme, CityColours> = {
  dark: {
    park: '#16251f',
    ground: '#1a2128',
    building: '#1e262e',
    minor: '#28323c',
    major: '#33404c',
    highway: '#40505f',
    casing: '#141a20',
    rail: '#2c3640',
    waterName: '#5b7186',
  },
  light: {
    park: '#dfeede',
    ground: '#eceff2',
    building: '#e4e9ee',
    minor: '#ffffff',
    major: '#ffffff',
    highway: '#fbf3dd',
    casing: '#d3dbe3',
    rail: '#cfd7de',
    waterName: '#5f7f99',
  },
}

/** Muted shades, so that only the data has colour. They are constants because a canvas cannot read a style sheet. */
export const mapColours: Record<MapScheme, MapColours> = {
  dark: {
    water: '#0d1319',
    land: '#161c22',
    coast: '#1f272f',
    border: '#2a343e',
    label: dark[2] ?? '',
    page: dark[7] ?? '',
    strong: '#f3f6f9',
    accent: wheelhouse[4] ?? '',
    tones: {
      green: green[4] ?? '',
      amber: amber[4] ?? '',
      red: red[4] ?? '',
      dim: dark[2] ?? '',
      text2: dark[1] ?? '',
      violet: violet[4] ?? '',
      accent: wheelhouse[4] ?? '',
    },
  },
  light: {
    water: '#dfe8ef',
    land: '#f5f7f9',
    coast: '#d5dde5',
    border: '#d5dde5',
    label: gray[6] ?? '',
    page: '#ffffff',
    strong: '#0b1016',
    accent: wheelhouse[7] ?? '',
    // Amber one shade lighter than in lists: 3.3:1 on land, and still apart from red.
    tones: {
      green: green[6] ?? '',
      amber: amber[5] ?? '',
      red: red[6] ?? '',
      dim: gray[6] ?? '',
      text2: gray[7] ?? '',
      violet: violet[6] ?? '',
      accent: wheelhouse[7] ?? '',
    },
  },
}
