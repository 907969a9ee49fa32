import type { ChartFigures, Figures } from '@wheelhouse/contract/dashboards/charts.ts'
import { latencyBoundsMs } from '../apps/server/src/features/rollups/latencies.ts'
import type { FoundByHand } from './peers/dashboard-peer.ts'

/**
 * Numbers by what they are of: `sessions 2026-03`, `occupancy_week 1 8`, `overstays 3 to 7 d`, and `sessions` for the whole. None and
 * nothing are the same.
 */
type Numbers = Map<string, number>

function numbersOf(entries: Iterable<readonly [string, number | null | undefined]>): Numbers {
  const told: Numbers = new Map()
  for (const [name, value] of entries) if (value !== null && value !== undefined && value !== 0) told.set(name, value)
  return told
}

/** Figures keep latencies in classes; a mean within the right one is right. */
const classOf = (ms: number | null): number | null =>
  ms === null ? null : latencyBoundsMs.filter((bound) => bound < ms).length + 1

/** The numbers of a dashboard, but for what is true of the moment of its answer alone. */
function shownIn({ charts, days }: Figures): Numbers {
  const monthOf = (index: number): string => days[index]?.slice(0, 7) ?? ''
  const written = ({ chart }: ChartFigures, value: number | null) => (chart === 'latency' ? classOf(value) : value)
  return numbersOf(
    charts.flatMap((shown) => {
      if (shown.kind === 'hidden') return []
      const whole = [shown.chart, written(shown, shown.headline.value)] as const
      switch (shown.kind) {
        case 'series':
          return [
            whole,
            ...shown.values.map((value, at) => [`${shown.chart} ${monthOf(at)}`, written(shown, value)] as const),
          ]
        case 'week':
          return [
            whole,
            ...shown.values.flatMap((hours, day) =>
              hours.map((value, hour) => [`${shown.chart} ${day + 1} ${hour}`, value] as const),
            ),
          ]
        case 'bars':
          return [whole, ...shown.bars.map(({ label, value }) => [`${shown.chart} ${label}`, value] as const)]
      }
    }),
  )
}

type Rows = FoundByHand[keyof FoundByHand]
const numberIn = (row: Rows[number] | undefined, name: string): number | null => {
  const value = row?.[name]
  return typeof value === 'number' ? value : null
}
const sum = (rows: Rows, name: string): number => rows.reduce((all, row) => all + (numberIn(row, name) ?? 0), 0)

/** A row a month, and one for all of them. */
const byMonth = (rows: Rows, chart: string, value = (row: Rows[number]) => numberIn(row, chart)) =>
  rows.map((row) => [row.month === null ? chart : `${chart} ${row.month}`, value(row)] as const)

const placesShown = 10

function countedIn(found: FoundByHand): Numbers {
  const { sessions, people, revenue, commands, places, occupancy } = found
  const [overstays] = found.overstays
  const bar = (chart: string) => (row: Rows[number]) => [`${chart} ${row.label}`, numberIn(row, 'sessions')] as const
  const worst = places.toReversed().slice(0, placesShown)
  const isWeek = (row: Rows[number]): boolean => row.month === null
  const open = ['days_1', 'days_3', 'days_7'].map((name) => numberIn(overstays, name) ?? 0)
  return numbersOf([
    ...['sessions', 'duration', 'ratings'].flatMap((chart) => byMonth(sessions, chart)),
    ...byMonth(people, 'people'),
    ...byMonth(revenue, 'revenue'),
    ...byMonth(commands, 'commands'),
    ...byMonth(commands, 'latency', (row) => classOf(numberIn(row, 'latency'))),
    ...['best_locations', 'worst_locations'].map((chart) => [chart, sum(places, 'sessions')] as const),
    ...places.slice(0, placesShown).map(bar('best_locations')),
    ...worst.map(bar('worst_locations')),
    ['overstays', open.reduce((all, one) => all + one, 0)],
    ...['24 to 72 h', '3 to 7 d', 'more than 7 d'].map((label, at) => [`overstays ${label}`, open[at]] as const),
    ...shares(
      occupancy.filter((row) => !isWeek(row)),
      'occupancy',
      ({ month }) => `${month}`,
    ),
    ...shares(occupancy.filter(isWeek), 'occupancy_week', ({ weekday, hour }) => `${weekday} ${hour}`),
  ])
}

function shares(rows: Rows, chart: string, of: (row: Rows[number]) => string) {
  const taken = (row: Rows[number]): number => Math.min(numberIn(row, 'taken_s') ?? 0, numberIn(row, 'dock_s') ?? 0)
  const whole = rows.reduce((all, row) => all + taken(row), 0)
  return [
    [chart, (whole / sum(rows, 'dock_s')) * 100] as const,
    ...rows.map((row) => [`${chart} ${of(row)}`, (taken(row) / (numberIn(row, 'dock_s') ?? 0)) * 100] as const),
  ]
}

/**
 * Figures are of whole seconds: half a second in each hour of a place of four docks, which is the smallest, is 0.0035 % of it, and half a
 * second a stay 0.0083 minutes.
 */
const slackOf = (name: string, value: number): number => {
  if (name.startsWith('occupancy')) return 0.0035
  return name.startsWith('duration') ? 0.0084 : 1e-9 * Math.abs(value)
}
const isSame = (name: string, one: number, other: number): boolean => Math.abs(one - other) <= slackOf(name, other)

/** How many numbers a dashboard and the statements by hand both tell, or the first in which they differ. */
export function compared(figures: Figures, found: FoundByHand): { numbers: number; difference: string | null } {
  const [shown, counted] = [shownIn(figures), countedIn(found)]
  const names = [...new Set([...counted.keys(), ...shown.keys()])]
  const differing = names.find((name) => !isSame(name, shown.get(name) ?? 0, counted.get(name) ?? 0))
  const difference =
    differing === undefined ? null : `${differing} is ${shown.get(differing)} and by hand ${counted.get(differing)}`
  return { numbers: names.length, difference }
}
