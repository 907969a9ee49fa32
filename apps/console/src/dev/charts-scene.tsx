import type { ChartData, HeatMapData } from '../ui/chart/chart-data.ts'
import { Chart, ChartSkeleton, HeatMap } from '../ui/chart/chart.tsx'
import { Counters } from '../ui/list-parts/counters.tsx'
import classes from './dev.module.css'

const dayMs = 86_400_000
const first = Date.UTC(2026, 9, 23)
const dates = Array.from({ length: 30 }, (_, index) => new Date(first + index * dayMs).toISOString().slice(0, 10))
const isWeekend = (date: string) => [0, 6].includes(new Date(date).getUTCDay())
const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const day = (date: string) => short.format(Date.parse(date))
const longDay = (date: string) => long.format(Date.parse(date))
const whole = (value: number) => value.toLocaleString('en-GB')
const percent = (value: number) => `${value.toLocaleString('en-GB', { maximumFractionDigits: 1 })} %`

/** The same curve each time. */
const wave = (index: number, seed: number) =>
  Math.sin(index * 1.7 + seed) * 0.5 + Math.sin(index * 0.6 + seed * 2) * 0.5
const sessionsOn = (date: string, index: number, seed: number) =>
  Math.round((isWeekend(date) ? 2800 : 4950) + wave(index, seed) * 380)

const daily = { categories: dates, categoryName: 'Day', formatCategory: day, formatCategoryLong: longDay }

/** Days of the sample with a peak and without a figure. */
const oddDays: ReadonlyMap<number, number | null> = new Map([
  [17, null],
  [29, 2250],
])

/** Days of the sample with an outage, with their uptime in percent. */
const outages: Readonly<Record<number, number>> = { 11: 95.2, 12: 93.6, 24: 96.1, 25: 96.1 }

const bars: ChartData = {
  ...daily,
  formatValue: whole,
  paler: dates.flatMap((date, index) => (isWeekend(date) ? [index] : [])),
  unfinished: { index: 29, name: 'Today so far' },
  series: [
    {
      id: 'now',
      name: 'This period',
      kind: 'bar',
      values: dates.map((date, index) => {
        const odd = oddDays.get(index)
        return odd === undefined ? sessionsOn(date, index, 1) : odd
      }),
    },
    {
      id: 'before',
      name: 'Previous',
      kind: 'line',
      role: 'comparison',
      values: dates.map((date, index) => sessionsOn(date, index, 4)),
    },
  ],
}

const uptime: ChartData = {
  ...daily,
  formatValue: percent,
  bands: [{ name: 'Maintenance', from: 24, to: 26 }],
  series: [
    {
      id: 'uptime',
      name: 'Uptime',
      kind: 'line',
      values: dates.map((_, index) => outages[index] ?? 99.6 + wave(index, 2) * 0.3),
    },
    { id: 'agreed', name: 'Agreed 99 %', kind: 'line', role: 'target', values: dates.map(() => 99) },
  ],
}

const cities = ['Tallinn', 'Oslo', 'Helsinki', 'San Francisco', 'Trondheim']
const several: ChartData = {
  ...daily,
  formatValue: whole,
  series: cities.map((name, at) => ({
    id: name,
    name,
    kind: 'line',
    values: dates.map((_, index) =>
      at === 2 && index > 8 && index < 13 ? null : Math.round(900 - at * 150 + wave(index, at) * 60),
    ),
  })),
}

const grouped: ChartData = {
  categories: dates.slice(-7),
  categoryName: 'Day',
  formatCategory: day,
  formatCategoryLong: longDay,
  formatValue: whole,
  series: cities.map((name, at) => ({
    id: name,
    name,
    kind: 'bar',
    values: dates.slice(-7).map((_, index) => Math.round(900 - at * 150 + wave(index, at) * 60)),
  })),
}

const area: ChartData = {
  ...daily,
  formatValue: whole,
  series: [
    {
      id: 'docks',
      name: 'Docks taken',
      kind: 'area',
      values: dates.map((_, index) => (index > 14 && index < 18 ? null : Math.round(540 + wave(index, 7) * 160))),
    },
  ],
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
const peak = (hour: number) => Math.exp(-((hour - 9) ** 2) / 12) + 0.8 * Math.exp(-((hour - 15) ** 2) / 18)
const shareAt = (row: number, hour: number) =>
  Math.round(8 + peak(hour) * (row > 4 ? 52 : 82 + wave(row * 24 + hour, 3) * 8))
const heat: HeatMapData = {
  columns: hours,
  rows: weekdays,
  rowName: 'Weekday',
  values: weekdays.map((_, row) =>
    hours.map((_hour, hour) => (row === 0 && hour === 1 ? null : Math.min(100, shareAt(row, hour)))),
  ),
  formatValue: (value) => `${value} %`,
  formatCell: (row, column) =>
    `${weekdays[row] ?? ''}, ${hours[column] ?? ''}:00 to ${String(column + 1).padStart(2, '0')}:00`,
  noteOf: (row, column) => `${whole(Math.round(shareAt(row, column) * 48.46))} of 4,846 docks`,
  min: 0,
  max: 100,
}

export const ChartsScene = () => (
  <>
    <Counters
      items={[
        {
          label: 'Parking sessions',
          value: '118,402',
          before: '111,280 five weeks earlier',
          change: 1,
          href: '/dev/ui#charts',
        },
        { label: 'Average stay', value: '7 h 12', unit: 'min', before: '7 h 16 min five weeks earlier', change: -1 },
        { label: 'Uptime', value: '99.32', unit: '%', before: '99.32 % five weeks earlier', change: 0 },
      ]}
    />
    <div className={classes.charts}>
      <Chart title="Sessions a day" data={bars} />
      <Chart title="Uptime" detail="118 locations" data={uptime} />
      <HeatMap title="Occupancy by hour and weekday" data={heat} />
      <Chart title="Sessions by city" data={several} />
      <Chart title="Sessions by city, a day" data={grouped} />
      <Chart title="Docks taken" detail="three days were not measured" data={area} />
      <div className={classes.chartSkeleton}>
        <ChartSkeleton />
      </div>
    </div>
  </>
)
