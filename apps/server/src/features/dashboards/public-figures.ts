import { chartRules } from '@wheelhouse/contract/dashboards/charts.ts'
import type { ChartFigures, Figures } from '@wheelhouse/contract/dashboards/charts.ts'
import type { PublicDashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { figuresOf } from './figures.ts'
import { dashboardList } from './queries.ts'
import { dayPlus } from './periods.ts'
import { openedLink } from './public-links.ts'
import type { OpenedLink } from './public-links.ts'

/** A number of people or stays below this could be about someone. */
const leastShown = 5
const isSmall = (value: number | null): boolean => value !== null && value > 0 && value < leastShown
const large = (value: number | null): number | null => (isSmall(value) ? null : value)

/** Figures are made once a minute for each link and period, however often it is opened. */
const keptMs = 60_000
const keptAtMost = 500
interface Kept {
  until: number
  version: number
  reply: Promise<PublicDashboard>
}
const kept = new Map<string, Kept>()

type PublicContext = Omit<Ctx, 'person'>

/** What a public link shows. The link itself is looked up each time: only the figures behind it are kept. */
export async function publicDashboard(ctx: PublicContext, token: string, days: number): Promise<PublicDashboard> {
  const now = ctx.clock.now()
  const link = await openedLink(ctx.db, now, token)
  if (!link) throw new AppError('not_found')
  const key = `${token} ${days}`
  const known = kept.get(key)
  if (known && known.until > now.getTime() && known.version === link.version) return known.reply
  const reply = readPublic(ctx, link, days)
  if (kept.size >= keptAtMost) kept.clear()
  kept.set(key, { until: now.getTime() + keptMs, version: link.version, reply })
  // A failure is not kept.
  reply.catch(() => kept.delete(key))
  return reply
}

async function readPublic(ctx: PublicContext, link: OpenedLink, days: number): Promise<PublicDashboard> {
  const reader = { ...ctx, person: { id: link.person_id } }
  const { name, organization_name, tiles } = await dashboardList.get(reader, link.dashboard_id)
  const shown = tiles.filter(({ chart }) => chartRules[chart].isPublic)
  // Days that are over: the one in progress would show who comes just now.
  const to = dayPlus(ctx.clock.now().toISOString().slice(0, 10), -1)
  const asked = { dashboard_id: link.dashboard_id, tiles: shown, from: dayPlus(to, 1 - days), to, compare: 'previous' }
  const figures = await figuresOf(reader, { ...asked, compare: 'previous' })
  return { name, organization_name, tiles: shown, figures: anonymous(figures) }
}

/** Without ids, and without numbers from which one could conclude about someone. */
export function anonymous(figures: Figures): Figures {
  const sessions = figures.charts.find((one) => one.kind === 'series' && one.chart === 'sessions')
  const charts = figures.charts.filter(({ kind }) => kind !== 'hidden').map((chart) => withoutSmall(chart, sessions))
  return { ...figures, charts }
}

function withoutSmall(chart: ChartFigures, sessions: ChartFigures | undefined): ChartFigures {
  if (chart.kind === 'bars') {
    const bars = chart.bars
      .filter(({ value }) => value !== null && value >= leastShown)
      .map((bar) => ({ ...bar, id: null, previous: large(bar.previous) }))
    return { ...chart, bars, headline: { value: null, previous: null } }
  }
  if (chart.kind !== 'series') return chart
  if (chart.chart === 'people' || chart.chart === 'sessions') return countsWithoutSmall(chart)
  // A mean or a share of few is about these few.
  const enough = sessions?.kind === 'series' ? sessions : null
  if (chart.chart === 'uptime' || chart.chart === 'occupancy' || enough === null) return { ...chart, now: null }
  const where = (counts: readonly (number | null)[], values: readonly (number | null)[]) =>
    values.map((value, index) => ((counts[index] ?? 0) >= leastShown ? value : null))
  return {
    ...chart,
    values: where(enough.values, chart.values),
    previous: where(enough.previous, chart.previous),
    headline: {
      value: (enough.headline.value ?? 0) >= leastShown ? chart.headline.value : null,
      previous: (enough.headline.previous ?? 0) >= leastShown ? chart.headline.previous : null,
    },
  }
}

/** The sum is made of what is shown: the true one would give a single hidden day away. */
function countsWithoutSmall(chart: Extract<ChartFigures, { kind: 'series' }>): ChartFigures {
  const [values, previous] = [chart.values.map(large), chart.previous.map(large)]
  const sum = (list: readonly (number | null)[]) => list.reduce<number>((total, value) => total + (value ?? 0), 0)
  const isHidden = [...chart.values, ...chart.previous].some(isSmall)
  const whole = chart.chart === 'people' && !isHidden
  return {
    ...chart,
    values,
    previous,
    headline: whole
      ? { value: large(chart.headline.value), previous: large(chart.headline.previous) }
      : {
          value: chart.chart === 'people' ? null : sum(values),
          previous: chart.chart === 'people' ? null : sum(previous),
        },
  }
}
