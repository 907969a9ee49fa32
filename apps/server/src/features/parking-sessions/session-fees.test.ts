import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getParkingSession, listParkingSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { forceEndSession, getSessionFee } from '@wheelhouse/contract/parking-sessions/session-fee.ts'
import { openJournal, withJournal } from '../../journal/journal.ts'
import { stockRights } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makePriceList, makePriceVersion } from '../price-lists/samples.ts'
import { settleSessions } from './parking-sessions.ts'

const hourMs = 3_600_000
let w: TestApp
let organization: Organization
let location: string
let device: string
let hardware: string
let support: Caller
let viewer: Caller

beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  organization = await w.make.organization()
  location = await w.make.location(null, {
    owner_id: organization.id,
    free_parking_hours: 2,
    time_zone: 'Europe/Tallinn',
  })
  await w.make.members('location', location, [organization.owner])
  const controller = await w.make.controller()
  hardware = await w.make.hardware(controller, { dock_state: 'locked' })
  device = await w.make.device(location, { hardware_id: hardware })
  support = await w.person([{ group_id: organization.owner, needs: stockRights('First-line support') }])
  viewer = await w.person([{ group_id: organization.owner, needs: stockRights('Viewer') }])
})

/** What the lock says, as the gateway passes it on. */
let seq = 1
async function lock(to: 'locked' | 'unlocked', cause: { name: string } | null = null): Promise<void> {
  const place = { id: device, location_id: location, number: 1, type: 'dock' }
  const journal = openJournal(w.clock.now())
  const move = {
    journal,
    hardware: { hardware_id: hardware, controller_id: hardware, device: place },
    device: place,
    to,
    seq: seq++,
    cause,
  }
  await withJournal(w.db, journal, (tx) => settleSessions(tx, journal.at, [move as never]))
}
async function newest(): Promise<{ id: string; fee_minor: number; payment_state: string }> {
  const { rows } = await w.pool.query(
    'select id, fee_minor, payment_state from parking_sessions where device_id = $1 order by id desc limit 1',
    [device],
  )
  return rows[0] as never
}
const feeOf = async (id: string, who = support) => await who.ask(getSessionFee, { params: { session_id: id } })
const list = (values: object = {}) => makePriceList(w, { type: 'location', id: location }, values as never)

/** The rider is known: otherwise nobody is charged. */
const known = async (id: string) =>
  w.pool.query('update parking_sessions set user_id = gen_random_uuid() where id = $1', [id])

describe('a session is priced by the list of its location', () => {
  test('its fee is worked out at its end from the version it began under, and charged', async () => {
    const { id: listId } = await list()
    await lock('locked')
    const { id } = await newest()
    await known(id)
    await makePriceVersion(w, listId, { number: 2, hour_minor: 900 })
    w.clock.advance(5 * hourMs)
    await lock('unlocked')
    expect(await newest()).toMatchObject({ id, fee_minor: 150, payment_state: 'pending' })
    const fee = await feeOf(id)
    expect(fee).toMatchObject({ is_final: true, fee: { total_minor: 150, currency: 'EUR' } })
    expect(fee.fee?.lines.map(({ step }) => step)).toEqual(['parked', 'free_of_location', 'charged_time', 'hours'])
    expect(fee.payments[0]).toMatchObject({ amount_minor: 150, state: 'pending' })
  })

  test('the free period is the longer one of location and price list, for readers who see payments', async () => {
    const freeFor = async (id: string, who: Caller) =>
      (await who.call(getParkingSession, { params: { session_id: id } })).body.free_minutes
    await lock('locked')
    expect(await freeFor((await newest()).id, support)).toBeNull()
    await lock('unlocked')
    const { id: listId } = await list({ free_minutes: 30 })
    await lock('locked')
    const ofLocation = (await newest()).id
    expect(await freeFor(ofLocation, support)).toBe(120)
    expect(await freeFor(ofLocation, viewer)).toBeNull()
    await lock('unlocked')
    await makePriceVersion(w, listId, { number: 2, free_minutes: 300 })
    await lock('locked')
    expect(await freeFor((await newest()).id, support)).toBe(300)
    expect(await freeFor(ofLocation, support)).toBe(120)
  })

  test.each([
    ['within the free hours', 1, {}, 0],
    ['without a price list', 5, null, 0],
    ['with a list that has not begun', 5, { valid_from: '2030-01-01T00:00:00.000Z' }, 0],
    ['up to the cap', 90, {}, 3600],
  ])('%s the fee of %d hours is right', async (_name, hours, terms, expected) => {
    if (terms) await list(terms)
    await lock('locked')
    await known((await newest()).id)
    w.clock.advance(hours * hourMs)
    await lock('unlocked')
    expect((await newest()).fee_minor).toBe(expected)
  })

  test('a location that is free to use has no fee, and neither has a bike that support frees', async () => {
    await list()
    await lock('locked')
    w.clock.advance(5 * hourMs)
    await lock('unlocked', { name: 'force_unlock' })
    const freed = await newest()
    expect(freed.fee_minor).toBe(0)
    expect((await feeOf(freed.id)).fee?.lines.at(-1)).toMatchObject({ step: 'waived_support', amount_minor: -150 })
    await w.pool.query('update locations set is_free = true where id = $1', [location])
    await lock('locked')
    w.clock.advance(5 * hourMs)
    await lock('unlocked')
    expect((await newest()).fee_minor).toBe(0)
  })

  test('a session that nobody is known to have begun keeps its fee and is not charged', async () => {
    await list()
    await lock('locked')
    w.clock.advance(5 * hourMs)
    await lock('unlocked')
    expect(await newest()).toMatchObject({ fee_minor: 150, payment_state: 'not_charged' })
  })

  test('a version that a session used is final in the database too, and so is a worked-out fee', async () => {
    const { version_id } = await list()
    await lock('locked')
    w.clock.advance(5 * hourMs)
    await lock('unlocked')
    const { id } = await newest()
    const refusal = async (statement: string, value: string): Promise<string | undefined> => {
      const error: unknown = await w.pool.query(statement, [value]).then(
        () => null,
        (caught: unknown) => caught,
      )
      return (error as { constraint?: string } | null)?.constraint
    }
    expect(await refusal('update price_list_versions set hour_minor = 1 where id = $1', version_id)).toBe(
      'used_price_version_is_final',
    )
    expect(await refusal('delete from price_list_versions where id = $1', version_id)).toBe(
      'used_price_version_is_final',
    )
    expect(await refusal('update kept_prices set total_minor = 1 where session_id = $1', id)).toBe(
      'worked_out_fee_is_final',
    )
  })
})

describe('spec 5 and 8: force end', () => {
  const end = async (id: string, body: object, who = support) => {
    const { version } = await who.ask(getParkingSession, { params: { session_id: id } })
    return who.send(forceEndSession, {
      params: { session_id: id },
      body: { comment: 'The lock does not answer', ...body },
      headers: { 'if-match': `"${version}"` },
    })
  }
  const open = async (): Promise<string> => {
    await list()
    await lock('locked')
    const { id } = await newest()
    await known(id)
    w.clock.advance(5 * hourMs)
    return id
  }

  test('the shown fee is charged, the comment is kept, and the lock may say later that it opened', async () => {
    const id = await open()
    expect((await feeOf(id)).fee?.total_minor).toBe(150)
    const reply = await end(id, { fee_minor: 150 })
    expect(reply.body).toMatchObject({ status: 'ended', how_ended: 'forced', fee_minor: 150 })
    const { timeline } = await support.ask(getParkingSession, { params: { session_id: id } })
    const recorded = { verb: 'ended', detail: 'The lock does not answer', status: 'forced' }
    expect(timeline).toContainEqual(expect.objectContaining(recorded))
    await lock('unlocked')
    expect((await newest()).id).toBe(id)
    expect((await end(id, {})).body).toMatchObject({ error_code: 'session_already_ended' })
  })

  test('a fee that grew since it was shown is not charged unseen', async () => {
    const id = await open()
    w.clock.advance(hourMs)
    expect((await end(id, { fee_minor: 150 })).body).toMatchObject({ error_code: 'fee_changed', fee_minor: 200 })
    expect((await feeOf(id)).is_final).toBe(false)
  })

  test('opening the dock sends a force unlock, which needs its own right', async () => {
    const id = await open()
    const needs = { session: ['GET', 'FORCE_END_SESSION'], location: ['GET'], device: ['GET'] } as const
    const ender = await w.person([{ group_id: organization.owner, needs: needs as never }])
    expect((await end(id, { opens_dock: true }, ender)).status).toBe(403)
    expect((await end(id, { opens_dock: true })).status).toBe(200)
    const { rows } = await w.pool.query('select name, comment from commands where device_id = $1', [device])
    expect(rows).toEqual([{ name: 'force_unlock', comment: 'The lock does not answer' }])
  })

  test.each([
    ['', 'comment'],
    ['Too short', 'comment'],
    ['a'.repeat(501), 'comment'],
  ])('the comment %j is refused', async (comment, field) => {
    const id = await open()
    expect((await end(id, { comment })).body).toMatchObject({ error_code: 'invalid_body', field })
  })
})

describe('rights: money is hidden from a viewer', () => {
  test('in the list, its filters and the details', async () => {
    await list()
    await lock('locked')
    const { id } = await newest()
    await known(id)
    w.clock.advance(5 * hourMs)
    await lock('unlocked')
    const seen = async (who: Caller, query: object = {}) => (await who.send(listParkingSessions, { query })).body.items
    expect((await seen(support))[0]).toMatchObject({ fee_minor: 150, currency: 'EUR', payment_state: 'pending' })
    expect((await seen(viewer))[0]).toMatchObject({ fee_minor: null, currency: null, payment_state: null })
    for (const query of [{ payment_state: ['pending'] }, { payment_state_not: ['paid'] }, { fee: 'charged' }]) {
      expect(await seen(support, query)).toHaveLength(1)
      expect(await seen(viewer, query)).toHaveLength(0)
    }
    expect((await viewer.call(getSessionFee, { params: { session_id: id } })).status).toBe(403)
    const { timeline } = await viewer.ask(getParkingSession, { params: { session_id: id } })
    expect(timeline.some((entry: { kind: string }) => entry.kind === 'payment')).toBe(false)
  })
})
