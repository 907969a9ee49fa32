import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { parsed } from '../../platform/json-text.ts'
import type { JsonText } from '../../platform/json-text.ts'
import { priceListStatuses, priceLists } from '@wheelhouse/contract/price-lists/price-lists.ts'
import type {
  PriceList,
  PriceListDetails,
  PriceListTarget,
  PriceVersion,
} from '@wheelhouse/contract/price-lists/price-lists.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { visiblePredicate, visibleSet } from '../../authz/visible.ts'
import { instant, int, jsonOf, orNull, text, uuid, word } from '../../lists/columns.ts'
import type { Columns } from '../../lists/columns.ts'
import { age, anyOf, own, search } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'
import type { RowContext } from '../../lists/list-query.ts'
import type { Ctx } from '../../platform/context.ts'

/** The location or the fleet whose prices are asked about. */
export interface Target {
  type: PriceListTarget
  id: string
}

const nowOf = ({ clock }: Pick<Ctx, 'clock'>): RawBuilder<Date> => sql`${clock.now().toISOString()}::timestamptz`

const joined = (ctx: Pick<Ctx, 'clock'>) => sql`price_lists p
  left join locations l on p.target_type = 'location' and l.id = p.target_id
  left join rental_fleets f on p.target_type = 'rental_fleet' and f.id = p.target_id
  cross join lateral (select * from price_list_versions w where w.price_list_id = p.id
    order by w.valid_from <= ${nowOf(ctx)} desc, abs(extract(epoch from w.valid_from - ${nowOf(ctx)})) limit 1) v`

const status = (ctx: Pick<Ctx, 'clock'>) => sql`case when p.ends_at <= ${nowOf(ctx)} then 'ended'
  when v.valid_from > ${nowOf(ctx)} then 'coming' else 'active' end`

const columnsOf = (ctx: RowContext): Columns<PriceList> => ({
  id: uuid(sql`p.id`),
  name: text(sql`p.name`),
  target_type: word(sql`p.target_type`),
  target_id: uuid(sql`p.target_id`),
  target_name: orNull(text(sql`coalesce(l.label, f.name)`)),
  target_code: orNull(word(sql`l.code`)),
  status: word(status(ctx)),
  version_id: uuid(sql`v.id`),
  version_number: int(sql`v.number`),
  versions: int(sql`(select count(*)::int from price_list_versions c where c.price_list_id = p.id)`),
  valid_from: instant(sql`v.valid_from`),
  ends_at: orNull(instant(sql`p.ends_at`)),
  currency: word(sql`v.currency`),
  starting_minor: int(sql`v.starting_minor`),
  free_minutes: int(sql`v.free_minutes`),
  minute_minor: int(sql`v.minute_minor`),
  hour_minor: int(sql`v.hour_minor`),
  day_minor: int(sql`v.day_minor`),
  day_cap_minor: orNull(int(sql`v.day_cap_minor`)),
  stay_cap_minor: orNull(int(sql`v.stay_cap_minor`)),
  created_at: instant(sql`p.created_at`),
  updated_at: instant(sql`p.updated_at`),
  version: int(sql`p.version`),
})

/** A list is seen through the location or the fleet that it is for. */
function isVisible(ctx: RowContext): RawBuilder<boolean> {
  const { person } = ctx
  if (!person) throw new Error('Price lists depend on who reads them')
  const through = (scope: PriceListTarget) =>
    sql`(p.target_type = ${scope} and ${visiblePredicate(visibleSet({ person }, 'rental_fleet', 'GET', scope), sql`p.target_id`)})`
  return sql<boolean>`(${through('location')} or ${through('rental_fleet')})`
}

export const priceListRows = listQuery(priceLists, {
  from: ({ ctx }) => joined(ctx),
  id: sql`p.id`,
  visibleBy: [],
  where: ({ ctx }) => isVisible(ctx),
  columns: ({ ctx }) => columnsOf(ctx),
  filters: ({ ctx }) => ({
    q: search(sql`p.name`, sql`l.label`, sql`l.code`, sql`f.name`),
    id: own((id: string | undefined) => sql<boolean>`p.id = ${id}::uuid`),
    status: anyOf(status(ctx)),
    target_type: anyOf(sql`p.target_type`),
    target_id: anyOf(sql`p.target_id`, 'uuid'),
    currency: anyOf(sql`v.currency`),
    created_at: age(sql`p.created_at`),
  }),
  sorts: ({ ctx }) => ({
    status: { by: sql`array_position(${[...priceListStatuses]}::text[], ${status(ctx)})`, cast: 'int' },
  }),
})

const versionColumns: Columns<PriceVersion> = {
  id: uuid(sql`v.id`),
  number: int(sql`v.number`),
  valid_from: instant(sql`v.valid_from`),
  valid_until: orNull(instant(sql`v.valid_until`)),
  first_used_at: orNull(instant(sql`v.first_used_at`)),
  created_at: instant(sql`v.created_at`),
  currency: word(sql`v.currency`),
  starting_minor: int(sql`v.starting_minor`),
  free_minutes: int(sql`v.free_minutes`),
  minute_minor: int(sql`v.minute_minor`),
  hour_minor: int(sql`v.hour_minor`),
  day_minor: int(sql`v.day_minor`),
  day_cap_minor: orNull(int(sql`v.day_cap_minor`)),
  stay_cap_minor: orNull(int(sql`v.stay_cap_minor`)),
}

async function versionsOf({ db }: Pick<Ctx, 'db'>, id: string): Promise<PriceVersion[]> {
  const { rows } = await sql<{ text: JsonText<PriceVersion> }>`select ${jsonOf(versionColumns)} as text from (
    select w.*, least(lead(w.valid_from) over (order by w.valid_from), p.ends_at) as valid_until
    from price_list_versions w join price_lists p on p.id = w.price_list_id where w.price_list_id = ${id}::uuid) v
    order by v.number desc`.execute(db)
  return rows.map(({ text: row }) => parsed(row))
}

/** The time zone of the days, and the free time that the place itself gives. */
export interface PlaceRules {
  time_zone: string
  free_parking_minutes: number
}

export async function placeRulesOf({ db }: Pick<Ctx, 'db'>, { type, id }: Target): Promise<PlaceRules> {
  const elsewhere: PlaceRules = { time_zone: 'UTC', free_parking_minutes: 0 }
  const { rows } = await (
    type === 'location'
      ? sql<PlaceRules>`select time_zone, round(free_parking_hours * 60)::int as free_parking_minutes
        from locations where id = ${id}::uuid`
      : sql<PlaceRules>`select time_zone, 0 as free_parking_minutes from rental_fleets where id = ${id}::uuid`
  ).execute(db)
  return rows[0] ?? elsewhere
}

/** A list of exactly this location or fleet, because the right was asked on the one in the address. */
export async function priceListById(ctx: RowContext, target: Target, id: string): Promise<PriceListDetails> {
  const own = sql<boolean>`p.target_type = ${target.type} and p.target_id = ${target.id}::uuid`
  const { rows } = await sql<{ text: JsonText<PriceList> }>`select ${jsonOf(columnsOf(ctx))} as text from ${joined(ctx)}
    where p.id = ${id}::uuid and ${own}`.execute(ctx.db)
  if (!rows[0]) throw new AppError('not_found')
  const row = parsed(rows[0].text)
  return { ...row, all_versions: await versionsOf(ctx, id), ...(await placeRulesOf(ctx, target)) }
}
