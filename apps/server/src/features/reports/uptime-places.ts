import type { UptimePlace } from '@wheelhouse/contract/reports/reports.ts'
import type { Cell } from '../../lists/export-formats.ts'
import type { ReportRow } from './queries.ts'

/** Nobody looks at more rows of cells, and their order begins with the worst. */
const placesAtMost = 100
const dayMs = 86_400_000

interface Watched {
  label: string
  /** Minutes by day. */
  up: Float32Array
  offline: Float32Array
  maintenance: Float32Array
}

/** How much of its time in service each place of an uptime report was reachable, as a whole and on each day. */
export class UptimePlaces {
  readonly #first: number
  readonly #days: number
  readonly #watched = new Map<string, Watched>()

  constructor({ from_day, to_day }: ReportRow) {
    this.#first = Date.parse(from_day)
    this.#days = (Date.parse(to_day) - this.#first) / dayMs + 1
  }

  /** A row in the order of the contract's columns. */
  add([code, label, day, online, partly, offline, maintenance]: readonly Cell[]): void {
    const key = String(code)
    const place = this.#watched.get(key) ?? this.#begin(String(label))
    this.#watched.set(key, place)
    const index = (Date.parse(String(day)) - this.#first) / dayMs
    place.up[index] = Number(online) + Number(partly)
    place.offline[index] = Number(offline)
    place.maintenance[index] = Number(maintenance)
  }

  #begin(label: string): Watched {
    const minutes = () => new Float32Array(this.#days)
    return { label, up: minutes(), offline: minutes(), maintenance: minutes() }
  }

  /** The worst first; a place that was never in service comes last. */
  build(): { count: number; places: UptimePlace[] } {
    const ranked = [...this.#watched]
      .map(([code, place]) => ({ code, place, uptime: shareOf(total(place.up), total(place.offline)) }))
      .toSorted((one, other) => (one.uptime ?? Infinity) - (other.uptime ?? Infinity))
    return {
      count: ranked.length,
      places: ranked.slice(0, placesAtMost).map(({ code, place: { label, up, offline, maintenance }, uptime }) => ({
        location_code: code,
        location_label: label,
        uptime,
        days: Array.from(up, (minutes, index) => shareOf(minutes, offline[index] ?? 0)),
        offline_minutes: Array.from(offline, rounded),
        maintenance_minutes: Array.from(maintenance, rounded),
      })),
    }
  }
}

const total = (minutes: Float32Array): number => minutes.reduce((sum, value) => sum + value, 0)
const shareOf = (up: number, offline: number): number | null =>
  up + offline === 0 ? null : rounded((up / (up + offline)) * 100)
const rounded = (value: number): number => Math.round(value * 100) / 100
