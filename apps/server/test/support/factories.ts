import { uuidv7 } from 'uuidv7'
import type { Clock } from '../../src/platform/clock.ts'
import type { Db } from '../../src/platform/context.ts'
import { hexId, serial } from './serial.ts'

export type Organization = { id: string; owner: string; operator: string; distributor: string; reseller: string }

/** The rows on which every feature builds, written as the verbs would write them. Other things are made by their feature's samples.ts. */
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
        name: `Person ${serial()}`,
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
    const hardware_id = hexId(24)
    await db
      .insertInto('controllers')
      .values({ hardware_id, mesh_id: hexId(8).slice(-8), secret_hash, online_at: null, created_at: now() })
      .execute()
    await db
      .insertInto('hardware')
      .values({ hardware_id, controller_id: hardware_id, type: 'controller', created_at: now() })
      .execute()
    if (last_heartbeat_at) await db.insertInto('hardware_state').values({ hardware_id, last_heartbeat_at }).execute()
    return hardware_id
  }

  async function hardware(controller_id: string, state: Record<string, unknown> = {}): Promise<string> {
    const hardware_id = hexId(24)
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

  return {
    organization,
    group,
    members,
    consoleUser,
    role,
    grant,
    location,
    controller,
    hardware,
    device,
  }
}
