import type {
  BarFigures,
  ChartFigures,
  ChartId,
  SeriesFigures,
  WeekFigures,
} from '@wheelhouse/contract/dashboards/charts.ts'
import { placesAtMost } from './bars.ts'
import type { Crowd, Crowds } from './stays.ts'

type Value = number | null
type Tell = (value: Value | undefined, crowd: Crowd | undefined) => Value

interface Rule {
  /** How many different people are behind a number. */
  people: (crowd: Crowd) => number
  /** To what each number is rounded; null where numbers may be exact. */
  step: number | null
  /** A smaller number is not shown. */
  least: number
}

const leastPeople = 5
const counts: Rule = { people: ({ came }) => came, step: 5, least: leastPeople }
/** Occupancies that are of few bicycles are withheld where they are read, because the docks are known there. */
const occupancy: Rule = { people: () => leastPeople, step: 10, least: 0 }

/**
 * Each number is rounded by itself: parts do not add up to their sum, so that the difference of two numbers, or of one number on
 * two days, is never exact. An exact mean would give away of how many it is. A chart without a rule is not shown.
 */
const rules: Partial<Record<ChartId, Rule>> = {
  sessions: counts,
  people: counts,
  best_locations: counts,
  duration: { people: ({ finished }) => finished, step: 15, least: 7.5 },
  ratings: { people: ({ rated }) => rated, step: 0.5, least: 1 },
  occupancy,
  occupancy_week: occupancy,
  // It is about machines.
  uptime: { people: () => leastPeople, step: null, least: 0 },
}

const nobody: Crowd = { came: 0, finished: 0, rated: 0 }

const tellBy =
  ({ people, step, least }: Rule): Tell =>
  (value, crowd = nobody) => {
    if (value === null || value === undefined || value < least || people(crowd) < leastPeople) return null
    return step === null ? value : Math.round(value / step) * step
  }

interface CrowdsOfBoth {
  now: Crowds
  earlier: Crowds
}

/** The charts without ids, and without numbers from which one could conclude about someone. */
export function anonymous(charts: readonly ChartFigures[], crowds: CrowdsOfBoth): ChartFigures[] {
  return charts.flatMap((chart): ChartFigures[] => {
    const rule = rules[chart.chart]
    if (chart.kind === 'hidden' || rule === undefined) return []
    const tell = tellBy(rule)
    const rounded = { ...chart, rounded_to: rule.step }
    switch (rounded.kind) {
      case 'series':
        return [anonymousSeries(rounded, tell, crowds)]
      case 'week':
        return [anonymousWeek(rounded, tell, crowds)]
      case 'bars':
        return [anonymousBars(rounded, tell, crowds)]
    }
  })
}

const wholeOf = (
  { headline: { value, previous } }: Pick<SeriesFigures, 'headline'>,
  tell: Tell,
  { now, earlier }: CrowdsOfBoth,
) => ({ value: tell(value, now.whole), previous: tell(previous, earlier.whole) })

const anonymousSeries = (chart: SeriesFigures, tell: Tell, crowds: CrowdsOfBoth): SeriesFigures => ({
  ...chart,
  values: chart.values.map((value, index) => tell(value, crowds.now.points[index])),
  previous: chart.previous.map((value, index) => tell(value, crowds.earlier.points[index])),
  // Who watches what is there at this moment sees who comes and goes.
  now: null,
  headline: wholeOf(chart, tell, crowds),
})

const anonymousWeek = (chart: WeekFigures, tell: Tell, crowds: CrowdsOfBoth): WeekFigures => ({
  ...chart,
  values: chart.values.map((hours) => hours.map((value) => tell(value, crowds.now.whole))),
  headline: wholeOf(chart, tell, crowds),
})

/** The order and the cut are those of the rounded numbers: those of the true ones would say who of two has more. */
function anonymousBars(chart: BarFigures, tell: Tell, { now, earlier }: CrowdsOfBoth): BarFigures {
  const bars = chart.bars
    .map(({ id, label, value, previous }) => ({
      id: null,
      label,
      value: tell(value, now.places.get(id ?? '')),
      previous: tell(previous, earlier.places.get(id ?? '')),
    }))
    .filter(({ value }) => value !== null)
    .toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0) || one.label.localeCompare(other.label, 'en'))
    .slice(0, placesAtMost)
  return { ...chart, bars, headline: { value: null, previous: null } }
}
