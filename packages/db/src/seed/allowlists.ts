import type pg from 'pg'
import { rolesOfVisibility } from '@wheelhouse/contract/allowlists/allowlists.ts'
import type { AllowlistStatus, AllowlistSync, AllowlistVisibility } from '@wheelhouse/contract/allowlists/allowlists.ts'
import type { Insertable } from 'kysely'
import type {
  AllowlistEntitiesTable,
  AllowlistHardwareTable,
  AllowlistsTable,
  AllowlistTargetsTable,
  ResourceGroupMembersTable,
} from '../tables.gen.ts'
import { insertRows } from './insert-rows.ts'
import { chanceOf } from './chance.ts'
import type { Chance } from './chance.ts'
import { isStand } from './hardware/devices.ts'
import type { Installed } from './hardware/devices.ts'
import { person } from './history.ts'
import type { RecordEvent } from './history.ts'
import type { OrganizationName, Organizations } from './people/organizations.ts'
import type { Staff } from './people/people.ts'
import type { Session } from './sessions.ts'
import { sealedRows } from './sealed-rows.ts'
import type { Clear } from './sealed-rows.ts'
import { dayMs, daysBefore, hourMs, iso, minuteMs } from './times.ts'

interface Plan {
  name: string
  description: string
  organization: OrganizationName
  maker: string
  visibility: AllowlistVisibility
  sync: AllowlistSync
  status: AllowlistStatus
  days: number
  /** The location, or single docks of it. */
  code: string
  docks: readonly number[] | null
  /** Everybody who parked there since the list is on is on it, with comments such as "Flat 12"; null: no users. */
  riders: string | null
  /** Cards: comment, bytes, days until the expiry (negative: it is over), whether it is a master key. */
  cards: readonly { comment: string; bytes: number; expires?: number; isMaster?: boolean }[]
}

const plans: readonly Plan[] = [
  {
    name: 'Volta garage, residents',
    description: 'Residents of Volta kvartal. The house manager sends changes on the first of each month.',
    organization: 'Tallinn Mobility',
    maker: 'owner@demo.test',
    visibility: 'private',
    sync: 'app_and_keys',
    status: 'active',
    days: 24,
    code: '104413',
    docks: null,
    riders: 'Flat',
    cards: [
      { comment: 'Visitor card 1, with the house manager', bytes: 4 },
      { comment: 'Visitor card 2, with the house manager', bytes: 4 },
    ],
  },
  {
    name: 'Service cards, Volta garage',
    description: 'Master keys of the field crew and the house manager: they open every lock of the garage.',
    organization: 'Tallinn Mobility',
    maker: 'owner@demo.test',
    visibility: 'public',
    sync: 'keys_only',
    status: 'active',
    days: 24,
    code: '104413',
    docks: null,
    riders: null,
    cards: [
      { comment: 'Field crew, van 1', bytes: 7, isMaster: true },
      { comment: 'Field crew, van 2', bytes: 7, isMaster: true },
      { comment: 'House manager', bytes: 7, isMaster: true, expires: 190 },
    ],
  },
  {
    name: 'Loomelinnak tenants',
    description: 'Docks 4 to 6 by the gate are rented to the companies of Telliskivi.',
    organization: 'Tallinn Mobility',
    maker: 'owner@demo.test',
    visibility: 'public',
    sync: 'app_and_keys',
    status: 'active',
    days: 5,
    code: '104275',
    docks: [4, 5, 6],
    riders: 'Room',
    cards: [
      { comment: 'Trainee, summer contract', bytes: 4, expires: -1 },
      { comment: 'Print shop, spare card', bytes: 7, expires: 40 },
      { comment: 'New at the design studio', bytes: 4 },
    ],
  },
  {
    name: 'Faculty of the Harbor Campus',
    description: 'Waits for the list of the faculty office.',
    organization: 'Bay Bike Parking Inc',
    maker: 'dana.whitfield@baybike.test',
    visibility: 'private',
    sync: 'keys_only',
    status: 'not_enabled',
    days: 3,
    code: '301091',
    docks: null,
    riders: null,
    cards: [{ comment: 'Dean of students', bytes: 7 }],
  },
]

export interface Allowlists {
  rows: Insertable<AllowlistsTable>[]
  members: Insertable<ResourceGroupMembersTable>[]
  entities: Entity[]
  targets: Insertable<AllowlistTargetsTable>[]
  hardware: Insertable<AllowlistHardwareTable>[]
}

interface Field {
  installed: readonly Installed[]
  sessions: readonly Session[]
  organizations: Organizations
  staff: Staff
}

export function makeAllowlists(recordEvent: RecordEvent, now: number, field: Field): Allowlists {
  const chance = chanceOf('allowlists')
  const result: Allowlists = { rows: [], members: [], entities: [], targets: [], hardware: [] }
  for (const plan of plans) addList(result, recordEvent, chance, now, plan, field)
  return result
}

function addList(
  result: Allowlists,
  recordEvent: RecordEvent,
  chance: Chance,
  now: number,
  plan: Plan,
  field: Field,
): void {
  const { organizations, staff, installed, sessions } = field
  const at = daysBefore(now, plan.days)
  const { name, description, visibility, sync, status } = plan
  const id = chance.id(at)
  const devices = installed.filter((device) => isTarget(plan, device))
  const row = {
    id,
    organization_id: organizations.idOf(plan.organization),
    name,
    description,
    visibility,
    sync,
    status,
  }
  result.rows.push({ ...row, created_at: iso(at), updated_at: iso(at + hourMs) })
  for (const part of rolesOfVisibility[visibility])
    result.members.push({
      resource_type: 'whitelist',
      resource_id: id,
      group_id: organizations.groupOf(plan.organization, part),
    })
  result.targets.push(...targetsOf(chance, id, plan, devices, at))
  const entities = [
    ...(plan.riders === null ? [] : riderEntities(chance, id, at, plan.riders, ridersOf(sessions, devices, at))),
    ...cardEntities(chance, id, plan, at, now),
  ].map((entity) => ({ ...entity, created_by: staff.named(plan.maker).id }))
  result.entities.push(...entities)
  if (status === 'active') addHardware(result, devices, entities, at, now)
  recordPast(recordEvent, { plan, id, at, actor: person(staff.named(plan.maker)), count: entities.length })
}

interface Made {
  plan: Plan
  id: string
  at: number
  actor: ReturnType<typeof person>
  count: number
}

/** How the list came about, within an hour. */
function recordPast(recordEvent: RecordEvent, { plan, id, at, actor, count }: Made): void {
  const { name, description, visibility, sync, status, docks, riders } = plan
  const record = (minutes: number, verb: 'created' | 'targets_added' | 'entities_added' | 'enabled', after: object) =>
    recordEvent(at + minutes * minuteMs, {
      feature: 'allowlists',
      resource_type: 'whitelist',
      resource_id: id,
      resource_name: name,
      visible_through_id: null,
      actor,
      verb,
      after: { ...after },
    })
  record(0, 'created', { name, description, visibility, sync })
  record(4, 'targets_added', { locations: docks ? 0 : 1, devices: docks?.length ?? 0 })
  record(22, 'entities_added', { kind: riders === null ? 'key' : 'user', count, expires_at: null })
  if (status === 'active') record(60, 'enabled', { status })
}

const isTarget = ({ code, docks }: Plan, { place, type, number }: Installed): boolean =>
  place.site.code === code &&
  (isStand(type) || type === 'door') &&
  (docks === null || (isStand(type) && docks.includes(number)))

function targetsOf(
  chance: Chance,
  allowlist_id: string,
  { code, docks }: Plan,
  devices: readonly Installed[],
  at: number,
): Insertable<AllowlistTargetsTable>[] {
  const [first] = devices
  if (!first) throw new Error(`An allowlist is for ${code}, which has no locks`)
  const target = { allowlist_id, created_at: iso(at + 4 * minuteMs) }
  if (docks === null)
    return [{ ...target, id: chance.id(at + 4 * minuteMs), location_id: first.place.id, device_id: null }]
  return devices.map((device) => ({
    ...target,
    id: chance.id(at + 4 * minuteMs),
    location_id: null,
    device_id: device.id,
  }))
}

/** Who parked there since, and whose bike is in: a list that is on lets in nobody else. */
function ridersOf(sessions: readonly Session[], devices: readonly Installed[], at: number): string[] {
  const places = new Set(devices)
  const since = sessions.filter(({ device, end }) => places.has(device) && (end === null || end > at))
  return [...new Set(since.map(({ rider }) => rider.id))]
}

type Entity = Clear<Insertable<AllowlistEntitiesTable>>

const riderEntities = (
  chance: Chance,
  allowlist_id: string,
  at: number,
  room: string,
  riders: readonly string[],
): Entity[] =>
  riders.map((user_id, index) => {
    const created = at + 22 * minuteMs
    const comment = index % 4 === 0 ? `${room} ${chance.int(1, 64)}` : ''
    return { ...entityOf(chance, allowlist_id, 'user', created), user_id, comment }
  })

/** The last card of a list came an hour ago, so that a lock that refuses has not got it. */
const cardEntities = (chance: Chance, allowlist_id: string, { cards }: Plan, at: number, now: number): Entity[] =>
  cards.map(({ comment, bytes, expires, isMaster = false }, index) => {
    const isNew = index === cards.length - 1 && cards.length > 2 && !isMaster
    const created = isNew ? now - hourMs : at + 30 * minuteMs
    const expires_at = expires === undefined ? null : iso(daysBefore(now + expires * dayMs + hourMs, 0))
    const kind = isMaster ? 'master_key' : 'key'
    return { ...entityOf(chance, allowlist_id, kind, created), key: chance.hex(bytes), comment, expires_at }
  })

const entityOf = (chance: Chance, allowlist_id: string, kind: string, created: number): Entity & { id: string } => ({
  id: chance.id(created),
  allowlist_id,
  kind,
  user_id: null,
  key: null,
  expires_at: null,
  comment: '',
  created_at: iso(created),
  content_at: iso(created),
  created_by: null,
})

/** Every lock holds the list, but for one that refuses: it still has the version of before. */
function addHardware(
  result: Allowlists,
  devices: readonly Installed[],
  entities: readonly Entity[],
  at: number,
  now: number,
): void {
  const newest = entities.reduce((last, { content_at }) => (content_at > last ? content_at : last), iso(at))
  for (const { hardware_id, behaviour } of devices) {
    if (hardware_id === null || result.hardware.some((one) => one.hardware_id === hardware_id)) continue
    const isRefusing = behaviour === 'refusing'
    result.hardware.push({
      hardware_id,
      version: 3,
      // Unlike any real one, so the first change gives the lock a new version.
      content_hash: '',
      content_at: newest,
      keys: entities.length,
      is_restricted: true,
      state: isRefusing ? 'failed' : 'in_sync',
      confirmed_version: isRefusing ? 2 : 3,
      confirmed_content_at: isRefusing ? iso(at + hourMs) : newest,
      confirmed_at: isRefusing ? iso(at + hourMs) : iso(Date.parse(newest) + 8_000),
      command_id: null,
      failure: isRefusing ? 'refused' : null,
      attempts: isRefusing ? 5 : 0,
      next_try_at: iso(now + 20 * minuteMs),
    })
  }
}

export async function insertAllowlists(
  client: pg.PoolClient,
  lists: Allowlists,
  installationKey: string,
): Promise<void> {
  await insertRows(client, 'allowlists', lists.rows)
  await insertRows(client, 'resource_group_members', lists.members)
  await insertRows(client, 'allowlist_entities', sealedRows(installationKey, lists.entities))
  await insertRows(client, 'allowlist_targets', lists.targets)
  await insertRows(client, 'allowlist_hardware', lists.hardware)
}
