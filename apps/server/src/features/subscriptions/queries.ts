import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { subscriberStatuses } from '@wheelhouse/contract/subscriptions/subscriber-statuses.ts'
import { subscribers, userSubscriptions } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import type { UserSubscription } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import { subscriptionDevices, subscriptionLocations } from '@wheelhouse/contract/subscriptions/subscription-targets.ts'
import { subscriptions } from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import { lockTypes } from '@wheelhouse/contract/lock-targets/lock-targets.ts'
import { countsOf } from '../allowlists/lock-counts.ts'
import { maskedContact, oneUserIsVisible } from '../allowlists/masked-contact.ts'
import { bool, collated, instant, int, orNull, text, uuid, word } from '../../lists/columns.ts'
import type { Columns, Expr, SortColumn } from '../../lists/columns.ts'
import { age, anyOf, contains, own, search, searchBy, yesNo } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'
import type { Scope } from '../../lists/list-query.ts'

const status = sql`case when s.is_active then 'active' else 'not_active' end`
const named = sql`subscriptions s left join organizations o on o.id = s.organization_id
  cross join lateral (select count(location_id) as locations, count(device_id) as devices from subscription_targets
    where subscription_id = s.id) t`

export const subscriptionList = listQuery(subscriptions, {
  from: () => named,
  id: sql`s.id`,
  visibleBy: [{ type: 'subscription', column: sql`s.id` }],
  columns: () => ({
    id: uuid(sql`s.id`),
    name: text(sql`s.name`),
    description: text(sql`s.description`),
    status: word(status),
    is_exclusive: bool(sql`s.is_exclusive`),
    max_capacity: int(sql`s.max_capacity`),
    places_taken: int(sql`s.places_taken`),
    currency: word(sql`s.currency`),
    day_fee_minor: orNull(int(sql`s.day_fee_minor`)),
    week_fee_minor: orNull(int(sql`s.week_fee_minor`)),
    month_fee_minor: orNull(int(sql`s.month_fee_minor`)),
    time_zone: word(sql`s.time_zone`),
    locations: int(sql`t.locations`),
    devices: int(sql`t.devices`),
    organization_id: orNull(uuid(sql`o.id`)),
    organization_name: orNull(text(sql`o.name`)),
    created_at: instant(sql`s.created_at`),
    updated_at: instant(sql`s.updated_at`),
    version: int(sql`s.version`),
  }),
  filters: () => ({
    q: search(sql`s.name`, sql`s.description`),
    status: anyOf(status),
    currency: anyOf(sql`s.currency`),
    created_at: age(sql`s.created_at`),
  }),
})

type Visible = Scope<unknown, unknown>['visible']
type Shared = Omit<UserSubscription, 'subscription_name'>

/** A payment is shown to those who may see the payments of the subscription. */
const subscriberColumns: Columns<Shared> = {
  id: uuid(sql`b.id`),
  subscription_id: uuid(sql`b.subscription_id`),
  status: word(sql`b.status`),
  period: word(sql`b.period`),
  fee_minor: int(sql`b.fee_minor`),
  currency: word(sql`b.currency`),
  holds_place: bool(sql`b.holds_place`),
  joined_at: instant(sql`b.joined_at`),
  renewal_at: orNull(instant(sql`b.renewal_at`)),
  expires_at: orNull(instant(sql`b.expires_at`)),
  auto_renew: bool(sql`b.auto_renew`),
  payment_id: orNull(uuid(sql`p.id`)),
  payment_state: orNull(word(sql`p.state`)),
  retries: int(sql`b.retries`),
  retry_at: orNull(instant(sql`b.retry_at`)),
  ended_at: orNull(instant(sql`b.ended_at`)),
  version: int(sql`b.version`),
}

const withPayment = (visible: Visible): Expr => sql`subscribers b
  left join payments p on p.id = b.payment_id and ${visible('payment', sql`b.subscription_id`, 'GET', 'subscription')}`

const byStatus: SortColumn = {
  by: sql`array_position(${[...subscriberStatuses]}::text[], b.status)`,
  cast: 'int',
}

/** The name where an order or a filter needs it; any join would keep the count from being read in the index alone. */
const seenName = (visible: Visible): Expr =>
  sql`(select n.name from users n where n.id = b.user_id and ${visible('user', sql`b.user_id`)})`

export const subscriberList = listQuery(subscribers, {
  from: () => sql`subscribers b`,
  rowsFrom: (scope) => sql`${withPayment(scope.visible)}
    left join users u on u.id = b.user_id and ${oneUserIsVisible(scope, sql`b.user_id`)}`,
  id: sql`b.id`,
  indexed: ['joined_at'],
  // The right was checked on the subscription in the address.
  visibleBy: [],
  where: ({ params }) => sql<boolean>`b.subscription_id = ${params.subscription_id}::uuid`,
  columns: (scope) => ({
    ...subscriberColumns,
    user_id: orNull(uuid(sql`u.id`)),
    user_name: orNull(text(sql`u.name`)),
    masked: word(maskedContact(scope)),
  }),
  filters: ({ visible }) => ({
    q: searchBy((term) => [sql<boolean>`coalesce(${contains(seenName(visible), term)}, false)`]),
    id: own((id: string | undefined) => sql<boolean>`b.id = ${id}::uuid`),
    status: anyOf(sql`b.status`),
    period: anyOf(sql`b.period`),
    auto_renew: anyOf(yesNo(sql`b.auto_renew`)),
    holds_place: anyOf(yesNo(sql`b.holds_place`)),
    joined_at: age(sql`b.joined_at`),
  }),
  sorts: ({ visible }) => ({
    status: byStatus,
    user_name: { by: collated(sql`nullif(${seenName(visible)}, '')`), cast: 'text' },
  }),
})

export const userSubscriptionList = listQuery(userSubscriptions, {
  from: ({ visible }) => sql`${withPayment(visible)} join subscriptions s on s.id = b.subscription_id`,
  id: sql`b.id`,
  visibleBy: [{ type: 'subscription', column: sql`b.subscription_id` }],
  where: ({ params }) => sql<boolean>`b.user_id = ${params.user_id}::uuid`,
  columns: () => ({ ...subscriberColumns, subscription_name: text(sql`s.name`) }),
  filters: () => ({
    id: own((id: string | undefined) => sql<boolean>`b.id = ${id}::uuid`),
    status: anyOf(sql`b.status`),
  }),
  sorts: () => ({ status: byStatus }),
})

const locks = sql.raw(`('${lockTypes.join("', '")}')`)
/** Whether its locks wait for a list: an exclusive one counts until its last subscriber has expired. */
const listStatus = sql`case when s.is_exclusive and (s.is_active or s.places_taken > 0) then 'active' else 'off' end`
const locksOfLocation = sql`select d.hardware_id from devices d
  where d.location_id = t.location_id and d.hardware_id is not null and d.type in ${locks}`
const lockOfDevice = sql`select d.hardware_id where d.hardware_id is not null and d.type in ${locks}`
const lockCounts = {
  locks: int(sql`c.locks`),
  locks_pending: int(sql`c.pending`),
  locks_failed: int(sql`c.failed`),
  created_at: instant(sql`t.created_at`),
}
const targetIn = (params: { subscription_id: string }, seen: RawBuilder<boolean>): RawBuilder<boolean> =>
  sql<boolean>`(t.subscription_id = ${params.subscription_id}::uuid and ${seen})`

const targets = sql`subscription_targets t join subscriptions s on s.id = t.subscription_id`
const locationTargets = sql`${targets} join locations l on l.id = t.location_id`
const deviceTargets = sql`${targets} join devices d on d.id = t.device_id join locations l on l.id = d.location_id`

export const subscriptionLocationList = listQuery(subscriptionLocations, {
  from: () => locationTargets,
  rowsFrom: () => sql`${locationTargets} cross join lateral ${countsOf(locksOfLocation, listStatus)} c`,
  id: sql`t.id`,
  visibleBy: [],
  where: ({ params, visible }) => targetIn(params, visible('location', sql`t.location_id`)),
  columns: () => ({
    id: uuid(sql`t.id`),
    location_id: uuid(sql`l.id`),
    location_code: word(sql`l.code`),
    location_label: text(sql`l.label`),
    address: text(sql`l.address`),
    ...lockCounts,
  }),
  filters: () => ({ q: search(sql`l.label`, sql`l.code`, sql`l.address`) }),
})

export const subscriptionDeviceList = listQuery(subscriptionDevices, {
  from: () => deviceTargets,
  rowsFrom: () => sql`${deviceTargets} cross join lateral ${countsOf(lockOfDevice, listStatus)} c`,
  id: sql`t.id`,
  visibleBy: [],
  where: ({ params, visible }) => targetIn(params, visible('location', sql`d.location_id`)),
  columns: () => ({
    id: uuid(sql`t.id`),
    device_id: uuid(sql`d.id`),
    device_type: word(sql`d.type`),
    device_number: int(sql`d.number`),
    device_alias: text(sql`d.alias`),
    location_id: uuid(sql`l.id`),
    location_code: word(sql`l.code`),
    location_label: text(sql`l.label`),
    ...lockCounts,
  }),
  filters: () => ({ q: search(sql`l.label`, sql`l.code`, sql`d.alias`) }),
  sorts: () => ({
    location_label: { by: collated(sql`concat(l.label, ' ', lpad(d.number::text, 6, '0'))`), cast: 'text' },
  }),
})
