import { sql } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { FeedText } from './feeds.ts'
import { readPublished } from './published-area.ts'
import type { Moment, Published } from './published-area.ts'
import { isPublicLocation } from './queries.ts'

/** Far below the half minute that the feeds tell their readers to wait. */
const keptMs = 5_000

interface Kept {
  /** Which locations are public, and their versions. */
  shown: string
  ends_at: number
  published: Promise<Published | null>
  texts: Map<string, FeedText>
}

/** What was published a moment ago, of one process: however many read an area, its feeds are made once in five seconds. */
export interface KeptAreas {
  text(moment: Moment, areaId: string, name: string, make: (published: Published) => FeedText): Promise<FeedText>
}

export function keepAreas(): KeptAreas {
  const areas = new Map<string, Kept>()
  return {
    async text(moment, areaId, name, make) {
      const shown = await shownNow(moment, areaId)
      const kept = keptOr(areas, moment, areaId, shown)
      const published = await kept.published
      if (!published) throw new AppError('public_area_not_found')
      const text = kept.texts.get(name) ?? make(published)
      kept.texts.set(name, text)
      return text
    },
  }
}

function keptOr(areas: Map<string, Kept>, moment: Moment, areaId: string, shown: string): Kept {
  const now = moment.clock.now().getTime()
  for (const [id, { ends_at }] of areas) if (ends_at <= now) areas.delete(id)
  const kept = areas.get(areaId)
  if (kept?.shown === shown) return kept
  const published = readPublished(moment, areaId)
  // A failed read is not kept.
  published.catch(() => areas.delete(areaId))
  const made = { shown, ends_at: now + keptMs, published, texts: new Map() }
  areas.set(areaId, made)
  return made
}

/**
 * Asked at each request, because it costs little: an area that was deleted, or a location that is not public any more or has
 * changed, is in no feed that is read after that.
 */
async function shownNow({ db }: Moment, areaId: string): Promise<string> {
  const { rows } = await sql<{ shown: string }>`select a.version || ' ' || coalesce((
      select md5(string_agg(l.id || ' ' || l.version, ',' order by l.id))
      from public_area_locations x join locations l on l.id = x.location_id
      where x.area_id = a.id and ${isPublicLocation}), '') as shown
    from public_areas a where a.id = ${areaId}::uuid`.execute(db)
  const [row] = rows
  if (!row) throw new AppError('public_area_not_found')
  return row.shown
}
