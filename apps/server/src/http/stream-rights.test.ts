import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { makeFleet } from '../features/fleets/samples.ts'
import { recordVehicleEvent } from '../features/rentals/rentals.ts'
import { makeVehicle } from '../features/rentals/samples.ts'
import { makeUser } from '../features/users/samples.ts'
import { systemActor } from '../journal/audit.ts'
import { addAuditRecord, openJournal, withJournal } from '../journal/journal.ts'
import { announce } from '../platform/bus.ts'
import { readStream } from '../../test/support/reader.ts'
import { stockRights } from '../../test/support/roles.ts'
import { announceDevice, idsOf, makeStreamPlace, streamAddress } from '../../test/support/stream-place.ts'
import { testApp } from '../../test/support/test-app.ts'
import type { TestApp } from '../../test/support/test-app.ts'

let w: TestApp
let address: string

beforeAll(async () => {
  w = await testApp()
  address = await streamAddress(w)
})
afterAll(() => w.end())

const place = (here = w) => makeStreamPlace(here)
const changed = (location_id: string, id: string, here = w) => announceDevice(here, location_id, id)
/** As the identity provider writes it. */
const revoke = ({ pool }: TestApp, grantId: string) =>
  pool.query('insert into revoked_grants (grant_id, revoked_at) values ($1, now())', [grantId])

test('rights: after a right is revoked its changes are no longer sent, and the reader is notified that its rights changed', async () => {
  const { location, person, group } = await place()
  const witness = await w.person([{ group_id: group, needs: { location: ['GET'] } }])
  const [reader, other] = [await readStream(address, person.token), await readStream(address, witness.token)]
  await w.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('role_grants').where('person_id', '=', person.id).execute()
    await announce(tx, { kind: 'rights', person_ids: [person.id] })
  })
  expect((await reader.next())?.event).toBe('rights_changed')
  await changed(location, 'after')
  expect(idsOf(await other.next())).toEqual(['after'])
  await w.db.transaction().execute((tx) => announce(tx, { kind: 'rights', person_ids: [person.id] }))
  expect((await reader.next())?.event).toBe('rights_changed')
  reader.close()
  other.close()
})

test('rights: the stream of a disabled person ends', async () => {
  const { location, person } = await place()
  const reader = await readStream(address, person.token)
  await changed(location, 'still there')
  expect(idsOf(await reader.next())).toEqual(['still there'])
  await w.db
    .updateTable('console_users')
    .set({ disabled_at: w.clock.now().toISOString(), disabled_reason: 'left' })
    .where('id', '=', person.id)
    .execute()
  await announce(w.db, { kind: 'rights', person_ids: [person.id] })
  expect((await reader.next())?.event).toBe('rights_changed')
  expect(await reader.next()).toBeNull()
})

test('rights: a sign-out ends the streams of that sign-in, and no others', async () => {
  const { location, person } = await place()
  const other = await w.token(person.id, { gid: 'another grant' })
  const [here, elsewhere] = [
    await readStream(address, await w.token(person.id, { gid: 'this grant' })),
    await readStream(address, other),
  ]
  await revoke(w, 'this grant')
  await announce(w.db, { kind: 'revoked', grant_ids: ['this grant'] })
  expect(await here.next()).toBeNull()
  await changed(location, 'after')
  expect(idsOf(await elsewhere.next())).toEqual(['after'])
  elsewhere.close()
})

test('rights: a sign-out that was never announced ends the stream with the next ping', async () => {
  const quick = await testApp({}, undefined, 50)
  const url = await streamAddress(quick)
  const { location, person } = await place(quick)
  const reader = await readStream(url, await quick.token(person.id, { gid: 'silent grant' }))
  await changed(location, 'still there', quick)
  expect(idsOf(await reader.next())).toEqual(['still there'])
  await revoke(quick, 'silent grant')
  expect(await reader.next()).toBeNull()
  await quick.end()
})

test('a change that belongs to no location is sent to viewers of the thing itself, or to one person alone', async () => {
  const [organization, foreign] = [await w.make.organization(), await w.make.organization()]
  const needs = { organization: ['GET'], point_of_interest: ['GET'] } as const
  const [mine, theirs] = [
    await w.person([{ group_id: organization.owner, needs }]),
    await w.person([{ group_id: foreign.owner, needs }]),
  ]
  const [reader, other] = [await readStream(address, mine.token), await readStream(address, theirs.token)]
  const through = { type: 'organization', id: organization.id } as const
  const gone = {
    type: 'point_of_interest',
    id: '01900000-0000-7000-8000-000000000001',
    group_ids: [foreign.owner],
  } as const
  await announce(w.db, {
    kind: 'changes',
    changes: [
      { type: 'organization', id: organization.id, location_id: null, through },
      { type: 'point_of_interest', id: gone.id, location_id: null, through: gone },
      { type: 'background_job', id: 'mine', location_id: null, person_id: mine.id },
      { type: 'event', id: 'through nothing', location_id: null },
    ],
  })
  const changesOf = (message: Awaited<ReturnType<typeof reader.next>>) => message?.data.changes
  expect(changesOf(await reader.next())).toEqual([
    { type: 'organization', id: organization.id, location_id: null },
    { type: 'background_job', id: 'mine', location_id: null },
  ])
  expect(changesOf(await other.next())).toEqual([{ type: 'point_of_interest', id: gone.id, location_id: null }])
  reader.close()
  other.close()
})

test('rights: a holder of a right everywhere is notified of things of that type, and of no other', async () => {
  const everything = await w.make.group({ type: 'system', covers_everything: true })
  const [organization, person] = [
    await w.make.organization(),
    await w.person([{ group_id: everything, needs: { organization: ['GET'] } }]),
  ]
  const reader = await readStream(address, person.token)
  await announce(w.db, {
    kind: 'changes',
    changes: [
      { type: 'location', id: 'a location', location_id: await w.make.location(organization) },
      { type: 'console_user', id: person.id, location_id: null, through: { type: 'console_user', id: person.id } },
      { type: 'organization', id: 'seen', location_id: null, through: { type: 'organization', id: organization.id } },
    ],
  })
  expect(idsOf(await reader.next())).toEqual(['seen'])
  reader.close()
})

test('rights: fees, external devices and photos of a location are announced only with their rights, not to all who see the location', async () => {
  const organization = await w.make.organization()
  const location_id = await w.make.location(organization)
  const [plain, technician] = [
    await w.person([{ group_id: organization.owner, needs: { location: ['GET'] } }]),
    await w.person([{ group_id: organization.owner, needs: { location: ['GET', 'GETEXTDEVICES'] } }]),
  ]
  const [reader, other] = [await readStream(address, plain.token), await readStream(address, technician.token)]
  const types = ['service_fee', 'external_device', 'security_photo', 'location'] as const
  await announce(w.db, { kind: 'changes', changes: types.map((type) => ({ type, id: type, location_id })) })
  expect(idsOf(await reader.next())).toEqual(['location'])
  expect(idsOf(await other.next())).toEqual(['external_device', 'location'])
  reader.close()
  other.close()
})

test('rights: what belongs to an organization or a fleet is announced only with the right to it', async () => {
  const organization = await w.make.organization()
  const location_id = await w.make.location(organization)
  const fleet = { type: 'rental_fleet', id: await makeFleet(w, organization) } as const
  const through = { type: 'organization', id: organization.id } as const
  const changes = [
    { type: 'notifier_subscription', id: 'subscription', location_id: null, through },
    { type: 'config_template', id: 'template', location_id: null, through },
    { type: 'hardware_config', id: 'config', location_id },
    { type: 'hardware', id: 'hardware', location_id },
    { type: 'payment', id: 'payment', location_id: null, through: fleet },
    { type: 'change_set', id: 'change set', location_id: null, through: fleet },
    { type: 'rental_fleet', id: 'fleet', location_id: null, through: fleet },
  ] as const
  const plain = { organization: ['GET'], location: ['GET'], rental_fleet: ['GET'] } satisfies Needs
  const holding = async (needs: Needs) =>
    readStream(
      address,
      (await w.person([{ group_id: organization.owner, needs: { ...plain, ...needs } as Needs }])).token,
    )
  const heard = [
    [await holding({}), ['fleet']],
    [await holding({ organization: ['GET', 'GET_NOTIFIER_SUBS'] }), ['subscription', 'fleet']],
    [await holding({ hardware: ['GET_CONFIG_TEMPLATES'] }), ['template', 'fleet']],
    [await holding({ hardware: ['GET', 'GET_PARAMS'] }), ['config', 'hardware', 'change set', 'fleet']],
    [await holding({ payment: ['GET'] }), ['payment', 'fleet']],
  ] as const
  await announce(w.db, { kind: 'changes', changes: [...changes] })
  for (const [reader, ids] of heard) {
    expect(idsOf(await reader.next())).toEqual(ids)
    reader.close()
  }
})

test('an event of a fleet is announced to the readers of its events, and names no location', async () => {
  const organization = await w.make.organization()
  const fleet_id = await makeFleet(w, organization)
  const vehicle = await makeVehicle(w, fleet_id)
  const needs = { rental_device: ['GET', 'GET_EVENTS'] } satisfies Needs
  const reader = await readStream(address, (await w.person([{ group_id: organization.owner, needs }])).token)
  const journal = openJournal(w.clock.now())
  await withJournal(w.db, journal, async () =>
    recordVehicleEvent(journal, { id: vehicle.id, code: 'V1', fleet_id }, systemActor, { verb: 'restarted' }),
  )
  expect((await reader.next())?.data.changes).toEqual([
    { type: 'rental_device', id: vehicle.id, location_id: null },
    { type: 'event', id: expect.any(String), location_id: null },
  ])
  reader.close()
})

test('rights: commands and events of a location are announced to readers of their histories, not to all who see the location', async () => {
  const organization = await w.make.organization()
  const everything = await w.make.group({ type: 'system', covers_everything: true })
  const location_id = await w.make.location(organization)
  const types = ['command', 'event', 'session', 'device'] as const
  const holding = async (needs: Needs, group_id = organization.owner) =>
    readStream(address, (await w.person([{ group_id, needs: { location: ['GET'], ...needs } }])).token)
  const commands = { device: ['GET', 'GETCMDSHISTORY'] } satisfies Needs
  const heard = [
    [await holding({ device: ['GET'] }), ['session', 'device']],
    [await holding(stockRights('Viewer')), ['session', 'device']],
    [await holding(stockRights('Manager')), ['event', 'session', 'device']],
    [await holding(stockRights('Technician')), [...types]],
    [await holding(commands), ['command', 'session', 'device']],
    [await holding(commands, everything), ['command', 'session', 'device']],
    [await holding({ location: ['GET', 'GET_EVENTS'] }, everything), ['event', 'session', 'device']],
  ] as const
  await announce(w.db, { kind: 'changes', changes: types.map((type) => ({ type, id: type, location_id })) })
  for (const [reader, ids] of heard) {
    expect(idsOf(await reader.next())).toEqual(ids)
    reader.close()
  }
})

test('rights: a change set of one location is announced to readers of the parameters there', async () => {
  const organization = await w.make.organization()
  const location_id = await w.make.location(organization)
  const reading = async (needs: Needs) =>
    readStream(
      address,
      (await w.person([{ group_id: organization.owner, needs: { location: ['GET'], ...needs } }])).token,
    )
  const [planner, viewer] = [await reading({ hardware: ['GET', 'GET_PARAMS'] }), await reading({ hardware: ['GET'] })]
  const types = ['change_set', 'device'] as const
  await announce(w.db, { kind: 'changes', changes: types.map((type) => ({ type, id: type, location_id })) })
  expect(idsOf(await planner.next())).toEqual(['change_set', 'device'])
  expect(idsOf(await viewer.next())).toEqual(['device'])
  planner.close()
  viewer.close()
})

test('rights: a fee of an organization is announced to people who may see the fees of that organization', async () => {
  const [organization, foreign] = [await w.make.organization(), await w.make.organization()]
  const needs = { organization: ['GET', 'GET_SERVICE_FEES'] } satisfies Needs
  const people = [
    await w.person([{ group_id: organization.owner, needs }]),
    await w.person([
      { group_id: organization.owner, needs: { organization: ['GET'], location: ['GET', 'GET_SERVICE_FEES'] } },
    ]),
    await w.person([{ group_id: foreign.owner, needs }]),
  ]
  const readers = await Promise.all(people.map(({ token }) => readStream(address, token)))
  const through = { type: 'organization', id: organization.id } as const
  const all = [organization, foreign].map(({ id }) => ({
    type: 'organization' as const,
    id,
    location_id: null,
    through: { ...through, id },
  }))
  await announce(w.db, {
    kind: 'changes',
    changes: [{ type: 'service_fee', id: 'fee', location_id: null, through }, ...all],
  })
  const heard = await Promise.all(readers.map(async (reader) => idsOf(await reader.next())))
  expect(heard).toEqual([['fee', organization.id], [organization.id], [foreign.id]])
  for (const reader of readers) reader.close()
})

test('rights: that a fee was given up, and a change set, are announced as events only to readers of payments and of parameters', async () => {
  const organization = await w.make.organization()
  const location_id = await w.make.location(organization)
  const holding = async (needs: Needs) =>
    readStream(
      address,
      (await w.person([{ group_id: organization.owner, needs: { location: ['GET', 'GET_EVENTS'], ...needs } }])).token,
    )
  const [plain, paying, technical] = [
    await holding({}),
    await holding({ payment: ['GET'] }),
    await holding({ hardware: ['GET_PARAMS'] }),
  ]
  const journal = openJournal(w.clock.now())
  const at = { actor: systemActor, resource_id: location_id, resource_name: 'Here', visible_through_id: location_id }
  await withJournal(w.db, journal, async () => {
    addAuditRecord(journal, { ...at, feature: 'overstays', verb: 'fee_waived', resource_type: 'session' })
    addAuditRecord(journal, { ...at, feature: 'change-sets', verb: 'planned', resource_type: 'change_set' })
    addAuditRecord(journal, { ...at, feature: 'overstays', verb: 'closed', resource_type: 'session' })
  })
  const { rows } = await w.pool.query<{ id: string }>('select id from events where resource_id = $1 order by id', [
    location_id,
  ])
  const [waived, planned, closed] = rows.map(({ id }) => id)
  expect(idsOf(await plain.next())).toEqual([closed])
  expect(idsOf(await paying.next())).toEqual([waived, closed])
  expect(idsOf(await technical.next())).toEqual([planned, closed])
  for (const reader of [plain, paying, technical]) reader.close()
})

test('rights: what a rider wrote, and the cases about a rider, are announced only to people who may read them', async () => {
  const organization = await w.make.organization()
  const rider = await makeUser(w, [organization.owner])
  const through = { type: 'user', id: rider } as const
  const types = ['feedback', 'support_case', 'user'] as const
  const changes = types.map((type) => ({ type, id: type, location_id: null, through }))
  const holding = async (...more: ('READ_FEEDBACK' | 'GET_PRIVILEGED')[]) =>
    readStream(address, (await w.person([{ group_id: organization.owner, needs: { user: ['GET', ...more] } }])).token)
  const [plain, reading, helping] = [await holding(), await holding('READ_FEEDBACK'), await holding('GET_PRIVILEGED')]
  await announce(w.db, { kind: 'changes', changes })
  expect(idsOf(await plain.next())).toEqual(['user'])
  expect(idsOf(await reading.next())).toEqual(['feedback', 'user'])
  expect(idsOf(await helping.next())).toEqual(['support_case', 'user'])
  for (const reader of [plain, reading, helping]) reader.close()
})
