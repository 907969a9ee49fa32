import { uuidv7 } from 'uuidv7'
import type { Clock } from '../../src/platform/clock.ts'
import type { Db } from '../../src/platform/context.ts'
import { createPlaceFactories } from './place-factories.ts'

let count = 0
const serial = (): number => ++count
const hex = (digits: number): string => (serial() + 0x10000).toString(16).toUpperCase().padStart(digits, 'A')

export type Organization = { id: string; owner: string; operator: string; distributor: string; reseller: string }

/** Small things for tests, written as the verbs would write them. */
export function createFactories(db: Db, clock: Clock) {
  const now = () => clock.now().toISOString()

  async function organization(): Promise<Organization> {
    const id = uuidv7()
    await db
      .insertInto('organizations')
      .values({ id, name: `Organization ${serial()}`, created_at: now() })
      .execute()
    const parts = ['owner', 'operator', 'distributor', 'reseller'] as const
    const groups = Object.fromEntries(
      await Promise.all(
        parts.map(async (part) => [
          part,
          await group({ organization_id: id, organization_part: part, type: 'system' }),
        ]),
      ),
    )
    await members('organization', id, Object.values(groups))
    return { id, ...groups } as Organization
  }

  async function group(
    values: {
      name?: string
      type?: string
      covers_everything?: boolean
      organization_id?: string
      organization_part?: string
    } = {},
  ): Promise<string> {
    const id = uuidv7()
    const row = {
      type: 'private',
      covers_everything: false,
      organization_id: null,
      organization_part: null,
      created_by: null,
      ...values,
    }
    await db
      .insertInto('resource_groups')
      .values({ id, name: `Group ${serial()}`, description: 'A group of a test', created_at: now(), ...row })
      .execute()
    return id
  }

  async function members(resource_type: string, resource_id: string, groupIds: string[]): Promise<void> {
    if (groupIds.length > 0)
      await db
        .insertInto('resource_group_members')
        .values(groupIds.map((group_id) => ({ resource_type, resource_id, group_id })))
        .execute()
  }

  async function consoleUser(organization_id: string | null): Promise<string> {
    const id = uuidv7()
    await db
      .insertInto('console_users')
      .values({
        id,
        email: `person${serial()}@people.test`,
        name: `Person ${count}`,
        organization_id,
        created_at: now(),
      })
      .execute()
    if (organization_id) {
      const owner = await db
        .selectFrom('resource_groups')
        .select('id')
        .where('organization_id', '=', organization_id)
        .where('organization_part', '=', 'owner')
        .executeTakeFirst()
      if (owner) await members('console_user', id, [owner.id])
    }
    return id
  }

  async function role(
    rights: readonly (readonly [string, string])[],
    category: string | null = 'END_CLIENT',
  ): Promise<string> {
    const id = uuidv7()
    await db
      .insertInto('roles')
      .values({ id, name: `Role ${serial()}`, category, description: 'A role of a test' })
      .execute()
    if (rights.length > 0)
      await db
        .insertInto('role_actions')
        .values(rights.map(([resource_type, action]) => ({ role_id: id, resource_type, action })))
        .execute()
    return id
  }

  async function grant(
    person_id: string,
    group_id: string,
    rights: readonly (readonly [string, string])[],
  ): Promise<string> {
    const role_id = await role(rights)
    await db.insertInto('role_grants').values({ person_id, group_id, role_id }).execute()
    return role_id
  }

  async function location(owner: Organization | null, values: Record<string, unknown> = {}): Promise<string> {
    const id = uuidv7()
    const code = String(100_000 + serial())
    const row = {
      id,
      code,
      label: `Location ${code}`,
      address: `Street ${code}`,
      country: 'EE',
      type: 'bike_docks',
      generation: 'G3',
      status: 'launched',
      latitude: 59.4,
      longitude: 24.7,
      time_zone: 'Europe/Tallinn',
      icon_type: 'bike',
      owner_id: owner?.id ?? null,
      operator_id: null,
      distributor_id: null,
      reseller_id: null,
      use_case: null,
      launched_at: now(),
      created_at: now(),
      updated_at: now(),
      ...values,
    }
    await db.insertInto('locations').values(row).execute()
    if (owner) await members('location', id, [owner.owner])
    return id
  }

  /** A controller with its secret's hash; it is hardware itself. */
  async function controller(secret_hash = 'none', last_heartbeat_at: string | null = null): Promise<string> {
    const hardware_id = hex(24)
    await db
      .insertInto('controllers')
      .values({ hardware_id, mesh_id: hex(8).slice(-8), secret_hash, online_at: null, created_at: now() })
      .execute()
    await db
      .insertInto('hardware')
      .values({ hardware_id, controller_id: hardware_id, type: 'controller', created_at: now() })
      .execute()
    if (last_heartbeat_at) await db.insertInto('hardware_state').values({ hardware_id, last_heartbeat_at }).execute()
    return hardware_id
  }

  async function hardware(controller_id: string, state: Record<string, unknown> = {}): Promise<string> {
    const hardware_id = hex(24)
    await db.insertInto('hardware').values({ hardware_id, controller_id, type: 'dock', created_at: now() }).execute()
    await db
      .insertInto('hardware_state')
      .values({ hardware_id, last_heartbeat_at: null, ...state })
      .execute()
    return hardware_id
  }

  async function device(location_id: string, values: Record<string, unknown> = {}): Promise<string> {
    const id = uuidv7()
    const number = serial()
    await db
      .insertInto('devices')
      .values({
        id,
        location_id,
        number,
        type: 'dock',
        place: number,
        hardware_id: null,
        qr_code: null,
        created_at: now(),
        ...values,
      })
      .execute()
    return id
  }

  async function session(
    location_id: string,
    device_id: string,
    values: Record<string, unknown> = {},
  ): Promise<string> {
    const id = uuidv7()
    const row = {
      user_id: null,
      access_key_id: null,
      status: 'active',
      how_ended: null,
      ended_at: null,
      currency: null,
      rating: null,
      comment: null,
      ...values,
    }
    await db
      .insertInto('parking_sessions')
      .values({ id, location_id, device_id, device_type: 'dock', started_at: now(), updated_at: now(), ...row })
      .execute()
    return id
  }

  async function command(values: { device_id: string; location_id: string; hardware_id: string }): Promise<string> {
    const id = uuidv7()
    const ended = {
      status: 'success',
      step: 'received',
      created_at: now(),
      deadline_at: now(),
      ended_at: now(),
      sent_at: now(),
      received_at: now(),
    }
    const asked = {
      name: 'identify',
      reason: 'testing',
      comment: 'which one is it',
      actor_kind: 'person',
      requested_by: null,
      failure: null,
      result: null,
    }
    await db
      .insertInto('commands')
      .values({ id, ...values, ...asked, ...ended })
      .execute()
    return id
  }

  async function point(owner: Organization | null, values: Record<string, unknown> = {}): Promise<string> {
    const id = uuidv7()
    const row = {
      label: `Point ${serial()}`,
      type: 'utility-pump',
      icon_type: 'pump',
      access_level: 'internal',
      latitude: 59.43,
      longitude: 24.75,
      location_id: null,
      ...values,
    }
    await db
      .insertInto('points_of_interest')
      .values({ id, organization_id: owner?.id ?? null, ...row, created_at: now(), updated_at: now() })
      .execute()
    if (owner) await members('point_of_interest', id, [owner.owner])
    return id
  }

  /** Region configs belong to everything alone; a test may put one into an organization's group to see it with fewer rights. */
  async function region(seenBy: Organization | null = null, values: Record<string, unknown> = {}): Promise<string> {
    const id = uuidv7()
    const tag = `ee_${[...String(serial())].map((digit) => String.fromCodePoint(97 + Number(digit))).join('')}`
    await db
      .insertInto('region_configs')
      .values({ id, tag, name: `Region ${tag}`, status: 'enabled', created_at: now(), updated_at: now(), ...values })
      .execute()
    if (seenBy) await members('console', id, [seenBy.owner])
    return id
  }

  /** Its row alone: a picture comes from a camera. */
  async function securityPhoto(location_id: string, values: Record<string, unknown> = {}): Promise<string> {
    const id = uuidv7()
    const row = {
      device_id: null,
      hardware_id: hex(24),
      command_id: uuidv7(),
      user_id: null,
      reason: 'motion',
      comment: null,
    }
    const size = { bytes: 40_000, width: 640, height: 480, deleting_since: null }
    await db
      .insertInto('security_photos')
      .values({ id, location_id, ...row, ...size, taken_at: now(), created_at: now(), ...values })
      .execute()
    return id
  }

  return {
    securityPhoto,
    ...createPlaceFactories(db, clock, serial),
    point,
    region,
    organization,
    command,
    group,
    members,
    consoleUser,
    role,
    grant,
    location,
    controller,
    hardware,
    device,
    session,
  }
}
