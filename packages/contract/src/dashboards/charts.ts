import * as z from 'zod'
import type { Needs } from '../access.ts'
import { OfflineClass } from '../hardware/offline-classes.ts'

/** Values: "Dashboards: charts"; rides besides, which are sessions of fleets and not of locations. */
export const chartIds = [
  ...([
    'occupancy',
    'occupancy_week',
    'sessions',
    'people',
    'revenue',
    'duration',
    'uptime',
    'offline_devices',
  ] as const),
  ...([
    'maintenance',
    'commands',
    'latency',
    'firmware',
    'ratings',
    'best_locations',
    'worst_locations',
    'overstays',
  ] as const),
  ...(['rides', 'ride_distance'] as const),
] as const
export const ChartId = z.enum(chartIds)
export type ChartId = z.infer<typeof ChartId>

interface ChartRule {
  /**
   * What must be held on a location for it to count; on a fleet for its rides, on hardware for its firmware, and for money on
   * whatever earned it.
   */
  needs: Needs
  /**
   * Whether it is shown on a public link. How a place is used and how well it works is what a city shows its citizens; money,
   * commands, firmware and the work on hardware are of no concern to them.
   */
  isPublic: boolean
}
const statistics: Needs = { location: ['GETSTATISTICS'] }
export const chartRules: Record<ChartId, ChartRule> = {
  occupancy: { needs: statistics, isPublic: true },
  occupancy_week: { needs: statistics, isPublic: true },
  sessions: { needs: statistics, isPublic: true },
  people: { needs: statistics, isPublic: true },
  revenue: { needs: { payment: ['GET'] }, isPublic: false },
  duration: { needs: statistics, isPublic: true },
  uptime: { needs: statistics, isPublic: true },
  offline_devices: { needs: { device: ['GET'] }, isPublic: false },
  maintenance: { needs: { location: ['GET_MAINTENANCE_LOG_ENTRIES'] }, isPublic: false },
  commands: { needs: { device: ['GETCMDSHISTORY'] }, isPublic: false },
  latency: { needs: { device: ['GETCMDSHISTORY'] }, isPublic: false },
  firmware: { needs: { hardware: ['GET'] }, isPublic: false },
  ratings: { needs: statistics, isPublic: true },
  best_locations: { needs: statistics, isPublic: true },
  worst_locations: { needs: statistics, isPublic: false },
  overstays: { needs: { session: ['GET'] }, isPublic: false },
  rides: { needs: { session: ['GET'] }, isPublic: false },
  ride_distance: { needs: { session: ['GET'] }, isPublic: false },
}

export const tileSizes = ['small', 'wide'] as const
export const TileSize = z.enum(tileSizes)
export const Tile = z.strictObject({ chart: ChartId, size: TileSize })
export type Tile = z.infer<typeof Tile>

/** What a new dashboard shows. */
export const usualTiles: readonly Tile[] = [
  { chart: 'sessions', size: 'wide' },
  { chart: 'uptime', size: 'small' },
  { chart: 'occupancy_week', size: 'wide' },
  { chart: 'best_locations', size: 'small' },
  { chart: 'occupancy', size: 'small' },
  { chart: 'people', size: 'small' },
  { chart: 'duration', size: 'small' },
]

/** What a value is counted in; how it is written follows from it. */
export const units = ['count', 'percent', 'minutes', 'ms', 'rating', 'minor', 'km'] as const
export const Unit = z.enum(units)
export type Unit = z.infer<typeof Unit>

/** Null: nothing is known, or on a public link too few to be shown. */
const Value = z.number().nullable()

const Headline = z.object({ value: Value, previous: Value })
const base = {
  chart: ChartId,
  unit: Unit,
  currency: z.string().nullable(),
  /** Each value of a public link is rounded by itself to a multiple of this; null where values are exact. */
  rounded_to: z.number().positive().nullable(),
  headline: Headline,
}

/** A value a day, or a week, with the same weekdays earlier. */
export const SeriesFigures = z.object({
  ...base,
  kind: z.literal('series'),
  values: z.array(Value),
  previous: z.array(Value),
  /** At this moment, where that says more than the period does. */
  now: Value,
})
/** Monday to Sunday, 24 hours each. */
export const WeekFigures = z.object({
  ...base,
  kind: z.literal('week'),
  values: z.array(z.array(Value).length(24)).length(7),
})

/**
 * Classes of the overstays, by how many minutes a session is open: at least `from`, and less than `below`. Labels are keys
 * of `t`.
 */
export const overstayClasses = [
  { label: '24 to 72 h', from: 1_440, below: 4_320 },
  { label: '3 to 7 d', from: 4_320, below: 10_080 },
  { label: 'more than 7 d', from: 10_080, below: null },
] as const

/** A line a place or a class. */
export const BarFigures = z.object({
  ...base,
  kind: z.literal('bars'),
  bars: z.array(
    z.object({
      /** Of a location; null for a class, and always on a public link. */
      id: z.uuid().nullable(),
      label: z.string(),
      /** What a bar of the firmware chart counts; the label has both. */
      firmware: z.object({ name: z.string(), version: z.string() }).optional(),
      /** Of a bar of the chart of offline devices; absent where the list of hardware shows the reader other devices than it counts. */
      offline_for: OfflineClass.optional(),
      value: Value,
      previous: Value,
    }),
  ),
})
/** Nobody may see it who reads this. */
export const HiddenFigures = z.object({ kind: z.literal('hidden'), chart: ChartId })

export const ChartFigures = z.discriminatedUnion('kind', [SeriesFigures, WeekFigures, BarFigures, HiddenFigures])
export type ChartFigures = z.infer<typeof ChartFigures>
export type SeriesFigures = z.infer<typeof SeriesFigures>
export type WeekFigures = z.infer<typeof WeekFigures>
export type BarFigures = z.infer<typeof BarFigures>

export const compares = ['previous', 'year', 'none'] as const
export const Compare = z.enum(compares)
export type Compare = z.infer<typeof Compare>

const Day = z.iso.date()

export const Figures = z.object({
  at: z.iso.datetime({ precision: 3 }),
  from: Day,
  to: Day,
  /** The first day of each value; a point is a day, or a week or a month where the period is long. */
  days: z.array(Day),
  step: z.enum(['day', 'week', 'month']),
  /** How many days earlier the comparison is; null without one. */
  days_earlier: z.number().int().nullable(),
  /** How many locations count. */
  locations: z.number().int(),
  charts: z.array(ChartFigures),
})
export type Figures = z.infer<typeof Figures>
