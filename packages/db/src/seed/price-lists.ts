import { certain } from '@wheelhouse/contract/certain.ts'
import { feeOf } from '@wheelhouse/contract/price-lists/fee.ts'
import type { PriceTerms, Waiver } from '@wheelhouse/contract/price-lists/fee.ts'
import type { Insertable } from 'kysely'
import type { KeptPricesTable, PriceListsTable, PriceListVersionsTable } from '../tables.gen.ts'
import { chanceOf } from './chance.ts'
import type { Chance } from './chance.ts'
import type { Place } from './locations.ts'
import { obsoleteDays } from './locations.ts'
import type { Session } from './sessions.ts'
import { dayMs, daysBefore, iso } from './times.ts'

interface Version extends Insertable<PriceListVersionsTable> {
  from: number
}

interface PriceLists {
  lists: Insertable<PriceListsTable>[]
  versions: Insertable<PriceListVersionsTable>[]
  kept: Insertable<KeptPricesTable>[]
}

/** A price per started hour after the free ones, for at most three days: what every stay of the demonstration was charged by. */
const termsOf = ({ city }: Place, perHour = city.hour_minor): PriceTerms => ({
  currency: city.currency,
  starting_minor: 0,
  free_minutes: 0,
  minute_minor: 0,
  hour_minor: perHour,
  day_minor: 0,
  day_cap_minor: null,
  stay_cap_minor: perHour * 72,
})

const longAgoDays = 400

/**
 * A price list for every location that is not free. Older ones had a cheaper version before the sessions that are kept, and
 * some have a version that begins next month.
 */
export function makePriceLists(now: number, places: readonly Place[], sessions: readonly Session[]): PriceLists {
  const chance = chanceOf('price-lists')
  const result: PriceLists = { lists: [], versions: [], kept: [] }
  const versionsOf = new Map<Place, Version[]>()
  for (const [index, place] of places.filter(({ is_free }) => !is_free).entries()) {
    const list = listOf(now, place, chance)
    const versions = versionsOfList(now, place, index, certain(list.id), chance)
    versionsOf.set(place, versions)
    result.lists.push(list)
  }
  for (const session of sessions) {
    const versions = versionsOf.get(session.device.place)
    const version = versions?.findLast(({ from }) => from <= session.start)
    if (!version) continue
    version.first_used_at ??= iso(session.start)
    result.kept.push(keptOf(session, version))
  }
  for (const versions of versionsOf.values()) result.versions.push(...versions.map(({ from: _, ...row }) => row))
  return result
}

function listOf(now: number, place: Place, chance: Chance): Insertable<PriceListsTable> {
  const created = place.createdAt
  const ended = place.status === 'obsolete' ? daysBefore(now, obsoleteDays - 1) : null
  return {
    id: chance.id(created),
    target_type: 'location',
    target_id: place.id,
    name: `${place.city.city}, hourly`,
    ends_at: ended === null ? null : iso(ended),
    created_at: iso(created),
    updated_at: iso(ended ?? created),
    version: ended === null ? 1 : 2,
  }
}

function versionsOfList(now: number, place: Place, index: number, listId: string, chance: Chance): Version[] {
  const { city, createdAt } = place
  const isOld = createdAt < now - (longAgoDays + 20) * dayMs
  const hasNext = index % 6 === 1 && place.status !== 'obsolete'
  const terms: [from: number, terms: PriceTerms][] = []
  if (isOld) terms.push([createdAt, termsOf(place, Math.round((city.hour_minor * 0.8) / 5) * 5)])
  terms.push([isOld ? daysBefore(now, longAgoDays) : createdAt, termsOf(place)])
  if (hasNext) terms.push([firstOfNextMonth(now), nextTerms(place)])
  return terms.map(([from, prices], at) => ({
    from,
    id: chance.id(Math.min(from, now - dayMs)),
    price_list_id: listId,
    number: at + 1,
    valid_from: iso(from),
    ...prices,
    first_used_at: null,
    created_at: iso(Math.min(from, now - dayMs)),
    created_by: null,
  }))
}

/** The next price is higher and has a cap for each day. */
const nextTerms = (place: Place): PriceTerms => {
  const perHour = Math.round((place.city.hour_minor * 1.2) / 5) * 5
  return { ...termsOf(place, perHour), day_cap_minor: perHour * 12 }
}

const firstOfNextMonth = (now: number): number => {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

const waiverOf: Record<string, Waiver> = { forced: 'support', cancelled: 'cancelled' }

function keptOf({ id, device, start, end, how_ended }: Session, version: Version): Insertable<KeptPricesTable> {
  const { city, free_parking_hours } = device.place
  const free_minutes = free_parking_hours * 60
  const waiver = waiverOf[how_ended ?? ''] ?? null
  const kept = {
    session_id: id,
    price_version_id: version.id,
    free_minutes,
    time_zone: city.time_zone,
    kept_at: iso(start),
  }
  if (end === null) return { ...kept, lines: null, total_minor: null, waiver: null }
  const terms = termsOf(device.place, Number(version.hour_minor))
  const fee = feeOf(terms, { start, end, time_zone: city.time_zone, free_minutes, waiver })
  return { ...kept, lines: fee.lines, total_minor: fee.total_minor, waiver }
}
