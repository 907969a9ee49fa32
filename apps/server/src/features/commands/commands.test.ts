import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  exportDeviceCommands,
  exportLocationCommands,
  getCommand,
  lastComments,
  listDeviceCommands,
  listLocationCommands,
  sendCommand,
  sendCommands,
} from '@wheelhouse/contract/commands/commands.ts'
import { bookingHold } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { CommandName } from '@wheelhouse/contract/commands/command-catalogue.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { makeSite } from '../../../test/gateway/gateway-fixtures.ts'
import type { Site } from '../../../test/gateway/gateway-fixtures.ts'
import { openBus } from '../../platform/bus.ts'
import type { BusMessage } from '../../platform/bus.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { endOverdueCommands } from './command-results.ts'

let w: TestApp
let site: Site

beforeAll(async () => {
  w = await testApp({ COMMANDS_PER_MINUTE: '5' })
})
afterAll(() => w.end())
beforeEach(async () => {
  site = await makeSite(w)
})

const send = (
  name: CommandName,
  comment = 'The lock sticks',
  caller: Caller = site.operator,
  device_id = site.device_id,
) => caller.call(sendCommand, { params: { device_id }, body: { name, reason: 'mechanical', comment } })

const sendSeveral = (
  device_ids: string[],
  more: { name?: CommandName; count?: number } = {},
  caller: Caller = site.operator,
) =>
  caller.call(sendCommands, {
    body: { device_ids, name: 'identify', reason: 'testing', comment: 'Which is which', ...more },
  })

test('several devices: each gets its command or says why not, and the others go', async () => {
  const bare = await w.make.device(site.location_id, { number: 41 })
  const elsewhere = await makeSite(w)
  const { status, body } = await sendSeveral([site.device_id, bare, elsewhere.device_id])
  expect(status).toBe(422)
  expect(body.results).toEqual([{ id: site.device_id }])
  expect(body.error_results).toMatchObject([
    { id: bare, error_code: 'no_hardware' },
    { id: elsewhere.device_id, error_code: 'not_found' },
  ])
  const sent = await w.db
    .selectFrom('commands')
    .select(['device_id', 'name', 'requested_by'])
    .where('comment', '=', 'Which is which')
    .execute()
  expect(sent).toEqual([{ device_id: site.device_id, name: 'identify', requested_by: site.operator.id }])
})

test('several devices: the pace of a person counts each of them (values: rate limits)', async () => {
  const devices = await Promise.all(
    [1, 2, 3, 4, 5].map(async (number) => {
      const hardware_id = await w.make.hardware(site.controller_id)
      return w.make.device(site.location_id, { number, hardware_id })
    }),
  )
  const { status, body } = await sendSeveral([site.device_id, ...devices])
  expect([status, body.results.length]).toEqual([422, 5])
  expect(body.error_results).toMatchObject([{ id: devices[4], error_code: 'too_many_requests' }])
})

test('screens, dangerous actions: above 20 devices their number is said', async () => {
  const many = Array.from({ length: 21 }, () => crypto.randomUUID())
  const wrong = await sendSeveral(many, { name: 'force_unlock', count: 20 })
  expect([wrong.status, wrong.body.field, wrong.body.error_message]).toEqual([
    400,
    'count',
    expect.stringContaining('Type the number of devices'),
  ])
  expect((await sendSeveral(many, { name: 'force_unlock' })).status).toBe(400)
  // All of them unknown, and asked.
  expect((await sendSeveral(many, { name: 'force_unlock', count: 21 })).status).toBe(422)
  expect((await sendSeveral(many)).status).toBe(422)
})

test('values, booking hold: 1 to 60 minutes as chosen, 10 where nothing is chosen, and for no other command', async () => {
  const sendWith = async (name: CommandName, args: { hold_s?: number }) => {
    const params = { device_id: site.device_id }
    const body = { name, reason: 'testing', comment: 'For the crew', args } as const
    return (await site.operator.call(sendCommand, { params, body })).body
  }
  const { min_minutes, max_minutes, usual_minutes } = bookingHold
  for (const minutes of [min_minutes, max_minutes])
    expect((await sendWith('book', { hold_s: minutes * 60 })).args).toEqual({ hold_s: minutes * 60 })
  expect((await sendWith('book', {})).args).toEqual({ hold_s: usual_minutes * 60 })
  for (const hold_s of [min_minutes * 60 - 1, max_minutes * 60 + 1])
    expect((await sendWith('book', { hold_s })).error_message).toContain('Held for: 1 to 60 minutes')
  expect((await sendWith('identify', { hold_s: 600 })).error_message).toContain('Only a booking holds a dock')
})

test('a command is a row, its history and its announcement at once', async () => {
  const bus = await openBus(w.url, w.log)
  const busMessages: BusMessage[] = []
  bus.on((message) => busMessages.push(message))
  const { status, body } = await send('temporary_unlock')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    device_id: site.device_id,
    device_number: 7,
    device_type: 'dock',
    location_id: site.location_id,
    hardware_id: site.hardware_id,
    name: 'temporary_unlock',
    args: { hold_ms: 1e4 },
    reason: 'mechanical',
    comment: 'The lock sticks',
    requested_by: site.operator.id,
    status: 'in_progress',
    step: 'not_sent',
    health_at_request: 'no_data',
    created_at: w.clock.now().toISOString(),
    deadline_at: new Date(w.clock.now().getTime() + 3e4).toISOString(),
    ended_at: null,
  })
  const [told] = await w.db.selectFrom('events').selectAll().where('resource_id', '=', site.device_id).execute()
  expect(told).toMatchObject({
    feature: 'commands',
    verb: 'sent',
    actor_id: site.operator.id,
    reason: 'mechanical',
    visible_through_id: site.location_id,
  })
  expect(told?.after).toEqual({ command: 'temporary_unlock', command_id: body.id, comment: 'The lock sticks' })
  await expect.poll(() => busMessages).toContainEqual({ kind: 'command', ids: [body.id] })
  expect(busMessages.flatMap((message) => (message.kind === 'changes' ? message.changes : []))).toContainEqual({
    type: 'command',
    id: body.id,
    location_id: site.location_id,
  })
  await bus.close()
})

test('rights: each command asks its own right of the device', async () => {
  const only = (needs: object) =>
    w.person([{ group_id: site.organization.owner, needs: { device: ['GET', 'GETCMDSHISTORY'], ...needs } }])
  const [reader, setter, technician] = [
    await only({}),
    await only({ device: ['GET', 'GETCMDSHISTORY', 'SETSTATUS'] }),
    await only({ hardware: ['UPDATE'] }),
  ]
  const stranger = (await makeSite(w)).operator
  const statuses = async (caller: Caller) =>
    Promise.all(
      (['force_unlock', 'identify', 'reboot'] as const).map(
        async (name) => (await send(name, 'Why not', caller)).status,
      ),
    )
  expect(await statuses(reader)).toEqual([403, 403, 403])
  expect(await statuses(setter)).toEqual([403, 200, 403])
  expect(await statuses(technician)).toEqual([403, 403, 200])
  expect(await statuses(stranger)).toEqual([404, 404, 404])
})

test('spec 5: a command needs a reason and a comment', async () => {
  const call = (body: object) => site.operator.send(sendCommand, { params: { device_id: site.device_id }, body: body })
  expect((await call({ name: 'identify', comment: 'Look here' })).body.error_message).toContain('Choose a reason')
  expect((await call({ name: 'identify', reason: 'other', comment: ' a ' })).body.error_message).toContain(
    'Add a comment of at least 3 characters',
  )
  expect((await call({ name: 'self_destruct', reason: 'other', comment: 'Look here' })).body).toMatchObject({
    error_code: 'invalid_body',
    field: 'name',
    error_message: 'Command: there is no such command',
  })
  expect((await call({ name: 'identify', reason: 'other', comment: 'Look here', extra: 1 })).status).toBe(400)
})

test('a device that does not take the command, or has no hardware, is refused', async () => {
  expect((await send('force_unlock', 'Open it', site.operator, site.controller_device_id)).body).toMatchObject({
    error_code: 'command_not_for_device',
  })
  const bare = await w.make.device(site.location_id)
  expect((await send('identify', 'Where are you', site.operator, bare)).body).toMatchObject({
    error_code: 'no_hardware',
  })
})

test('sleeping hardware has its wake interval and 60 s to answer', async () => {
  await w.db.updateTable('locations').set({ power_save: 'remote_wakeup' }).where('id', '=', site.location_id).execute()
  expect((await send('identify')).body.deadline_at).toBe(new Date(w.clock.now().getTime() + 360_000).toISOString())
})

test('values: so many commands a minute a person, counted where all processes see it', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => send('identify')))
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
    200, 200, 200, 200, 200, 429, 429, 429,
  ])
  const refused = answers.find((answer) => answer.status === 429)
  expect(refused).toMatchObject({
    body: { error_code: 'too_many_requests', retry_after_s: 60 },
    headers: { 'retry-after': '60' },
  })
  w.clock.advance(60_000)
  expect((await send('identify')).status).toBe(200)
})

test('history: newest first, page by page, of a device and of its location', async () => {
  const ids = []
  for (const name of ['identify', 'reboot', 'force_lock'] as const) ids.unshift((await send(name)).body.id)
  const first = await site.operator.call(listDeviceCommands, {
    params: { device_id: site.device_id },
    query: { limit: 2 },
  })
  expect(first.body).toMatchObject({
    total: 3,
    total_is_exact: true,
    items: [{ id: ids[0], requested_by_name: expect.any(String) }, { id: ids[1] }],
  })
  const rest = await site.operator.call(listDeviceCommands, {
    params: { device_id: site.device_id },
    query: { limit: 2, cursor: first.body.next },
  })
  expect(rest.body).toMatchObject({ next: null, items: [{ id: ids[2] }] })
  const ofLocation = await site.operator.call(listLocationCommands, { params: { location_id: site.location_id } })
  expect(ofLocation.body.items.map((command: { id: string }) => command.id)).toEqual(ids)
  const bad = await site.operator.call(listDeviceCommands, {
    params: { device_id: site.device_id },
    query: { cursor: 'rubbish' },
  })
  expect(bad).toMatchObject({ status: 400, body: { error_code: 'invalid_cursor' } })
})

test('a command of another device is not found under this one', async () => {
  const { id } = (await send('identify')).body
  const params = { device_id: site.controller_device_id, command_id: id }
  expect((await site.operator.call(getCommand, { params })).status).toBe(404)
  expect((await site.operator.ask(getCommand, { params: { ...params, device_id: site.device_id } })).id).toBe(id)
})

test("the caller's last five different comments are offered, newest first", async () => {
  expect(await site.operator.ask(lastComments)).toEqual([])
  for (const comment of ['one one', 'two two', 'one one', 'three', 'four', 'five', 'six']) {
    await send('identify', comment)
    w.clock.advance(60_000)
  }
  expect(await site.operator.ask(lastComments)).toEqual(['six', 'five', 'four', 'three', 'one one'])
})

test('what nobody answers in time ends once, as hardware timeout', async () => {
  await endOverdueCommands(w.db, w.clock.now())
  w.clock.advance(60_000)
  await endOverdueCommands(w.db, w.clock.now())
  const { id } = (await send('identify')).body
  w.clock.advance(29_999)
  expect(await endOverdueCommands(w.db, w.clock.now())).toBe(0)
  w.clock.advance(1)
  const ended = await Promise.all([endOverdueCommands(w.db, w.clock.now()), endOverdueCommands(w.db, w.clock.now())])
  expect(ended.toSorted((a, b) => a - b)).toEqual([0, 1])
  expect(await site.operator.ask(getCommand, { params: { device_id: site.device_id, command_id: id } })).toMatchObject({
    status: 'hardware_timeout',
    step: 'not_sent',
    failure: null,
  })
})

test('the history of commands is exported as the list is filtered', async () => {
  await send('identify', '=Found it')
  const { location_id, device_id } = site
  const file = (route: Route, params: object, query: object) => site.operator.send(route, { params, query })
  const whole = await file(exportLocationCommands, { location_id }, {})
  expect(whole.text.split('\r\n')).toHaveLength(3)
  expect(whole.text).toContain("'=Found it")
  const none = await file(exportLocationCommands, { location_id }, { name: 'reboot' })
  expect(none.text.split('\r\n')).toHaveLength(2)
  const ofDevice = await file(exportDeviceCommands, { device_id }, { column: ['name', 'reason'] })
  expect(ofDevice.text).toBe('\uFEFFname,reason\r\nidentify,mechanical\r\n')
})
