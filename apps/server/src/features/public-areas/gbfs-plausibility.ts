import { gbfsFeeds, gbfsVersion } from '@wheelhouse/contract/public-areas/feeds.ts'
import type { GbfsFeed } from '@wheelhouse/contract/public-areas/feeds.ts'
import { brokenIf } from './gbfs-problems.ts'
import type { Problem, Problems } from './gbfs-problems.ts'
import type { GbfsFiles } from './gbfs-schemas.ts'

/** What each file may say alone and the standard forbids all the same: times, languages, addresses, counts beyond a capacity. */
export function implausible(files: GbfsFiles): Problems {
  const found = gbfsFeeds.map(
    (feed) => [feed, [...envelopeProblems(feed, files), ...(dataProblems[feed]?.(files) ?? [])]] as const,
  )
  return Object.fromEntries(found)
}

/** GBFS: what moves is no older than five minutes when it is read. */
const movingTtlAtMost = 300
const moving: readonly GbfsFeed[] = ['station_status', 'vehicle_status']

function envelopeProblems(feed: GbfsFeed, files: GbfsFiles): Problem[] {
  const { ttl, data } = files[feed]
  const { languages } = files.system_information.data
  const foreign = [...new Set(languagesIn(data))].filter((language) => !languages.includes(language))
  return [
    ...brokenIf(moving.includes(feed) && ttl > movingTtlAtMost, 'ttl', `at most ${movingTtlAtMost} s for what moves`),
    ...foreign.map((language) => ({ at: 'data', text: `${language} is not a language of system_information` })),
  ]
}

/** The languages of all texts in a value. */
function languagesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'text' in value && 'language' in value ? [String(value.language)] : []
  return [...own, ...Object.values(value).flatMap(languagesIn)]
}

const dataProblems: Partial<Record<GbfsFeed, (files: GbfsFiles) => Problem[]>> = {
  gbfs: discoveryProblems,
  gbfs_versions: versionProblems,
  vehicle_types: planProblems,
  station_status: capacityProblems,
  vehicle_status: rangeProblems,
}

/** A reader finds the files by this one alone. */
function discoveryProblems({ gbfs }: GbfsFiles): Problem[] {
  const { feeds } = gbfs.data
  const named = new Set<string>(feeds.map(({ name }) => name))
  const addresses = new Set(feeds.map(({ url }) => url))
  return [
    ...gbfsFeeds.filter((feed) => !named.has(feed)).map((feed) => ({ at: 'data.feeds', text: `${feed} is not named` })),
    ...brokenIf(addresses.size < feeds.length, 'data.feeds', 'two files have the same address'),
  ]
}

function versionProblems({ gbfs, gbfs_versions }: GbfsFiles): Problem[] {
  const own = gbfs.data.feeds.find(({ name }) => name === 'gbfs')?.url
  const listed = gbfs_versions.data.versions.find(({ version }) => version === gbfsVersion)?.url
  return brokenIf(own !== undefined && listed !== own, 'data.versions', `${gbfsVersion} does not lead to gbfs.json`)
}

function planProblems({ vehicle_types }: GbfsFiles): Problem[] {
  return vehicle_types.data.vehicle_types.flatMap(
    ({ default_pricing_plan_id: standard, pricing_plan_ids: all }, nth) => {
      const at = `data.vehicle_types.${nth}`
      return [
        ...brokenIf(standard === undefined, at, 'default_pricing_plan_id is required where there is a file of plans'),
        ...brokenIf(
          standard !== undefined && all !== undefined && !all.includes(standard),
          at,
          'the default plan is not among pricing_plan_ids',
        ),
      ]
    },
  )
}

function capacityProblems({ station_information, station_status }: GbfsFiles): Problem[] {
  const capacities = new Map(station_information.data.stations.map((one) => [one.station_id, one.capacity]))
  const { last_updated, data } = station_status
  return data.stations.flatMap((station, nth) => {
    const at = `data.stations.${nth}`
    const capacity = capacities.get(station.station_id)
    const docks = (station.num_docks_available ?? 0) + (station.num_docks_disabled ?? 0)
    const types = (station.vehicle_types_available ?? []).map(({ vehicle_type_id }) => vehicle_type_id)
    return [
      ...brokenIf(capacity !== undefined && docks > capacity, at, `${docks} docks, and a capacity of ${capacity}`),
      ...brokenIf(new Set(types).size < types.length, at, 'a vehicle type is counted twice'),
      ...laterThan(last_updated, station.last_reported, at),
    ]
  })
}

function rangeProblems({ vehicle_types, vehicle_status }: GbfsFiles): Problem[] {
  const types = vehicle_types.data.vehicle_types
  const ranges = new Map(types.map((one) => [one.vehicle_type_id, one.max_range_meters]))
  const { last_updated, data } = vehicle_status
  return data.vehicles.flatMap(({ vehicle_type_id: type, current_range_meters: range = 0, last_reported }, nth) => {
    const at = `data.vehicles.${nth}`
    const longest = ranges.get(type ?? '')
    return [
      ...brokenIf(types.length > 0 && type === undefined, at, 'vehicle_type_id is required where there are types'),
      ...brokenIf(longest !== undefined && range > longest, at, `a range of ${range} m, and ${longest} m at most`),
      ...laterThan(last_updated, last_reported, at),
    ]
  })
}

const laterThan = (updated: string, reported: string | undefined, at: string): Problem[] =>
  brokenIf(
    reported !== undefined && Date.parse(reported) > Date.parse(updated),
    at,
    'last_reported is later than last_updated',
  )
