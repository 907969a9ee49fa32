/** Shown as one sentence to the person who asked for the scale. */
export class ScaleError extends Error {}

/** How much of everything a database with this many sessions contains. */
export interface Sizes {
  /** Ended sessions; some open ones are added. */
  sessions: number
  locations: number
  organizations: number
  /** Each contains some of the locations that the person with 480 grants sees. */
  districts: number
  /** Console users in addition to the known ones. */
  people: number
  /** Grants of each of them. */
  grants_each: number
  riders: number
  events: number
  commands: number
}

const full = 1_000_000

/** From a million sessions the field has its full size: 5,000 locations and 100,000 devices (data model, section 0). */
export function sizesOf(sessions: number, grants?: number, riders = Math.max(200, Math.round(sessions / 10))): Sizes {
  const share = Math.min(1, sessions / full)
  const people = Math.max(100, Math.round(20_000 * share), Math.round((grants ?? 0) / 50))
  return {
    sessions,
    // A multiple of ten, because every tenth location is dormant.
    locations: Math.max(200, Math.round(500 * share) * 10),
    organizations: Math.max(20, Math.round(500 * share)),
    districts: 480,
    people,
    grants_each: grants === undefined ? 2.5 : grants / people,
    riders,
    events: Math.min(sessions, 3 * full),
    commands: Math.min(200_000, Math.max(100, Math.round(sessions / 10))),
  }
}

const units: Record<string, number> = { '': 1, k: 1_000, M: 1_000_000 }

/** Reads `10k`, `1M` or a plain number of sessions. */
export function readScale(text: string): number {
  const [, digits = '', unit = ''] = /^(\d+)([kM]?)$/.exec(text) ?? []
  const sessions = Number(digits) * (units[unit] ?? 1)
  if (digits !== '' && sessions >= 1_000 && sessions <= 50_000_000) return sessions
  throw new ScaleError(`The scale is '${text}'; it is a number of sessions from 1k to 50M, such as 10k or 1M.`)
}

/** Writes `10k` and `1M`. */
export function scaleText(count: number): string {
  if (count >= full && count % 100_000 === 0) return `${count / full}M`
  return count >= 1_000 && count % 100 === 0 ? `${count / 1_000}k` : String(count)
}
