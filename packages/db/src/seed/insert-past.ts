import type pg from 'pg'
import { ensureEventPartitions } from '../event-partitions.ts'
import { insertPayments } from './insert-payments.ts'
import { insertRows } from './insert-rows.ts'
import type { Place } from './locations.ts'
import type { Organizations } from './people/organizations.ts'
import type { Account } from './people/people.ts'
import { makePayments } from './payments.ts'
import { makePriceLists } from './price-lists.ts'
import { makeRidePayments } from './rentals/ride-payments.ts'
import { makeRidePrices } from './rentals/ride-prices.ts'
import { sealedRows } from './sealed-rows.ts'
import { sessionRows } from './sessions.ts'
import type { Session } from './sessions.ts'
import { dayMs, iso } from './times.ts'
import type { Past } from './past.ts'

export async function insertRights(client: pg.PoolClient, { organizations, staff, roles }: Past): Promise<void> {
  await insertRows(client, 'roles', roles.rows)
  await insertRows(client, 'role_actions', roles.actions)
  await insertRows(client, 'organizations', organizations.rows)
  await insertRows(client, 'resource_groups', organizations.groups)
  await insertRows(client, 'console_users', staff.rows)
  await insertRows(client, 'role_grants', staff.grants(roles.idOf))
}

export async function insertOwnRoles(client: pg.PoolClient, { ownRoles }: Past): Promise<void> {
  await insertRows(client, 'roles', ownRoles.roles)
  await insertRows(client, 'role_actions', ownRoles.actions)
  await insertRows(client, 'role_grants', ownRoles.grants)
}

/** The table belongs to the identity provider; only here, before it runs, does other code write to it. */
export async function insertAccounts(
  client: pg.PoolClient,
  accounts: readonly Account[],
  passwords: readonly (string | null)[],
): Promise<void> {
  const rows = accounts.map(({ has_password: _, ...account }, index) => ({
    ...account,
    password_hash: passwords[index],
    updated_at: account.created_at,
  }))
  await client.query(
    `insert into accounts (id, email, name, organization_id, password_hash, disabled_at, created_at, updated_at)
     select id, email, name, organization_id, password_hash, disabled_at, created_at, updated_at from json_populate_recordset(null::accounts, $1::json)`,
    [JSON.stringify(rows)],
  )
}

export async function insertField(
  client: pg.PoolClient,
  { organizations, staff, places, devices, stock, riders, details, states, sessions }: Past,
  installationKey: string,
): Promise<void> {
  await insertRows(client, 'locations', places.rows)
  const support = staff.named('support@demo.test').id
  const messages = places.messages.map((message) => ({ ...message, created_by: support }))
  await insertRows(client, 'maintenance_messages', messages)
  await insertRows(client, 'controllers', [...devices.controllers, ...stock.controllers])
  await insertRows(client, 'hardware', devices.hardware)
  await insertRows(client, 'hardware', stock.hardware)
  await insertRows(client, 'hardware_state', [...states, ...stock.states])
  await insertRows(client, 'devices', devices.rows)
  await insertRows(client, 'users', details.users)
  await insertRows(client, 'access_keys', sealedRows(installationKey, riders.keys))
  await insertRows(client, 'push_tokens', details.tokens)
  await insertRows(client, 'user_messages', details.messages)
  const ofOrganizations = organizations.rows.flatMap(({ id }) =>
    organizations.groups
      .filter((group) => group.organization_id === id)
      .map((group) => ({ resource_type: 'organization', resource_id: id, group_id: group.id })),
  )
  await insertRows(client, 'resource_group_members', [
    ...places.members,
    ...ofOrganizations,
    ...staff.members,
    ...riderMembers(sessions, organizations),
  ])
}

/** Data other than locations: points, regions, fees and external devices. */
export async function insertFixtures(client: pg.PoolClient, { points, regions, fees, external }: Past): Promise<void> {
  await insertRows(client, 'points_of_interest', points.rows)
  await insertRows(client, 'resource_group_members', points.members)
  await insertRows(client, 'region_configs', regions)
  await insertRows(client, 'service_fees', fees)
  await insertRows(client, 'external_devices', external.devices)
  await insertRows(client, 'sim_messages', external.messages)
}

/** Releases, templates and where hardware was built in: after the hardware and the people that they name. */
export async function insertHardwareExtras(client: pg.PoolClient, { hardwareExtras }: Past): Promise<void> {
  await insertRows(client, 'firmware_releases', hardwareExtras.releases)
  await insertRows(client, 'config_templates', hardwareExtras.templates)
  await insertRows(client, 'config_template_versions', hardwareExtras.versions)
  await insertRows(client, 'hardware_assignments', hardwareExtras.assignments)
}

/** A rider joins the operator and distributor groups of a location with the first session there. */
function riderMembers(sessions: readonly Session[], organizations: Organizations) {
  const groupsOf = new Map<Place, string[]>()
  const members = new Map<string, { resource_type: string; resource_id: string; group_id: string }>()
  for (const { rider, device } of sessions) {
    const { place } = device
    const parts = { ...place.city.organizations, ...place.site.organizations }
    const groups = groupsOf.get(place) ?? [
      organizations.groupOf(parts.operator, 'operator'),
      organizations.groupOf(parts.distributor, 'distributor'),
    ]
    groupsOf.set(place, groups)
    for (const group_id of groups)
      members.set(`${rider.id} ${group_id}`, { resource_type: 'user', resource_id: rider.id, group_id })
  }
  return [...members.values()]
}

export async function insertMaintenanceLog(client: pg.PoolClient, { maintenance, workPlans }: Past): Promise<void> {
  await insertRows(client, 'work_plans', workPlans.plans)
  await insertRows(client, 'work_plan_locations', workPlans.locations)
  await insertRows(client, 'maintenance_log_entries', maintenance.entries)
  await insertRows(client, 'maintenance_log_targets', maintenance.targets)
  await insertRows(client, 'maintenance_log_comments', maintenance.comments)
  // The next entry gets the number after the last of these.
  await client.query(
    `select setval(pg_get_serial_sequence('maintenance_log_entries', 'number'), (select max(number) from maintenance_log_entries))`,
  )
}

/** After the sessions and the people that they name; the payments of the fees are among the others. */
export async function insertOverstays(client: pg.PoolClient, { overstays }: Past): Promise<void> {
  await insertRows(client, 'overstay_rules', overstays.rules)
  await insertRows(client, 'maintenance_log_entries', overstays.orders)
  await insertRows(client, 'maintenance_log_targets', overstays.targets)
  await insertRows(client, 'overstays', overstays.overstays)
  await insertRows(client, 'overstay_records', overstays.records)
}

/** Prices, and a payment for each session with a fee. */
export async function insertMoney(
  client: pg.PoolClient,
  { places, sessions, staff, rentals, overstays }: Past,
  now: number,
): Promise<void> {
  const support = staff.named('support@demo.test')
  const prices = makePriceLists(now, places.places, sessions)
  const ofRides = makeRidePrices(rentals.vehicles, rentals.pasts)
  await insertRows(client, 'price_lists', [...prices.lists, ...ofRides.lists])
  await insertRows(client, 'price_list_versions', [...prices.versions, ...ofRides.versions])
  await insertRows(client, 'kept_prices', prices.kept)
  await insertRows(client, 'kept_prices', ofRides.kept)
  const money = makePayments(now, sessionRows(sessions), support)
  await insertRows(client, 'payment_methods', money.methods)
  await insertRows(client, 'payment_differences', money.differences)
  const known = new Set(money.methods.map(({ user_id }) => user_id))
  const rides = makeRidePayments(now, rentals.sessions, support)
  await insertRows(
    client,
    'payment_methods',
    rides.methods.filter(({ user_id }) => !known.has(user_id)),
  )
  await insertPayments(client, [money, rides, overstays.fees])
}

/** Subscribers pay with the card that they have, else with a new one, and are found by those who help them. */
export async function insertSubscriptions(client: pg.PoolClient, { subscriptions }: Past): Promise<void> {
  const { rows, members, targets, subscribers, payments } = subscriptions
  await insertRows(client, 'subscriptions', rows)
  await insertRows(client, 'resource_group_members', members)
  await insertRows(client, 'subscription_targets', targets)
  await insertRows(client, 'subscribers', subscribers)
  await insertPayments(client, [payments])
  await client.query(`insert into payment_methods (id, user_id, provider, reference, brand, last_digits, created_at)
    select s.id, s.user_id, 'simulated', 'card_4242', 'Visa', '4242', s.joined_at from subscribers s on conflict do nothing`)
  await client.query(`insert into resource_group_members (resource_type, resource_id, group_id)
    select distinct 'user', s.user_id, g.id from subscribers s join subscription_targets t using (subscription_id)
      join locations l on l.id = t.location_id join resource_groups g on (g.organization_id, g.organization_part)
        in ((l.operator_id, 'operator'), (l.distributor_id, 'distributor')) on conflict do nothing`)
}

export async function insertDashboards(client: pg.PoolClient, { dashboards }: Past): Promise<void> {
  await insertRows(client, 'dashboards', dashboards.rows)
  await insertRows(client, 'dashboard_locations', dashboards.locations)
  await insertRows(client, 'dashboard_organizations', dashboards.organizations)
  await insertRows(client, 'resource_group_members', dashboards.members)
}

export async function insertReminders(client: pg.PoolClient, { reminders }: Past): Promise<void> {
  await insertRows(client, 'reminder_groups', reminders.groups)
  await insertRows(client, 'resource_group_members', reminders.members)
  await insertRows(client, 'reminder_configs', reminders.configs)
  await insertRows(client, 'reminder_config_locations', reminders.locations)
  await insertRows(client, 'reminder_notices', reminders.notices)
}

export async function insertPublicAreas(client: pg.PoolClient, { areas }: Past): Promise<void> {
  await insertRows(client, 'public_areas', areas.areas)
  await insertRows(client, 'public_area_locations', areas.locations)
  await insertRows(client, 'resource_group_members', areas.members)
}

export async function insertHistory(
  client: pg.PoolClient,
  { sessions, commands, alarms, events }: Past,
  now: number,
): Promise<void> {
  await insertRows(client, 'parking_sessions', sessionRows(sessions))
  await insertRows(client, 'commands', commands)
  await insertRows(client, 'alarms', alarms)
  const oldest = events.reduce((least, { at }) => (at < least ? at : least), iso(now))
  await ensureEventPartitions(client, new Date(oldest), new Date(now + 62 * dayMs))
  await insertRows(
    client,
    'events',
    events.toSorted((a, b) => a.at.localeCompare(b.at)),
  )
}
