import type pg from 'pg'
import { certain } from '@wheelhouse/contract/certain.ts'
import { ensureEventPartitions } from '../event-partitions.ts'
import { hashPassword } from '../passwords.ts'
import { insertAllowlists, makeAllowlists } from './allowlists.ts'
import { chanceOf } from './chance.ts'
import { makeCommands } from './commands.ts'
import { makeDashboards } from './dashboards.ts'
import { makeDevices } from './hardware/devices.ts'
import { makeExternalDevices } from './hardware/external-devices.ts'
import { makeFirmwareAndTemplates } from './hardware/firmware-and-templates.ts'
import { fleetPlan, writeFleetFiles } from './hardware/fleet-files.ts'
import { insertHeartbeatHistory } from './heartbeats.ts'
import { lockStates, makeReadings, stateRows } from './hardware/hardware-states.ts'
import { makeAlarms, openHistory, locationEvents, sessionEvents } from './history.ts'
import { insertPayments } from './insert-payments.ts'
import { insertRows } from './insert-rows.ts'
import { makePlaces } from './locations.ts'
import type { Place } from './locations.ts'
import { makeOrganizations } from './people/organizations.ts'
import type { Organizations } from './people/organizations.ts'
import { baltimore } from './sites/baltimore.ts'
import { oslo } from './sites/oslo.ts'
import { makeOwnRoles } from './people/own-roles.ts'
import { insertFeedback, makeFeedback } from './people/feedback.ts'
import { makerOfGroups, makeStaff, peopleIds } from './people/people.ts'
import type { Account } from './people/people.ts'
import { makeMaintenanceLog } from './maintenance-log.ts'
import { makeOutages } from './outages.ts'
import { makeOverstays, withRemovals } from './overstays/overstays.ts'
import { makePayments } from './payments.ts'
import { makePoints } from './points-of-interest.ts'
import { makePriceLists } from './price-lists.ts'
import { makeReminders } from './reminders.ts'
import { makeWorkPlans } from './work-plans.ts'
import { makeReports } from './reports.ts'
import { makeRidePayments } from './rentals/ride-payments.ts'
import { makeRidePrices } from './rentals/ride-prices.ts'
import { insertRentals, makeRentals, rentalPlan } from './rentals/rentals.ts'
import { makeRegions } from './regions.ts'
import { makeRiderDetails } from './people/rider-details.ts'
import { makeRiders } from './people/riders.ts'
import { defaultRoles } from './roles.ts'
import type { RoleName } from './roles.ts'
import { makePublicAreas } from './sites/public-areas.ts'
import { sealedRows } from './sealed-rows.ts'
import { makeSavedViews } from './saved-views.ts'
import { makeServiceFees } from './service-fees.ts'
import { makeRegulars, makeSessions, sessionRows } from './sessions.ts'
import type { Session } from './sessions.ts'
import { makeStays } from './stays.ts'
import { makeSubscriptions } from './subscriptions.ts'
import { makeStock } from './hardware/stock.ts'
import { tallinn } from './sites/tallinn.ts'
import { dayMs, daysBefore, iso } from './times.ts'

const cities = [tallinn, oslo, baltimore]
export const demonstrationPassword = 'demo'

export interface Demonstration {
  pool: pg.Pool
  /** State folder: `fleet.json` and `fleet-secrets.json` are written there. */
  dataDir: string
  /** PINs, cards and keys of apps are sealed with it. */
  installationKey: string
  now?: Date
}

/**
 * Fills a migrated, empty database with the past of the demonstration; the fleet provides the present. One transaction,
 * with the same rows for the same `now`, except for password hashes, sealed keys and the secrets of the controllers.
 */
export async function seedDemonstration(demonstration: Demonstration): Promise<void> {
  const { pool, dataDir, installationKey, now: date = new Date() } = demonstration
  const now = date.getTime()
  const past = makePast(now)
  const passwords = await Promise.all(
    past.staff.accounts.map(async (account) => (account.has_password ? hashPassword(demonstrationPassword) : null)),
  )
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await insertRights(client, past)
    await insertAccounts(client, past.staff.accounts, passwords)
    await insertField(client, past, installationKey)
    await insertFixtures(client, past)
    await insertOwnRoles(client, past)
    await insertHistory(client, past, now)
    await insertHardwareExtras(client, past)
    await insertRentals(client, past.rentals, now)
    await insertAllowlists(client, past.allowlists, installationKey)
    await insertHeartbeatHistory(client, now)
    await insertRows(client, 'outages', past.outages)
    await insertMaintenanceLog(client, past)
    await insertMoney(client, past, now)
    await insertSubscriptions(client, past)
    await insertOverstays(client, past)
    await insertReminders(client, past)
    await insertDashboards(client, past)
    await insertPublicAreas(client, past)
    await insertFeedback(client, past.feedback)
    await insertRows(client, 'saved_views', past.savedViews)
    await insertRows(client, 'reports', past.reports.rows)
    await insertRows(client, 'resource_group_members', past.reports.members)
    await client.query(`insert into installation (key, value) values ('demonstration', 'true')`)
    // Before the commit, because a demonstration whose fleet has no files would not move.
    writeFleetFiles(dataDir, past.fleet, {
      ...past.devices.secrets,
      ...past.stock.secrets,
      ...past.rentals.vehicles.secrets,
    })
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
  // Without fresh statistics the first minutes would use plans for empty tables.
  await pool.query('analyze')
}

function makePast(now: number) {
  const ids = peopleIds(now)
  const organizations = makeOrganizations(now, certain(ids.get(makerOfGroups)))
  const staff = makeStaff(now, ids, organizations)
  const places = makePlaces(now, cities, organizations)
  const devices = makeDevices(now, places.places)
  const stock = makeStock(now)
  const riders = makeRiders(now, cities)
  const parking = makeParking(now, devices.installed, places.places, riders.riders)
  const { sessions, locks } = parking
  const readings = makeReadings(devices.meshes)
  const states = stateRows(now, devices.meshes, locks, readings)
  const history = openHistory()
  locationEvents(history.recordEvent, now, places.places, staff)
  sessionEvents(history.recordEvent, now, sessions)
  const fixtures = {
    points: makePoints(history.recordEvent, now, places.places, organizations, staff),
    regions: makeRegions(history.recordEvent, now, staff),
    external: makeExternalDevices(history.recordEvent, now, places.places, staff),
    fees: makeServiceFees(history.recordEvent, now, places.places, organizations, staff),
  }
  const field = { now, installed: devices.installed, places: places.places, sessions, organizations, staff, riders }
  const later = makeLaterFeatures(history, field)
  return {
    organizations,
    staff,
    roles: makeRoles(now),
    places,
    devices,
    stock,
    riders,
    sessions,
    states,
    ...fixtures,
    ...later,
    events: history.rows,
    ownRoles: makeOwnRoles(now, organizations, staff),
    fleet: fleetPlan({
      devices,
      readings,
      riders,
      stock,
      rentals: rentalPlan(later.rentals, places.places, riders.riders, now),
      ...parking,
    }),
    overstays: makeOverstays(now, { sessions, staff, regions: fixtures.regions }),
    hardwareExtras: makeFirmwareAndTemplates(now, staff, devices.installed),
  }
}

/** Who parks where, and how that leaves the locks. */
function makeParking(now: number, installed: Field['installed'], places: Place[], riders: Field['riders']['riders']) {
  const regulars = makeRegulars(places, riders)
  const sessions = withRemovals(makeSessions(makeStays(now, installed), riders, regulars))
  return { regulars, sessions, locks: lockStates(now, installed, sessions) }
}

interface Field {
  now: number
  installed: ReturnType<typeof makeDevices>['installed']
  places: Place[]
  sessions: Session[]
  organizations: Organizations
  staff: ReturnType<typeof makeStaff>
  riders: ReturnType<typeof makeRiders>
}

/** In this order: each part draws from the same history, so a new one comes last and changes no event before it. */
function makeLaterFeatures({ recordEvent, chance }: ReturnType<typeof openHistory>, field: Field) {
  const { now, installed, places, sessions, organizations, staff, riders } = field
  const alarms = makeAlarms(recordEvent, chance, now, installed)
  const commands = makeCommands(recordEvent, chance, field)
  const details = makeRiderDetails(recordEvent, now, riders, sessions, staff)
  const maintenance = makeMaintenanceLog(recordEvent, now, installed, staff)
  const dashboards = makeDashboards(recordEvent, now, { places, organizations, staff })
  const reminders = makeReminders(recordEvent, now, { places, organizations, staff, sessions })
  const rentals = makeRentals(recordEvent, now, { places, organizations, riders: riders.riders, staff })
  const allowlists = makeAllowlists(recordEvent, now, field)
  const areas = makePublicAreas(recordEvent, now, { places, organizations, staff })
  const feedback = makeFeedback(recordEvent, now, { sessions, staff })
  const subscriptions = makeSubscriptions(now, field)
  const reports = makeReports(recordEvent, now, { organizations, staff })
  const workPlans = makeWorkPlans(recordEvent, now, { places, organizations, staff })
  const outages = makeOutages(recordEvent, now, installed)
  const savedViews = makeSavedViews(now, { organizations, staff })
  const administration = { dashboards, reports, areas, feedback, subscriptions, workPlans, outages, savedViews }
  return { alarms, commands, details, maintenance, reminders, rentals, allowlists, ...administration }
}

type Past = ReturnType<typeof makePast>

function makeRoles(now: number) {
  const chance = chanceOf('roles')
  const rows = defaultRoles.map(({ name, category, description }) => ({
    id: chance.id(daysBefore(now, 731)),
    name,
    category,
    description,
    created_at: iso(daysBefore(now, 731)),
  }))
  const idOf = (name: RoleName) => certain(rows.find((row) => row.name === name)?.id)
  const actions = defaultRoles.flatMap((role) =>
    Object.entries(role.rights).flatMap(([resource_type, granted]) =>
      granted.map((action) => ({ role_id: idOf(role.name), resource_type, action })),
    ),
  )
  return { rows, actions, idOf }
}

async function insertRights(client: pg.PoolClient, { organizations, staff, roles }: Past): Promise<void> {
  await insertRows(client, 'roles', roles.rows)
  await insertRows(client, 'role_actions', roles.actions)
  await insertRows(client, 'organizations', organizations.rows)
  await insertRows(client, 'resource_groups', organizations.groups)
  await insertRows(client, 'console_users', staff.rows)
  await insertRows(client, 'role_grants', staff.grants(roles.idOf))
}

async function insertOwnRoles(client: pg.PoolClient, { ownRoles }: Past): Promise<void> {
  await insertRows(client, 'roles', ownRoles.roles)
  await insertRows(client, 'role_actions', ownRoles.actions)
  await insertRows(client, 'role_grants', ownRoles.grants)
}

/** The table belongs to the identity provider; only here, before it runs, does other code write to it. */
async function insertAccounts(
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

async function insertField(
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
async function insertFixtures(client: pg.PoolClient, { points, regions, fees, external }: Past): Promise<void> {
  await insertRows(client, 'points_of_interest', points.rows)
  await insertRows(client, 'resource_group_members', points.members)
  await insertRows(client, 'region_configs', regions)
  await insertRows(client, 'service_fees', fees)
  await insertRows(client, 'external_devices', external.devices)
  await insertRows(client, 'sim_messages', external.messages)
}

/** Releases, templates and where hardware was built in: after the hardware and the people that they name. */
async function insertHardwareExtras(client: pg.PoolClient, { hardwareExtras }: Past): Promise<void> {
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

async function insertMaintenanceLog(client: pg.PoolClient, { maintenance, workPlans }: Past): Promise<void> {
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
async function insertOverstays(client: pg.PoolClient, { overstays }: Past): Promise<void> {
  await insertRows(client, 'overstay_rules', overstays.rules)
  await insertRows(client, 'maintenance_log_entries', overstays.orders)
  await insertRows(client, 'maintenance_log_targets', overstays.targets)
  await insertRows(client, 'overstays', overstays.overstays)
  await insertRows(client, 'overstay_records', overstays.records)
}

/** Prices, and a payment for each session with a fee. */
async function insertMoney(
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
async function insertSubscriptions(client: pg.PoolClient, { subscriptions }: Past): Promise<void> {
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

async function insertDashboards(client: pg.PoolClient, { dashboards }: Past): Promise<void> {
  await insertRows(client, 'dashboards', dashboards.rows)
  await insertRows(client, 'dashboard_locations', dashboards.locations)
  await insertRows(client, 'dashboard_organizations', dashboards.organizations)
  await insertRows(client, 'resource_group_members', dashboards.members)
}

async function insertReminders(client: pg.PoolClient, { reminders }: Past): Promise<void> {
  await insertRows(client, 'reminder_groups', reminders.groups)
  await insertRows(client, 'resource_group_members', reminders.members)
  await insertRows(client, 'reminder_configs', reminders.configs)
  await insertRows(client, 'reminder_config_locations', reminders.locations)
  await insertRows(client, 'reminder_notices', reminders.notices)
}

async function insertPublicAreas(client: pg.PoolClient, { areas }: Past): Promise<void> {
  await insertRows(client, 'public_areas', areas.areas)
  await insertRows(client, 'public_area_locations', areas.locations)
  await insertRows(client, 'resource_group_members', areas.members)
}

async function insertHistory(
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
