import type { UptimePlace } from '@wheelhouse/contract/reports/reports.ts'
import type { Cell } from '../../lists/export-formats.ts'
import { uptimeShare } from '../rollups/figures.ts'
import type { ReportRow } from './queries.ts'

/** Nobody looks at more rows of cells, and their order begins with the worst. */
const placesAtMost = 100
const dayMs = 86_400_000

/** What the row source of an uptime report draws. */
type UptimeSeries = 'Online' | 'Partly online' | 'Offline' | 'Maintenance'

interface Watched {
  label: string
  /** Seconds by day, whole ones: minutes in the file are rounded, and their shares would differ from those shown elsewhere. */
  reachable: Float32Array
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

  /** A row in the order of the contract's columns, with what it adds to the chart: minutes that are not rounded. */
  add([code, label, day]: readonly Cell[], minutes: ReadonlyMap<string, number>): void {
    const key = String(code)
    const place = this.#watched.get(key) ?? this.#begin(String(label))
    this.#watched.set(key, place)
    const index = (Date.parse(String(day)) - this.#first) / dayMs
    const seconds = (name: UptimeSeries): number => Math.round((minutes.get(name) ?? 0) * 60)
    place.reachable[index] = seconds('Online') + seconds('Partly online')
    place.offline[index] = seconds('Offline')
    place.maintenance[index] = seconds('Maintenance')
  }

  #begin(label: string): Watched {
    const days = () => new Float32Array(this.#days)
    return { label, reachable: days(), offline: days(), maintenance: days() }
  }

  /** The worst first; a place that was never in service comes last. */
  build(): { count: number; places: UptimePlace[] } {
    const ranked = [...this.#watched]
      .map(([code, place]) => ({ code, place, uptime: shareOf(total(place.reachable), total(place.offline)) }))
      .toSorted((one, other) => (one.uptime ?? Infinity) - (other.uptime ?? Infinity))
    return {
      count: ranked.length,
      places: ranked
        .slice(0, placesAtMost)
        .map(({ code, place: { label, reachable, offline, maintenance }, uptime }) => ({
          location_code: code,
          location_label: label,
          uptime,
          days: Array.from(reachable, (seconds, index) => shareOf(seconds, offline[index] ?? 0)),
          offline_minutes: Array.from(offline, minutesOf),
          maintenance_minutes: Array.from(maintenance, minutesOf),
        })),
    }
  }
}

const total = (seconds: Float32Array): number => seconds.reduce((sum, value) => sum + value, 0)
const shareOf = (reachable: number, offline: number): number | null => {
  const share = uptimeShare(reachable, offline)
  return share === null ? null : rounded(share)
}
const minutesOf = (seconds: number): number => rounded(seconds / 60)
const rounded = (value: number): number => Math.round(value * 100) / 100
