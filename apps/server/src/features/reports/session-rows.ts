import { sql } from 'kysely'
import { holdsAt, inPlaces, inPlacesOrAccounts, localDay, onDays, joinRider, rounded, time } from './row-source.ts'
import type { RowScope, RowSource } from './row-source.ts'

const minutes = sql`extract(epoch from s.ended_at - s.started_at) / 60`
const seesMoney = { type: 'payment', action: 'GET' } as const
const ifMoney = (scope: RowScope, value: ReturnType<typeof sql>) =>
  sql`case when ${holdsAt(scope, seesMoney)} then ${value} end`

export const detailedParking: RowSource<'detailed_parking'> = {
  right: { type: 'session', action: 'GET' },
  moreRights: [seesMoney],
  columns: (scope) => ({
    session_id: sql`s.id`,
    location_code: sql`l.code`,
    location_label: sql`l.label`,
    organization: sql`o.name`,
    device: sql`d.type || ' ' || d.number`,
    key_type: sql`k.type`,
    person: sql`u.name`,
    started_at: time(sql`s.started_at`),
    ended_at: time(sql`s.ended_at`),
    minutes: rounded(minutes),
    // Of the two that a session may have, the longer counted; the one of the price list is a matter of money.
    free_minutes: sql`greatest(p.free_minutes, ${ifMoney(scope, sql`v.free_minutes`)})`,
    fee: ifMoney(scope, sql`s.fee_minor`),
    currency: ifMoney(scope, sql`s.currency`),
    payment_state: ifMoney(scope, sql`s.payment_state`),
    rating: sql`s.rating`,
    end_reason: sql`s.how_ended`,
  }),
  from: (scope) => sql`parking_sessions s join locations l on l.id = s.location_id join devices d on d.id = s.device_id
    left join organizations o on o.id = coalesce(l.operator_id, l.owner_id) left join access_keys k on k.id = s.access_key_id
    left join kept_prices p on p.session_id = s.id left join price_list_versions v on v.id = p.price_version_id ${joinRider(scope, sql`s.user_id`)}
    where ${inPlaces(sql`s.location_id`, scope)} and ${onDays(sql`s.started_at`, scope)} and s.status <> 'booked'`,
  order: sql`s.started_at, s.id`,
  category: localDay(sql`s.started_at`),
  values: sql`json_build_object('Sessions', 1)`,
}

const net = sql`p.captured_minor - p.refunded_minor`

export const payment: RowSource<'payment'> = {
  right: { type: 'payment', action: 'GET' },
  hasAccounts: true,
  columns: () => ({
    payment_id: sql`p.id`,
    at: time(sql`p.created_at`),
    kind: sql`p.type`,
    session_id: sql`coalesce(p.parking_session_id, p.rental_session_id)`,
    subscription_id: sql`p.subscription_id`,
    person: sql`u.name`,
    gross: sql`p.captured_minor`,
    // Prices include the tax of their country, and no rate is kept of it.
    tax: sql`null`,
    refunded: sql`p.refunded_minor`,
    net,
    currency: sql`p.currency`,
    state: sql`p.state`,
    provider: sql`nullif(p.provider, '')`,
    reference: sql`p.reference`,
    reason: sql`p.reason`,
  }),
  from: (
    scope,
  ) => sql`payments p join (select id, time_zone from locations union all select id, time_zone from rental_fleets
      union all select id, time_zone from subscriptions) l on l.id = p.visible_through_id ${joinRider(scope, sql`p.user_id`)}
    where ${inPlacesOrAccounts(sql`p.visible_through_id`, scope)} and ${onDays(sql`p.created_at`, scope)}`,
  order: sql`p.created_at, p.id`,
  category: localDay(sql`p.created_at`),
  // In minor units; the job divides by the currency's.
  values: sql`json_build_object(p.currency, ${net})`,
}

/** Who gave a command, also the one behind an event of a session (contract: `eventActorLevels`). */
const seesCommands = { type: 'device', action: 'GETCMDSHISTORY' } as const

const eventsOfSessions = (scope: RowScope) => {
  const isHidden = sql`(e.actor_kind = 'person' and not ${holdsAt(scope, seesCommands)})`
  return sql`select e.at, e.id, e.verb as event, e.resource_id as session_id, l.code, ${localDay(sql`e.at`)} as day, e.device_id,
      case when ${isHidden} then 'hardware' else e.actor_kind end as actor, case when not ${isHidden} then e.actor_name end as actor_name,
      null as command, e.after ->> 'how_ended' as result
    from events e join locations l on l.id = e.visible_through_id
    where e.resource_type = 'session' and ${inPlaces(sql`e.visible_through_id`, scope)} and ${onDays(sql`e.at`, scope)}`
}

/**
 * What the device of a session got while it lasted and in the minute after, as the timeline of the session shows it. The sessions are
 * those that were not over before the days began; the offset has each look for its own commands in the index of its device.
 */
const commandsOfSessions = (scope: RowScope) =>
  sql`select c.created_at, c.id, 'command', s.id, l.code, ${localDay(sql`c.created_at`)}, s.device_id, c.actor_kind, p.name, c.name, c.status
    from parking_sessions s join locations l on l.id = s.location_id
    cross join lateral (select c.id, c.created_at, c.actor_kind, c.requested_by, c.name, c.status from commands c
      where c.device_id = s.device_id and ${onDays(sql`c.created_at`, scope)}
      and c.created_at between s.started_at and coalesce(s.ended_at + interval '1 minute', ${scope.now.toISOString()}::timestamptz) offset 0) c
    left join console_users p on p.id = c.requested_by
    where ${holdsAt(scope, seesCommands)} and s.started_at < ${scope.to_day}::timestamptz + interval '38 hours'
      and (s.ended_at is null or s.ended_at >= ${scope.from_day}::timestamptz - interval '15 hours')`

export const sessionHistory: RowSource<'session_history'> = {
  right: { type: 'session', action: 'GET' },
  moreRights: [seesCommands],
  columns: () => ({
    at: time(sql`e.at`),
    event: sql`e.event`,
    session_id: sql`e.session_id`,
    location_code: sql`e.code`,
    device: sql`(select d.type || ' ' || d.number from devices d where d.id = e.device_id)`,
    actor: sql`e.actor`,
    actor_name: sql`e.actor_name`,
    command: sql`e.command`,
    result: sql`e.result`,
  }),
  from: (scope) => sql`(${eventsOfSessions(scope)} union all ${commandsOfSessions(scope)}) e`,
  order: sql`e.at, e.id, e.session_id`,
  category: sql`e.day`,
  values: sql`json_build_object('Events', 1)`,
}
