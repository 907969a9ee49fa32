import { dayPlus } from '@wheelhouse/contract/calendar-days.ts'
import { chartRules } from '@wheelhouse/contract/dashboards/charts.ts'
import type { PublicDashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { anonymous } from './anonymous.ts'
import { figuresOf, lastWholeDay, scopeOf } from './figures.ts'
import { dashboardList } from './queries.ts'
import { crowdsOf } from './stays.ts'
import { openedLink } from './public-links.ts'
import type { OpenedLink } from './public-links.ts'

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
  const { dashboard_id } = link
  const reader = { ...ctx, person: { id: link.person_id } }
  const { name, organization_name, tiles } = await dashboardList.get(reader, dashboard_id)
  const shown = tiles.filter(({ chart }) => chartRules[chart].isPublic)
  // Days that are over: the one in progress would show who comes just now.
  const to = await lastWholeDay(reader, dashboard_id)
  const period = { from: dayPlus(to, 1 - days), to, compare: 'previous' } as const
  const scope = await scopeOf(reader, { dashboard_id, ...period }, { isPublic: true })
  const figures = await figuresOf(scope, shown)
  // Read whatever the tiles are: without them there is nothing that could say which numbers are about a few people.
  const crowds = await crowdsOf(scope)
  return { name, organization_name, tiles: shown, figures: { ...figures, charts: anonymous(figures.charts, crowds) } }
}
