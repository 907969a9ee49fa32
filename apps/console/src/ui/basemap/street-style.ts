import { useCallback, useEffect, useState } from 'react'
import type { SourceSpecification, StyleSpecification } from 'maplibre-gl'
import type { MapScheme } from '../map/map-colours.ts'
import { mapSources } from './map-sources.ts'

/** Beyond it a map without streets is worth more than none. */
const withinMs = 3_000
/** A street map that could not be reached is asked for again by a map that opens after this time. */
const againMs = 60_000

interface Known {
  /** Null: it could not be reached. */
  style: StyleSpecification | null
  at: number
}
const known = new Map<string, Known>()

function remembered(url: string): StyleSpecification | null | undefined {
  if (url === '') return null
  const found = known.get(url)
  return found?.style === null && Date.now() - found.at > againMs ? undefined : found?.style
}

function remember(url: string, style: StyleSpecification | null): StyleSpecification | null {
  known.set(url, { style, at: Date.now() })
  return style
}

/**
 * The style of a street map with its sources written out, so that one deadline covers both; null where the address does
 * not answer in time.
 */
export async function loadStreetStyle(url: string, fetchIt: typeof fetch = fetch): Promise<StyleSpecification | null> {
  const signal = AbortSignal.timeout(withinMs)
  const read = async (address: string): Promise<unknown> => {
    const response = await fetchIt(address, { signal })
    if (!response.ok) throw new Error(`Request failed with status code ${response.status}`)
    return await response.json()
  }
  try {
    const base = new URL(url, location.href).href
    const style = (await read(base)) as StyleSpecification
    const sources = await Promise.all(
      Object.entries(style.sources).map(
        async ([name, source]) => [name, await writtenOut(source, base, read)] as const,
      ),
    )
    const { glyphs, sprite } = style
    return {
      ...style,
      sources: Object.fromEntries(sources),
      ...(glyphs === undefined ? {} : { glyphs: absolute(glyphs, base) }),
      ...(typeof sprite === 'string' ? { sprite: absolute(sprite, base) } : {}),
    }
  } catch {
    return null
  }
}

/** The parts in braces of a template stay as they are. */
const absolute = (address: string, base: string): string =>
  new URL(address, base).href.replaceAll('%7B', '{').replaceAll('%7D', '}')

async function writtenOut(
  source: SourceSpecification,
  base: string,
  read: (address: string) => Promise<unknown>,
): Promise<SourceSpecification> {
  if (!('url' in source) || source.url === undefined) return source
  const { url, ...others } = source
  const address = absolute(url, base)
  const { tiles = [], ...described } = (await read(address)) as { tiles?: string[] }
  return { ...described, ...others, tiles: tiles.map((tile) => absolute(tile, address)) } as SourceSpecification
}

export interface StreetStyle {
  /** Undefined while it is being asked for; null: the built-in basemap. */
  style: StyleSpecification | null | undefined
  /** There is one, and it could not be reached. */
  isAway: boolean
  /** Its tiles could not be reached although its style could. */
  giveUp: () => void
}

/** The street map of a theme. */
export function useStreetStyle(scheme: MapScheme): StreetStyle {
  const url = mapSources().styles[scheme]
  const [state, setState] = useState(() => ({ url, style: remembered(url) }))
  const style = state.url === url ? state.style : undefined
  useEffect(() => {
    if (style !== undefined) return undefined
    let isGone = false
    const found = remembered(url)
    const asked = found === undefined ? loadStreetStyle(url).then((loaded) => remember(url, loaded)) : found
    void Promise.resolve(asked).then((loaded) => isGone || setState({ url, style: loaded }))
    return () => {
      isGone = true
    }
  }, [url, style])
  const giveUp = useCallback(() => setState({ url, style: remember(url, null) }), [url])
  return { style, isAway: url !== '' && style === null, giveUp }
}
