import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { sendCommand } from '@wheelhouse/contract/commands/commands.ts'
import { arrive } from '../apps/fleet/src/devices/lock.ts'
import type { Fleet } from '../apps/fleet/src/fleet.ts'
import { makeAllowlist, makeEntity } from '../apps/server/src/features/allowlists/samples.ts'
import { eventually } from '../apps/server/test/gateway/gateway-fixtures.ts'
import type { GatewayGround } from '../apps/server/test/gateway/gateway-fixtures.ts'
import type { Organization } from '../apps/server/test/support/factories.ts'
import type { Caller } from '../apps/server/test/support/test-app.ts'
import type { Stand } from './stands.ts'

interface LockPlace {
  w: GatewayGround
  fleet: Fleet
  technician: Caller
}

/** What tests do with the locks of stands. The place is asked for at each call, because it is made after the plans. */
export function lockActs(place: () => LockPlace) {
  const homeOf = ({ hardware_id }: Stand) => {
    const home = place().fleet.homes.get(hardware_id)
    if (!home) throw new Error(`No hardware ${hardware_id}`)
    return home
  }

  async function stateOf({ hardware_id }: Stand): Promise<string | undefined> {
    const { rows } = await place().w.pool.query<{ dock_state: string }>(
      'select dock_state from hardware_state where hardware_id = $1',
      [hardware_id],
    )
    return rows[0]?.dock_state
  }

  /** Sets it at the lock, and lets the server read it over the wire. */
  async function setParameter(at: Stand, params: Record<string, string | boolean>): Promise<void> {
    const { w, technician } = place()
    Object.assign(homeOf(at).one.params, params)
    const reply = await technician.call(sendCommand, {
      params: { device_id: at.device_id },
      body: { name: 'get_paramsys_info', reason: 'testing', comment: 'Reads the reader', args: {} },
    })
    expect(reply.status).toBe(200)
    await eventually(async () => {
      const { rows } = await w.pool.query('select 1 from hardware_configs where hardware_id = $1', [at.hardware_id])
      expect(rows).toHaveLength(1)
    })
  }

  async function parkAs(at: Stand, key: string): Promise<void> {
    const { mesh, one } = homeOf(at)
    expect(await arrive(mesh, one, key)).toBe(true)
    await eventually(async () => expect(await stateOf(at)).toBe('locked'))
  }

  return { homeOf, stateOf, setParameter, parkAs }
}

interface ListPlace {
  w: GatewayGround
  ours: Organization
}

/** What tests do with allowlists over stands, one at most over each. */
export function listActs(place: () => ListPlace) {
  /** The allowlist of each device. */
  const lists = new Map<string, string>()

  async function syncOf({ hardware_id }: Stand) {
    const { rows } = await place().w.pool.query<{ state: string; version: number; confirmed_version: number }>(
      'select state, version, confirmed_version from allowlist_hardware where hardware_id = $1',
      [hardware_id],
    )
    return rows[0]
  }
  const isInSync = (at: Stand, version: number): Promise<void> =>
    eventually(async () => expect(await syncOf(at)).toMatchObject({ state: 'in_sync', confirmed_version: version }))

  /** An active allowlist over the stand, with these riders on it, stored by the lock. */
  async function restrict(at: Stand, users: string[], entry = {}, list = {}): Promise<void> {
    const { w, ours } = place()
    const id = await makeAllowlist(w, ours.id, [ours.owner], { status: 'active', ...list })
    lists.set(at.device_id, id)
    for (const user_id of users) await makeEntity(w, id, { user_id, ...entry })
    await w.pool.query(
      'insert into allowlist_targets (id, allowlist_id, location_id, device_id, created_at) values ($1, $2, null, $3, now())',
      [randomUUID(), id, at.device_id],
    )
    await notice(at)
    await isInSync(at, 1)
  }

  async function putOnList(at: Stand, user_id: string): Promise<void> {
    const { w } = place()
    w.clock.advance(1_000)
    await makeEntity(w, lists.get(at.device_id) ?? '', { user_id })
    await notice(at)
  }
  const notice = ({ hardware_id }: Stand) =>
    place().w.pool.query('insert into allowlist_changes (hardware_id) values ($1)', [hardware_id])

  return { syncOf, isInSync, restrict, putOnList }
}
