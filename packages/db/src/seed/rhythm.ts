/** Lots below this number stay between these hours. */
export interface StayChoice {
  below: number
  from_h: number
  to_h: number
}

/** One entry for each local hour from 0 to 23. */
interface ByDay<T> {
  weekday: T[]
  weekend: T[]
}

/**
 * How riders come and go. The past is drawn from it, and the fleet file hands it on, so that the days after the first
 * start are like the days before it.
 */
export interface Rhythm {
  /** How long a free dock waits for the next bike at average demand. */
  mean_wait_h: number
  /** Arrivals by hour; the average of a weekday is 1. */
  arrivals: ByDay<number>
  /** How long a bike stays, by the hour in which it comes. */
  stays: ByDay<StayChoice[]>
  /** Share of the arrivals at bookable docks that are booked in the app first, and of those that never come. */
  booked_first: number
  booked_in_vain: number
  /** Rents of a vehicle: hours between two at average demand, and the demand by hour. */
  rides: { mean_wait_h: number; by_hour: number[] }
}

const weekday = [
  0.25, 0.15, 0.1, 0.1, 0.2, 0.6, 1.3, 2.3, 2.6, 1.7, 1, 0.9, 1.1, 1, 0.9, 1.1, 1.5, 2, 1.7, 1.1, 0.8, 0.6, 0.5, 0.35,
]
const weekend = [
  0.4, 0.3, 0.2, 0.12, 0.1, 0.15, 0.3, 0.5, 0.8, 1.1, 1.3, 1.4, 1.5, 1.4, 1.4, 1.3, 1.2, 1.1, 1, 0.9, 0.8, 0.7, 0.6,
  0.5,
]

/** Some bikes are forgotten, so that each city has overdue ones at any hour. */
const forgotten: readonly StayChoice[] = [
  { below: 0.009, from_h: 72, to_h: 150 },
  { below: 0.04, from_h: 24, to_h: 62 },
]

/** What people do at that time of day: work, sleep, shop. */
const usual = {
  work: [
    { below: 0.8, from_h: 7.5, to_h: 10.5 },
    { below: 1, from_h: 0.4, to_h: 3 },
  ],
  night: [
    { below: 0.72, from_h: 10, to_h: 16.5 },
    { below: 1, from_h: 0.3, to_h: 2.5 },
  ],
  day: [
    { below: 0.35, from_h: 4, to_h: 8 },
    { below: 0.58, from_h: 16, to_h: 24 },
    { below: 1, from_h: 0.3, to_h: 2.5 },
  ],
} satisfies Record<string, readonly StayChoice[]>

function usualAt(hour: number, isWeekend: boolean): readonly StayChoice[] {
  if (hour >= 16 || hour < 4) return usual.night
  return hour >= 6 && hour < 10 && !isWeekend ? usual.work : usual.day
}

const staysOn = (isWeekend: boolean): StayChoice[][] =>
  Array.from({ length: 24 }, (_, hour) => [...forgotten, ...usualAt(hour, isWeekend)])

export const rhythm: Rhythm = {
  mean_wait_h: 15,
  arrivals: { weekday, weekend },
  stays: { weekday: staysOn(false), weekend: staysOn(true) },
  booked_first: 0.1,
  booked_in_vain: 0.012,
  rides: {
    mean_wait_h: 4.2,
    by_hour: [
      0.1, 0.05, 0.05, 0.05, 0.1, 0.3, 0.8, 1.6, 1.9, 1.1, 0.8, 0.9, 1.1, 1, 1, 1.2, 1.6, 2, 1.7, 1.2, 0.9, 0.6, 0.4,
      0.2,
    ],
  },
}
