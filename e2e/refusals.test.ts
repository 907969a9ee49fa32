import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { commandRule } from '@wheelhouse/contract/commands/command-catalogue.ts'
import { traceFindings, getAccessTrace } from '@wheelhouse/contract/support/access-trace.ts'
import type { TraceFinding } from '@wheelhouse/contract/support/access-trace.ts'
import { deniedScansAtDevice } from '@wheelhouse/contract/support/denied-scans.ts'
import { disableUser } from '@wheelhouse/contract/users/users.ts'
import { become, book, presentKey } from '../apps/fleet/src/devices/lock.ts'
import type { Presented } from '../apps/fleet/src/devices/lock.ts'
import { stopFleet } from '../apps/fleet/src/fleet.ts'
import type { Fleet } from '../apps/fleet/src/fleet.ts'
import { secretHash } from '../apps/server/src/gateway/broker-secrets.ts'
import { sealKey } from '../apps/server/src/platform/seal.ts'
import { makeAccessKey, makeUser } from '../apps/server/src/features/users/samples.ts'
import { eventually, gatewayFixtures } from '../apps/server/test/gateway/gateway-fixtures.ts'
import type { GatewayGround } from '../apps/server/test/gateway/gateway-fixtures.ts'
import type { Organization } from '../apps/server/test/support/factories.ts'
import { stockRights } from '../apps/server/test/support/roles.ts'
import { hexId } from '../apps/server/test/support/serial.ts'
import type { Caller } from '../apps/server/test/support/test-app.ts'
import { listActs, lockActs } from './stand-acts.ts'
import { makeStand, startStands } from './stands.ts'
import type { Stand, StandPlan } from './stands.ts'

/**
 * Each cause for which a lock stays shut, produced by the simulated lock itself over MQTT, and named by the trace: to the
 * person who asks, and in the history of the scan.
 */

interface Refusal extends StandPlan {
  cause: TraceFinding
  /** What makes the lock refuse. */
  arrange: (at: Stand) => Promise<void> | void
  /** Another key than the rider's card. */
  presents?: (at: Stand) => { key: string; key_type: 'rfid' | 'app' }
  outcome?: Presented
  /** The person's own trace cannot know which card was held to the lock. */
  isOnlyInHistory?: true
}

const stray = hexId(8)
const appKey = ({ access_key_id }: Stand): string => `app_${access_key_id}`
const { homeOf, stateOf, setParameter, parkAs } = lockActs(() => ({ w, fleet, technician }))
const { syncOf, isInSync, restrict, putOnList } = listActs(() => ({ w, ours }))

const refusals: Refusal[] = [
  {
    cause: 'account_disabled',
    async arrange(at) {
      await restrict(at, [at.user_id])
      const reply = await support.call(disableUser, {
        params: { user_id: at.user_id },
        body: { reason: 'Asked for it' },
        headers: { 'if-match': '"1"' },
      })
      expect(reply.status).toBe(200)
      await isInSync(at, 2)
    },
  },
  {
    cause: 'key_unknown',
    arrange: (at) => restrict(at, []),
    presents: () => ({ key: stray, key_type: 'rfid' }),
    isOnlyInHistory: true,
  },
  {
    cause: 'format_reversed',
    async arrange(at) {
      await restrict(at, [at.user_id])
      await setParameter(at, { rfid_byte_order: 'lsb' })
    },
  },
  { cause: 'reader_off', arrange: (at) => setParameter(at, { rfid_enabled: false }), outcome: 'unread' },
  { cause: 'list_missing', arrange: (at) => restrict(at, []) },
  { cause: 'list_expired', arrange: (at) => restrict(at, [at.user_id], { expires_at: '2026-05-01T00:00:00.000Z' }) },
  {
    cause: 'list_keys_only',
    async arrange(at) {
      const { key_hash, key_sealed } = sealKey(w.config, appKey(at))
      await w.pool.query(`update access_keys set type = 'app', key_hash = $2, key_sealed = $3 where id = $1`, [
        at.access_key_id,
        key_hash,
        key_sealed,
      ])
      await restrict(at, [at.user_id], {}, { sync: 'keys_only' })
    },
    presents: (at) => ({ key: appKey(at), key_type: 'app' }),
  },
  {
    cause: 'sync_pending',
    async arrange(at) {
      await restrict(at, [])
      Object.assign(homeOf(at).one, { behaviour: 'silent' })
      await putOnList(at, at.user_id)
      await eventually(async () => expect((await syncOf(at))?.version).toBe(2))
    },
  },
  {
    cause: 'sync_failed',
    async arrange(at) {
      await restrict(at, [])
      Object.assign(homeOf(at).one, { behaviour: 'refusing' })
      await putOnList(at, at.user_id)
      await eventually(async () => expect((await syncOf(at))?.state).toBe('failed'))
    },
  },
  { cause: 'capacity_taken', arrange: (at) => parkAs(at, hexId(8)) },
  {
    cause: 'capacity_other_key',
    async arrange(at) {
      const key = hexId(8)
      await makeAccessKey(w, at.user_id, { key })
      await parkAs(at, key)
    },
  },
  { cause: 'device_fault', dock_state: 'fault', arrange: () => undefined },
  {
    cause: 'device_moving',
    async arrange(at) {
      const { mesh, one } = homeOf(at)
      // It stays between two states: a lock that closes by itself could be closed before the next card is held to it.
      become(mesh, one, 'allocated')
      await eventually(async () => expect(await stateOf(at)).toBe('allocated'))
    },
  },
  { cause: 'device_unknown', behaviour: 'offline', arrange: () => undefined, outcome: 'unread' },
  {
    cause: 'contact_lost',
    behaviour: 'offline',
    known: { dock_state: 'unlocked', last_heartbeat_at: '2026-06-15T08:00:00.000Z' },
    arrange: () => undefined,
    outcome: 'unread',
  },
  {
    cause: 'booking_other',
    async arrange(at) {
      const { mesh, one } = homeOf(at)
      const other = hexId(8)
      await makeAccessKey(w, await makeUser(w, [ours.owner]), { key: other })
      await book(mesh, one, other)
      await eventually(async () => expect(await stateOf(at)).toBe('booked'))
    },
  },
  {
    cause: 'alarm_blocks',
    behaviour: 'refusing',
    async arrange(at) {
      const { mesh, one } = homeOf(at)
      expect(await presentKey(mesh, one, { key: at.key, key_type: 'rfid' })).toBe('jammed')
      await eventually(async () => {
        const { rows } = await w.pool.query('select 1 from alarms where hardware_id = $1', [at.hardware_id])
        expect(rows).toHaveLength(1)
      })
    },
    outcome: 'jammed',
  },
]

/** No lock refuses for these: nobody holds a key to anything. The table of the rules has them (trace-rules.test.ts). */
const withoutScan: TraceFinding[] = ['account_deleted', 'key_none', 'device_no_hardware']

let w: GatewayGround
let fleet: Fleet
let ours: Organization
let support: Caller
let technician: Caller
const stands: Stand[] = []
const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-refusals-'))

beforeAll(async () => {
  w = await gatewayFixtures({ COMMANDS_PER_MINUTE: '1000' })
  // The fleet goes by the real time, and ignores a command of another year.
  w.clock.advance(Date.now() - w.clock.now().getTime())
  await w.make.group({ type: 'system', covers_everything: true })
  ours = await w.make.organization()
  const needs = stockRights('First-line support')
  support = await w.person([{ group_id: ours.owner, needs }], ours.id)
  const reading: Needs = { ...commandRule('get_paramsys_info').needs, device: ['GET', 'GETCMDSHISTORY', 'GET_PARAMS'] }
  technician = await w.person([{ group_id: ours.owner, needs: reading }], ours.id)
  const secret = hexId(32)
  const controller_id = await w.make.controller(secretHash(secret))
  for (const refusal of refusals) stands.push(await makeStand(w, ours, controller_id, refusal))
  fleet = await startStands({ w, folder, controller_id, secret, stands, plans: refusals })
})
afterAll(async () => {
  await stopFleet(fleet)
  await w.end()
  rmSync(folder, { recursive: true, force: true })
})

// Each has its own lock and rider, and most of its time passes until lock and server agree.
test.concurrent.each(refusals.map((refusal, nth) => [refusal.cause, nth] as const))(
  'spec 2 (Support): a lock that stays shut for %s is explained by the trace',
  async (cause, nth) => {
    const refusal = refusals[nth] as Refusal
    const at = stands[nth] as Stand
    await refusal.arrange(at)
    const { mesh, one } = homeOf(at)
    const presented = refusal.presents?.(at) ?? { key: at.key, key_type: 'rfid' as const }
    const { outcome = 'refused' } = refusal
    expect(await presentKey(mesh, one, presented)).toBe(outcome)
    if (outcome === 'refused') await isInHistory(at, cause)
    if (refusal.isOnlyInHistory) return
    const { device_id, user_id, access_key_id } = at
    const reply = await support.call(getAccessTrace, { params: { device_id, user_id }, query: { access_key_id } })
    expect(reply.body).toMatchObject({ opens: false, cause })
  },
)

async function isInHistory({ device_id, user_id }: Stand, cause: TraceFinding): Promise<void> {
  await eventually(async () => {
    const reply = await support.call(deniedScansAtDevice.route, { params: { device_id } })
    expect(reply.body.items).toMatchObject([{ cause, user_id: cause === 'key_unknown' ? null : user_id }])
  })
  const { rows } = await w.pool.query<{ after: object }>(
    `select after from events where resource_id = $1 and verb = 'key_scan' and after ->> 'access' = 'refused'`,
    [device_id],
  )
  expect(rows.map(({ after }) => after)).toMatchObject([{ cause }])
}

test('every finding that keeps a lock shut has a row', () => {
  const failing = Object.entries(traceFindings).filter(([, { outcome }]) => outcome === 'fails')
  const rows = [...refusals.map(({ cause }) => cause), ...withoutScan]
  expect(failing.map(([finding]) => finding).toSorted()).toEqual(rows.toSorted())
})

test('a rider whose every condition holds opens the lock', async () => {
  const at = stands[refusals.findIndex(({ cause }) => cause === 'capacity_other_key')] as Stand
  const { mesh, one } = homeOf(at)
  const { device_id, user_id } = at
  const asked = await support.call(getAccessTrace, { params: { device_id, user_id } })
  expect(asked.body).toMatchObject({ opens: true, cause: null })
  expect(await presentKey(mesh, one, { key: one.key ?? '', key_type: 'rfid' })).toBe('opened')
})
