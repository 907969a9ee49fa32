/**
 * The people whose lists are measured, by what they see. Locations are numbered from 0; every tenth is dormant: its
 * sessions are all in the first fifth of the time, the case that misleads planners (data model, section 0).
 */
export interface View {
  /** Part of the address, `tenth@scale.test`. */
  key: ViewKey
  name: string
  /** Which locations this person's own group contains; null where the grants use other groups. */
  sees: string | null
  /** Which riders it contains. */
  riders: string
}

export const viewKeys = [
  'everything',
  'all',
  'wide',
  'tenth',
  'hundredth',
  'thousandth',
  'nothing',
  'dormant_tenth',
  'dormant_thousandth',
] as const
export type ViewKey = (typeof viewKeys)[number]

/** Conditions on `n`, the number of a location or of a rider. */
export const views: readonly View[] = [
  { key: 'everything', name: 'Sees everything', sees: null, riders: 'false' },
  { key: 'all', name: 'Sees all locations as rows', sees: 'true', riders: 'true' },
  { key: 'wide', name: 'Sees 66 % by 480 grants', sees: null, riders: 'false' },
  { key: 'tenth', name: 'Sees 10 %', sees: 'n % 10 = 3', riders: 'n % 10 = 3' },
  { key: 'hundredth', name: 'Sees 1 %', sees: 'n % 100 = 13', riders: 'n % 100 = 13' },
  { key: 'thousandth', name: 'Sees 0.1 %', sees: 'n % 1000 = 113', riders: 'n % 1000 = 113' },
  { key: 'nothing', name: 'Sees 0 %', sees: 'false', riders: 'false' },
  { key: 'dormant_tenth', name: 'Sees 10 %, dormant', sees: 'n % 10 = 7', riders: 'n % 10 = 7' },
  { key: 'dormant_thousandth', name: 'Sees 0.1 %, dormant', sees: 'n % 1000 = 117', riders: 'n % 1000 = 117' },
]

export const isDormant = 'n % 10 = 7'
/** Dormant locations have sessions in this first part of the time only. */
export const dormantUntil = 0.2
