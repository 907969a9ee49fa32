import type pg from 'pg'
import { ensureEventPartitions } from '../event-partitions.ts'
import { hashPassword } from '../passwords.ts'
import { chanceOf } from './chance.ts'
import { makeCommands } from './commands.ts'
import { makeDevices } from './hardware/devices.ts'
import { makeExternalDevices } from './hardware/external-devices.ts'
import { fleetPlan, writeFleetFiles } from './hardware/fleet-files.ts'
import { insertHeartbeatHistory } from './heartbeats.ts'
import { lockStates, makeReadings, stateRows } from './hardware/hardware-states.ts'
import { makeAlarms, openHistory, locationEvents, sessionEvents } from './history.ts'
import { insertRows } from './insert-rows.ts'
import { makePlaces } from './locations.ts'
import type { Place } from './locations.ts'
import { makeOrganizations } from './people/organizations.ts'
import type { Organizations } from './people/organizations.ts'
import { oslo } from './sites/oslo.ts'
import { makerOfGroups, makeStaff, peopleIds } from './people/people.ts'
import type { Account } from './people/people.ts'
import { makePoints } from './points-of-interest.ts'
import { makeRegions } from './regions.ts'
import { makeRiders } from './people/riders.ts'
import { defaultRoles } from './roles.ts'
import type { RoleName } from './roles.ts'
import { sanFrancisco } from './sites/san-francisco.ts'
import { makeServiceFees } from './service-fees.ts'
import { makeSessions, sessionRows } from './sessions.ts'
import type { Session } from './sessions.ts'
import { makeStays } from './stays.ts'
import { makeStock } from './hardware/stock.ts'
import { tallinn } from './sites/tallinn.ts'
import { dayMs, daysBefore, iso } from './times.ts'

const cities = [tallinn, oslo, sanFrancisco]
export const demonstrationPassword = 'demo'

export interface Demonstration {
  pool: pg.Pool
  /** State folder: `fleet.json` and `fleet-secrets.json` are written there. */
  dataDir: string
  now?: Date
}

/**
 * Fills a migrated, empty database with the past of the demonstration; the fleet provides the present. One transaction,
 * with the same rows for the same `now`, except for password hashes and the secrets of the controllers.
 */
export async function seedDemonstration({ pool, dataDir, now: date = new Date() }: Demonstration): Promise<void> {
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
    await insertField(client, past)
    await insertFixtures(client, past)
    await insertHistory(client, past, now)
    await insertHeartbeatHistory(client, now)
    await client.query(`insert into installation (key, value) values ('demonstration', 'true')`)
    // Before the commit, because a demonstration whose fleet has no files would not move.
    writeFleetFiles(dataDir, past.fleet, { ...past.devices.secrets, ...past.stock.secrets })
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
  const organizations = makeOrganizations(now, ids.get(makerOfGroups) as string)
  const staff = makeStaff(now, ids, organizations)
  const places = makePlaces(now, cities, organizations)
  const devices = makeDevices(now, places.places)
  const stock = makeStock(now)
  const riders = makeRiders(now, cities)
  const sessions = makeSessions(makeStays(now, devices.installed), riders.riders)
  const locks = lockStates(now, devices.installed, sessions)
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
  const alarms = makeAlarms(history.recordEvent, history.chance, now, devices.installed)
  const commands = makeCommands(history.recordEvent, history.chance, {
    now,
    installed: devices.installed,
    sessions,
    staff,
  })
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
    events: history.rows,
    alarms,
    commands,
    fleet: fleetPlan(devices, locks, readings, riders, stock),
  }
}

type Past = ReturnType<typeof makePast>

function makeRoles(now: number) {
  const chance = chanceOf('roles')
  const rows = defaultRoles.map(({ name, category, description }) => ({
    id: chance.id(daysBefore(now, 731)),
    name,
    category,
    description,
  }))
  const idOf = (name: RoleName) => rows.find((row) => row.name === name)?.id as string
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
  { organizations, staff, places, devices, stock, riders, states, sessions }: Past,
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
  await insertRows(client, 'users', riders.rows)
  await insertRows(client, 'access_keys', riders.keys)
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
