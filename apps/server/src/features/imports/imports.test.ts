import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exportLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import { importFile } from '@wheelhouse/contract/imports/imports.ts'
import { exportLocations } from '@wheelhouse/contract/locations/locations.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { heads, importActions, makeImportPlace, only, rights } from '../../../test/support/import-place.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let ours: Organization
let theirs: Organization
let me: Caller
let ownerName: string

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ ours, theirs, me, ownerName } = await makeImportPlace(w))
})

const { look, previewOf, doIt, line } = importActions(() => ({ w, me, ownerName }))
const locationsNow = async () =>
  (await w.pool.query(`select code, label, address, version from locations order by code`)).rows as Record<
    string,
    unknown
  >[]
const eventsNow = async () => ((await w.pool.query('select count(*)::int as n from events')).rows[0] as { n: number }).n

describe('import of locations', () => {
  test('a preview says what would change and changes nothing; the import does that', async () => {
    await w.make.location(ours, { code: '300001', label: 'Old name', address: 'Kai 1' })
    const csv = `code,label,address,tags\r\n300001,"New, name",Kai 1,"indoor, covered"\r\n`
    const [before, events] = [await locationsNow(), await eventsNow()]
    const preview = await previewOf(csv)
    expect(preview.rows).toEqual([
      {
        line: 2,
        key: '300001',
        action: 'update',
        failures: [],
        changes: [
          {
            field: 'label',
            before: 'Old name',
            after: 'New, name',
          },
          {
            field: 'tags',
            before: '',
            after: 'indoor, covered',
          },
        ],
      },
    ])
    expect([await locationsNow(), await eventsNow()]).toEqual([before, events])
    const answer = await doIt(csv, 'locations', me, preview.fingerprint)
    expect([answer.status, answer.body]).toEqual([200, { created: 0, updated: 1, same: 0 }])
    expect(await locationsNow()).toContainEqual({ code: '300001', label: 'New, name', address: 'Kai 1', version: 2 })
    expect(await eventsNow()).toBeGreaterThan(events)
  })

  test('unknown codes are created in their owner, and belong to its group', async () => {
    const answer = await doIt(`${heads}\n${line('310001')}\n${line('310002')}\n`)
    expect([answer.status, answer.body]).toEqual([200, { created: 2, updated: 0, same: 0 }])
    const stranger = await w.person([{ group_id: theirs.owner, needs: rights }], theirs.id)
    expect(only(await previewOf('code,label\n310001,Mine now\n')).action).toBe('update')
    expect(only(await previewOf('code,label\n310001,Mine now\n', 'locations', stranger)).action).toBe('refused')
  })

  test('nothing half applied: one refused row, and no row of the file is there; every wrong field of every row is named', async () => {
    const csv = `${heads}\n${line('320001')}\n32,x,,XX,${'bike_docks'},G3,none,bike,${ownerName}\n${line('320003')}\n`
    const [before, events] = [await locationsNow(), await eventsNow()]
    const preview = await previewOf(csv)
    expect(preview.rows.map(({ action }) => action)).toEqual(['create', 'refused', 'create'])
    expect(preview.rows[1]?.failures.map(({ field, error_message }) => [field, error_message])).toEqual([
      ['code', 'Code: a six-digit number'],
      ['label', 'Label: at least 3 characters'],
      ['country', 'Country: there is no such country'],
    ])
    const answer = await doIt(csv, 'locations', me, preview.fingerprint)
    expect(answer.status).toBe(422)
    expect(answer.body.error_results[0]).toMatchObject({
      line: 3,
      field: 'code',
      error_message: 'Code: a six-digit number',
    })
    expect([await locationsNow(), await eventsNow()]).toEqual([before, events])
  })

  test('what the preview showed, or nothing: someone was faster', async () => {
    await w.make.location(ours, { code: '330001', label: 'Old name' })
    const csv = 'code,label\n330001,Mine\n'
    const { fingerprint } = await previewOf(csv)
    await w.pool.query(`update locations set label = 'Theirs', version = version + 1 where code = '330001'`)
    const answer = await doIt(csv, 'locations', me, fingerprint)
    expect([answer.status, answer.body.error_code]).toEqual([409, 'import_changed'])
    expect(await locationsNow()).toContainEqual(expect.objectContaining({ code: '330001', label: 'Theirs' }))
  })

  test('rights: each changed field takes its own action, and what is not seen is not changed', async () => {
    await w.make.location(ours, { code: '340001', label: 'Ours' })
    await w.make.location(theirs, { code: '340002', label: 'Theirs' })
    const narrow = await w.person([{ group_id: ours.owner, needs: { location: ['GET', 'UPDATE'] } }], ours.id)
    const preview = await previewOf('code,label,generation\n340001,Renamed,G1\n340002,Taken,G1\n', 'locations', narrow)
    expect(preview.rows.map(({ action }) => action)).toEqual(['refused', 'refused'])
    expect(preview.rows[0]?.failures[0]?.error_code).toBe('forbidden')
    expect(only(await previewOf('code,label\n340001,Renamed\n', 'locations', narrow)).action).toBe('update')
    const nobody = await w.person([{ group_id: ours.owner, needs: { session: ['GET'] } }], ours.id)
    expect((await look('code,label\n340001,Renamed\n', 'locations', nobody)).status).toBe(403)
  })

  test.each([
    ['350010', '=1+1'],
    ['350011', `'=1+1`],
    ['350012', `''@home`],
    ['350013', `'quoted'`],
    ['350014', '-5 degrees'],
    ['350015', `Dock;=cmd|'-1`],
  ])('an export comes back (%s, %s): nothing changes, what cannot be written is named', async (code, label) => {
    await w.make.location(ours, { code, label, public_tags: ['indoor'], latitude: 59.437, longitude: 24.7536 })
    const file = (await me.call(exportLocations)).text
    const preview = await previewOf(file)
    expect(preview.rows.map(({ action, failures }) => [action, failures])).toEqual([['same', []]])
    expect(preview.ignored_columns).toEqual(expect.arrayContaining(['id', 'status', 'health', 'issues', 'created_at']))
  })

  test('an export of who sees few fields and no organization comes back too', async () => {
    await w.make.location(ours, {
      code: '350002',
      label: 'Known',
      hidden_admin_description: 'Keys at the desk',
      power_save: 'remote_wakeup',
    })
    const narrow = await w.person([{ group_id: ours.owner, needs: { location: ['GET', 'UPDATE'] } }], ours.id)
    const file = (await narrow.call(exportLocations)).text
    expect(file).not.toContain('Keys at the desk')
    expect((await previewOf(file, 'locations', narrow)).rows.map(({ action, failures }) => [action, failures])).toEqual(
      [['same', []]],
    )
    const mended = file.replace('Known', 'Mended')
    expect(only(await previewOf(mended, 'locations', narrow)).changes).toEqual([
      { field: 'label', before: 'Known', after: 'Mended' },
    ])
  })

  test('what would not be written is no change: letter case of a country, a tag twice, a time zone derived again', async () => {
    const place = {
      latitude: 59.437,
      longitude: 24.7536,
      time_zone: 'Europe/Tallinn',
      country: 'EE',
      public_tags: ['indoor'],
    }
    await w.make.location(ours, { code: '355001', label: 'Known', ...place })
    const csv = 'code,country,time_zone,tags\n355001,ee,,"indoor;INDOOR"\n'
    expect((await previewOf(csv)).rows).toMatchObject([{ action: 'same', changes: [] }])
    expect((await doIt(csv)).body).toEqual({ created: 0, updated: 0, same: 1 })
    const moved = await previewOf('code,time_zone,tags,longitude\n355001,Europe/Riga,"Indoor, covered",24.8\n')
    expect(only(moved).changes).toEqual([
      { field: 'longitude', before: '24.7536', after: '24.8' },
      { field: 'time_zone', before: 'Europe/Tallinn', after: 'Europe/Riga' },
      { field: 'tags', before: 'indoor', after: 'Indoor, covered' },
    ])
  })

  test('organizations are told by name', async () => {
    await w.make.location(ours, { code: '355002', label: 'Known' })
    const both = await w.person(
      [{ group_id: await w.make.group({ type: 'system', covers_everything: true }), needs: rights }],
      ours.id,
    )
    const { name } = await w.db
      .selectFrom('organizations')
      .select('name')
      .where('id', '=', theirs.id)
      .executeTakeFirstOrThrow()
    expect(only(await previewOf(`code,operator_name\n355002,"${name}"\n`, 'locations', both)).changes).toEqual([
      { field: 'operator_name', before: '', after: name },
    ])
  })

  test('however its code is written, a location stands in one line', async () => {
    await w.make.location(ours, { code: '375001', label: 'Known' })
    const { rows } = await previewOf('code,label\n375001,First\n" 375001",Second\n')
    expect(rows.map(({ action }) => action)).toEqual(['update', 'refused'])
    expect(rows[1]?.failures[0]?.error_message).toBe('The same as line 2')
  })

  test('it holds its locations in one order, whatever the order of the file', async () => {
    const codes = new Map<string, string>()
    for (const code of ['395001', '395002']) codes.set(await w.make.location(ours, { code }), code)
    const [first = '', second = ''] = [...codes.keys()].toSorted()
    const csv = `code,label\n${codes.get(second)},Renamed second\n${codes.get(first)},Renamed first\n`
    const { fingerprint } = await previewOf(csv)
    const other = await w.pool.connect()
    await other.query('begin')
    const hold = (id: string) => other.query('select from locations where id = $1 for share nowait', [id])
    await hold(first)
    const imported = doIt(csv, 'locations', me, fingerprint)
    // The import waits for the first without holding the second.
    await w.waitingForLocks(1)
    // A closed connection holds no lock.
    await hold(second).finally(() => other.release(true))
    expect((await imported).status).toBe(200)
  })

  test('one key, one import: a repeat gets the answer of the first', async () => {
    const csv = `${heads}\n${line('380001')}\n`
    const { fingerprint } = await previewOf(csv)
    const headers = { 'idempotency-key': 'import-1' }
    const [first, second] = [
      await me.call(importFile, { body: { kind: 'locations', csv, fingerprint }, headers }),
      await me.call(importFile, { body: { kind: 'locations', csv, fingerprint }, headers }),
    ]
    expect([first.status, first.text]).toEqual([200, second.text])
  })
})

describe('import of devices', () => {
  const deviceHeads = 'location_code,type,number,alias,comment,qr_code,hardware_id'

  test('new ones with their numbers, known ones changed, hardware assigned', async () => {
    const location = await w.make.location(ours, { code: '400001' })
    const hardware = await w.make.hardware(await w.make.controller())
    const everything = await w.make.group({ type: 'system', covers_everything: true })
    const installer = await w.person([{ group_id: everything, needs: rights }], ours.id)
    await w.make.device(location, { number: 7, alias: 'Old' })
    const csv = `${deviceHeads}\n400001,dock,7,By the lamp,,,\n400001,dock,8,,Second row,,${hardware.toLowerCase()}\n`
    const preview = await previewOf(csv, 'devices', installer)
    expect(preview.rows.map(({ key, action, failures }) => [key, action, failures])).toEqual([
      ['400001/07 dock', 'update', []],
      ['400001/08 dock', 'create', []],
    ])
    expect((await doIt(csv, 'devices', installer, preview.fingerprint)).body).toEqual({
      created: 1,
      updated: 1,
      same: 0,
    })
    const { rows } = await w.pool.query(
      `select number, alias, comment, hardware_id from devices where location_id = $1 and deleted_at is null order by number`,
      [location],
    )
    expect(rows).toMatchObject([
      { number: 7, alias: 'By the lamp' },
      { number: 8, comment: 'Second row', hardware_id: hardware },
    ])
    expect((await previewOf(csv, 'devices', installer)).rows.map(({ action }) => action)).toEqual(['same', 'same'])
  })

  test('however its number is written, a device stands in one line; a number is digits', async () => {
    const location = await w.make.location(ours, { code: '400003' })
    await w.make.device(location, { number: 1, alias: 'Old' })
    const lines = ['1,A', '001,B', '1.0,C', '0x1,D'].map((cells) => `400003,dock,${cells}\n`)
    const { rows } = await previewOf(`location_code,type,number,alias\n${lines.join('')}`, 'devices')
    expect(rows.map(({ action, failures }) => [action, failures[0]?.error_message])).toEqual([
      ['update', undefined],
      ['refused', 'The same as line 2'],
      ['refused', 'Positive numbers only'],
      ['refused', 'Positive numbers only'],
    ])
  })

  test('an export of the devices of a location comes back', async () => {
    const location_id = await w.make.location(ours, { code: '400004' })
    const hardware_id = await w.make.hardware(await w.make.controller())
    await w.make.device(location_id, { number: 1, alias: '=Gate', comment: 'By the lamp', hardware_id })
    await w.make.device(location_id, { number: 2, type: 'locker' })
    const file = (await me.call(exportLocationDevices, { params: { location_id } })).text
    expect(file).toContain(hardware_id)
    const preview = await previewOf(file, 'devices')
    expect(preview.rows.map(({ key, action, failures }) => [key, action, failures])).toEqual([
      ['400004/01 dock', 'same', []],
      ['400004/02 locker', 'same', []],
    ])
    expect(preview.ignored_columns).toContain('dock_state')
  })

  test('what is wrong is said in the words of the field, and nothing is applied', async () => {
    const location = await w.make.location(ours, { code: '400002' })
    const taken = await w.make.hardware(await w.make.controller())
    await w.make.device(location, { number: 1, hardware_id: taken })
    const csv = `${deviceHeads}\n400002,dock,0,,,,\n400002,boat,2,,,,\n999999,dock,3,,,,\n400002,dock,4,,,,XYZ\n400002,dock,5,,,,${taken}\n400002,dock,6,,,nonsense,\n`
    const { rows } = await previewOf(csv, 'devices')
    expect(rows.map(({ failures }) => `${failures[0]?.field}: ${failures[0]?.error_message}`)).toEqual([
      'number: Positive numbers only',
      'type: Type is required',
      'location_code: There is no location 999999',
      'hardware_id: Invalid Hardware ID',
      expect.stringMatching(/Hardware already assigned|Invalid Hardware ID/),
      'qr_code: QR must be valid',
    ])
    expect((await doIt(csv, 'devices')).status).toBe(422)
    const left = await w.pool.query('select count(*)::int as n from devices where location_id = $1', [location])
    expect(left.rows).toEqual([{ n: 1 }])
  })
})
