import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAllowlistKeys, listAllowlistEntities } from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import { allowlistLocks, retryAllowlistLocks } from '@wheelhouse/contract/allowlists/allowlist-targets.ts'
import { setAllowlistStatus, updateAllowlist } from '@wheelhouse/contract/allowlists/allowlists.ts'
import { uuidv7 } from 'uuidv7'
import type { Organization } from '../../../test/support/factories.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { openJournal, withJournal } from '../../journal/journal.ts'
import { endOverdueCommands, takeAnswer } from '../commands/command-results.ts'
import { placedHardware } from '../hardware-state/placed-hardware.ts'
import { makeAccessKey } from '../users/samples.ts'
import { accessListArgs } from './lock-content.ts'
import { syncAllowlists, takeKeptVersion } from './lock-sync.ts'
import { makeAllowlist, makeEntities, makeEntity, makeRider } from './samples.ts'

let w: TestApp
let ours: Organization
let manager: Caller
let list: string
let controller: string
let lock: string
let dock: string
let location: string

beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  ours = await w.make.organization()
  manager = await w.person([{ group_id: ours.owner, needs: stockRights('Manager') }], ours.id)
  location = await w.make.location(ours)
  controller = await w.make.controller()
  await w.pool.query('update controllers set is_online = true where hardware_id = $1', [controller])
  lock = await w.make.hardware(controller)
  dock = await w.make.device(location, { hardware_id: lock })
  list = await makeAllowlist(w, ours.id, [ours.owner])
  await w.pool.query(
    'insert into allowlist_targets (id, allowlist_id, location_id, device_id, created_at) values ($1, $2, $3, null, now())',
    [uuidv7(), list, location],
  )
})

const switchTo = async (status: 'active' | 'not_enabled'): Promise<void> => {
  const { rows } = await w.pool.query<{ version: number }>('select version from allowlists where id = $1', [list])
  const reply = await manager.call(setAllowlistStatus, {
    params: { allowlist_id: list },
    body: { status },
    headers: { 'if-match': `"${rows[0]?.version}"` },
  })
  expect(reply.status).toBe(200)
}
const addKey = (entry: string, body = {}) =>
  manager.call(addAllowlistKeys, { params: { allowlist_id: list }, body: { kind: 'key', entries: [entry], ...body } })
const state = async () =>
  (await manager.ask(allowlistLocks.route, { params: { allowlist_id: list } })).items.find(
    ({ id }: { id: string }) => id === lock,
  )
const entityStatuses = async (): Promise<string[]> =>
  (
    await manager.ask(listAllowlistEntities, {
      params: { allowlist_id: list },
      query: { sort: 'created_at', order: 'asc' },
    })
  ).items.map((one: { status: string }) => one.status)

interface Sent {
  id: string
  hardware_id: string
  name: string
  args: Record<string, unknown>
}
/** What the gateway would publish now, with its keys. */
async function sent(hardware = lock): Promise<Sent[]> {
  const { rows } = await w.pool.query<Sent>(
    `select id, hardware_id, name, args from commands where hardware_id = $1 and status = 'in_progress' order by id`,
    [hardware],
  )
  const lists = await accessListArgs(w, w.clock.now(), rows)
  return rows.map((row) => ({ ...row, args: lists.get(row.id) ?? row.args }))
}
async function answer(status: 'success' | 'failed', reason = 'refused'): Promise<void> {
  for (const { id } of await sent()) {
    const journal = openJournal(w.clock.now())
    const at = w.clock.now().toISOString()
    const said = status === 'failed' ? { status, reason } : { status }
    await withJournal(w.db, journal, async (tx) => {
      const hardware = await placedHardware(tx, lock)
      if (hardware) await takeAnswer(tx, journal, hardware, { command_id: id, at, ...said })
    })
  }
  await syncAllowlists(w)
}
const keysOf = (sentNow: Sent[]): string[] =>
  sentNow.slice(0, 1).flatMap(({ args }) => (args.entries as { key: string }[]).map(({ key }) => key))

describe('the list of a lock', () => {
  test('is sent when the allowlist is switched on, confirmed by the lock, and sent again when it changes', async () => {
    await addKey('00745A70')
    await syncAllowlists(w)
    expect(await sent()).toEqual([])
    await switchTo('active')
    expect(await state()).toMatchObject({ state: 'pending', version: 0 })
    await syncAllowlists(w)
    expect(await sent()).toMatchObject([
      {
        name: 'set_access_list',
        args: {
          version: 1,
          part: 1,
          parts: 1,
          is_restricted: true,
          entries: [{ key: '00745A70', key_type: 'rfid' }],
        },
      },
    ])
    expect(await entityStatuses()).toEqual(['pending_sync'])
    await answer('success')
    expect(await state()).toMatchObject({ state: 'in_sync', version: 1, confirmed_version: 1, keys: 1 })
    expect(await entityStatuses()).toEqual(['active'])
    w.clock.advance(1_000)
    await addKey('11745A70')
    expect(await entityStatuses()).toEqual(['active', 'pending_sync'])
    await syncAllowlists(w)
    expect(keysOf(await sent())).toEqual(['00745A70', '11745A70'])
    await answer('success')
    expect(await entityStatuses()).toEqual(['active', 'active'])
  })

  test('ends with the allowlist: the lock learns that it is not restricted', async () => {
    await switchTo('active')
    await syncAllowlists(w)
    await answer('success')
    await switchTo('not_enabled')
    await syncAllowlists(w)
    expect((await sent())[0]?.args).toMatchObject({ version: 2, is_restricted: false, entries: [] })
  })

  test('names no key in the history of commands', async () => {
    await addKey('00745A70')
    await switchTo('active')
    await syncAllowlists(w)
    const { rows } = await w.pool.query('select args from commands where hardware_id = $1', [lock])
    expect(JSON.stringify(rows)).not.toContain('00745A70')
  })

  test('holds the keys of users, the app key only with app display, and none of a disabled user', async () => {
    const user_id = await makeRider(w)
    await makeAccessKey(w, user_id, { key: 'AB745A70' })
    await makeAccessKey(w, user_id, { type: 'app', key: 'APP12345' })
    await makeEntity(w, list, { user_id })
    await switchTo('active')
    await syncAllowlists(w)
    expect(keysOf(await sent())).toEqual(['APP12345', 'AB745A70'])
    await answer('success')
    await manager.call(updateAllowlist, {
      params: { allowlist_id: list },
      body: { name: 'Keys only', description: '', visibility: 'private', sync: 'keys_only' },
      headers: { 'if-match': '"2"' },
    })
    await syncAllowlists(w)
    expect(keysOf(await sent())).toEqual(['AB745A70'])
    await answer('success')
    await w.pool.query(`update users set disabled_at = now(), disabled_reason = 'Lost phone' where id = $1`, [user_id])
    await syncAllowlists(w)
    expect(keysOf(await sent())).toEqual([])
  })

  test('carries the expiry and the master key, and the later expiry of a key that two lists name', async () => {
    const at = (ms: number): string => new Date(w.clock.now().getTime() + ms).toISOString()
    const second = await makeAllowlist(w, ours.id, [ours.owner], { status: 'active' })
    await w.pool.query(
      'insert into allowlist_targets (id, allowlist_id, location_id, device_id, created_at) values ($1, $2, null, $3, now())',
      [uuidv7(), second, dock],
    )
    await makeEntity(w, second, { key: '00745A70', expires_at: at(7_200_000) })
    await addKey('00745A70', { expires_at: at(3_600_000) })
    await addKey('FF745A70', { kind: 'master_key' })
    await addKey('EE745A70', { expires_at: at(1_000) })
    w.clock.advance(2_000)
    await switchTo('active')
    await syncAllowlists(w)
    expect((await sent())[0]?.args.entries).toEqual([
      { key: '00745A70', key_type: 'rfid', expires_at: at(7_200_000 - 2_000) },
      { key: 'FF745A70', key_type: 'rfid', is_master: true },
    ])
  })

  test('of more than 350 keys goes in parts, and the last one confirms all', async () => {
    await makeEntities(w, list, 701)
    await switchTo('active')
    await syncAllowlists(w)
    const parts = await sent()
    expect(parts.map(({ args }) => [args.part, args.parts, (args.entries as unknown[]).length])).toEqual([
      [1, 3, 350],
      [2, 3, 350],
      [3, 3, 1],
    ])
    await answer('success')
    expect(await state()).toMatchObject({ state: 'in_sync', keys: 701 })
  })
})

describe('what a lock does not confirm', () => {
  test('is failed with its reason, and sent again after growing pauses', async () => {
    await addKey('00745A70')
    await switchTo('active')
    await syncAllowlists(w)
    for (const [attempt, pauseS] of [10, 30, 60, 300].entries()) {
      await answer('failed')
      expect(await state()).toMatchObject({ state: 'failed', failure: 'refused', attempts: attempt + 1 })
      expect(await entityStatuses()).toEqual(['sync_failed'])
      w.clock.advance(pauseS * 1_000 - 1)
      await syncAllowlists(w)
      expect(await sent()).toEqual([])
      w.clock.advance(1)
      await syncAllowlists(w)
      expect(await sent()).toHaveLength(1)
    }
    await answer('success')
    expect(await state()).toMatchObject({ state: 'in_sync', attempts: 0, failure: null })
  })

  test('times out, and a person can have it sent at once', async () => {
    await switchTo('active')
    await syncAllowlists(w)
    w.clock.advance(31_000)
    await endOverdueCommands(w.db, w.clock.now())
    await syncAllowlists(w)
    expect(await state()).toMatchObject({ state: 'failed', failure: 'hardware_timeout' })
    const retried = await manager.call(retryAllowlistLocks, { params: { allowlist_id: list } })
    expect(retried.body).toEqual({ locks: 1 })
    await syncAllowlists(w)
    expect(await sent()).toHaveLength(1)
  })

  test('waits while its controller is away, without an attempt', async () => {
    await w.pool.query('update controllers set is_online = false where hardware_id = $1', [controller])
    await switchTo('active')
    await syncAllowlists(w)
    expect(await sent()).toEqual([])
    expect(await state()).toMatchObject({ state: 'pending', attempts: 0, is_connected: false })
    await w.pool.query('update controllers set is_online = true where hardware_id = $1', [controller])
    await syncAllowlists(w)
    expect(await sent()).toHaveLength(1)
  })

  test('is abandoned for a newer version, whose answer alone counts', async () => {
    await addKey('00745A70')
    await switchTo('active')
    await syncAllowlists(w)
    await addKey('11745A70')
    await syncAllowlists(w)
    expect((await sent()).map(({ args }) => args.version)).toEqual([1, 2])
    await answer('success')
    expect(await state()).toMatchObject({ version: 2, confirmed_version: 2 })
  })
})

describe('hardware that is swapped or restarted', () => {
  test('gets the list when it is put into a target', async () => {
    await addKey('00745A70')
    await switchTo('active')
    await syncAllowlists(w)
    await answer('success')
    const spare = await w.make.hardware(controller)
    await w.pool.query('update devices set hardware_id = $1 where id = $2', [spare, dock])
    await syncAllowlists(w)
    expect(keysOf(await sent(spare))).toEqual(['00745A70'])
  })

  test('gets the list again when it starts without it', async () => {
    await switchTo('active')
    await syncAllowlists(w)
    await answer('success')
    const start = (version: number) =>
      w.db.transaction().execute((tx) => takeKeptVersion(tx, lock, version, w.clock.now()))
    await start(1)
    expect(await state()).toMatchObject({ state: 'in_sync' })
    await start(0)
    expect(await state()).toMatchObject({ state: 'pending' })
    await syncAllowlists(w)
    expect((await sent())[0]?.args).toMatchObject({ version: 1 })
  })
})
