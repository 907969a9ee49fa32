import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { importRowsAtMost } from '@wheelhouse/contract/imports/imports.ts'
import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { heads, importActions, makeImportPlace, only } from '../../../test/support/import-place.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let ours: Organization
let me: Caller
let ownerName: string

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  ;({ ours, me, ownerName } = await makeImportPlace(w))
})

const { look, previewOf, line } = importActions(() => ({ w, me, ownerName }))

describe('the file of an import', () => {
  test.each([
    ['no code', 'label\nx\n', 'The column code is missing'],
    ['an unknown column', 'code,colour\n1,red\n', 'There is no column colour'],
    ['a column twice', 'code,label,label\n1,a,b\n', 'The column label appears twice'],
    ['no rows', 'code,label\n', 'The file has no rows'],
    ['an open quote', 'code,label\n"1,a\n', 'a quote is not closed'],
    ['a column without a name', 'code,,label\n1,2,b\n', 'Column 2 has no name'],
    [
      'a sign that was lost',
      'code,label\n360009,\uFFFDlemiste\n',
      'Line 2 contains a character that cannot be read: save the file as UTF-8',
    ],
    ['too many rows', `code\n${'1\n'.repeat(importRowsAtMost + 1)}`, 'At most 1000 rows at once'],
  ])('a file with %s is refused as a whole, in words', async (_name, csv, words) => {
    const answer = await look(csv)
    expect([answer.status, answer.body.field]).toEqual([400, 'csv'])
    expect(answer.body.error_message).toContain(words)
  })

  test.each([
    ['semicolons and a byte order mark', '\uFEFFcode;label;free_parking_hours\r\n360001;Naam;1,5\r\n', '360001'],
    ['tabs and heads in capitals', 'CODE\tLABEL\tFREE_PARKING_HOURS\n360002\tNaam\t1.5\n', '360002'],
    [
      'rows and columns that are empty at the end',
      'code,label,free_parking_hours,,\n360004,Naam,1.5,,\n,,,,\n',
      '360004',
    ],
    [
      'a first line that names the separator',
      '\uFEFFsep=;\r\ncode;label;free_parking_hours\r\n360005;Naam;1,5\r\n',
      '360005',
    ],
    ['quoted cells with spaces', 'code,label,free_parking_hours\n" 360006 ", "Naam " ,1.5\n', '360006'],
    ['empty lines and spaces', '\ncode , label,free_parking_hours\n\n360003, Naam ,1.5\n\n', '360003'],
  ])('%s are read', async (_name, csv, code) => {
    await w.make.location(ours, { code, label: 'Old' })
    expect(only(await previewOf(csv)).changes).toEqual([
      { field: 'label', before: 'Old', after: 'Naam' },
      { field: 'free_parking_hours', before: '0', after: '1.5' },
    ])
  })

  test('a line with other cells than the first, and a second line of one code, are refused', async () => {
    const { rows } = await previewOf(`${heads}\n${line('370001')}\n${line('370001')}\n${line('370002', ',more')}\n`)
    expect(rows.map(({ line: n, action }) => [n, action])).toEqual([
      [2, 'create'],
      [3, 'refused'],
      [4, 'refused'],
    ])
  })

  test('required cells that are empty are one refusal, beside what else is wrong', async () => {
    await w.make.location(ours, { code: '375010', label: 'Known' })
    const csv = 'code,label,country,type,generation\n375010,Renamed,,,\n375011,x,,,\n375010x,New,EE,,G3\n'
    const { rows } = await previewOf(csv)
    expect(rows.map(({ action }) => action)).toEqual(['refused', 'refused', 'refused'])
    expect(rows[0]?.failures).toEqual([
      {
        field: null,
        error_code: 'invalid_body',
        error_message: 'These fields are required: Country, Type, Generation',
      },
    ])
    expect(rows[1]?.failures.map(({ field, error_message }) => [field, error_message])).toEqual([
      [null, expect.stringMatching(/^These fields are required: .*Country/)],
      ['label', 'Label: at least 3 characters'],
    ])
    const left = await previewOf('code,label\n375010,Renamed\n')
    expect(left.rows.map(({ action }) => action)).toEqual(['update'])
  })

  test('numbers are digits', async () => {
    await w.make.location(ours, { code: '375002', label: 'Known' })
    const { rows } = await previewOf('code,free_parking_hours\n375002,0x10\n')
    expect(rows[0]?.failures[0]?.error_message).toBe('Free parking hours: a number')
    expect((await previewOf('code,free_parking_hours\n375002,1e1\n')).rows[0]?.action).toBe('refused')
  })

  test('a file of the largest size is read, whatever its letters; a larger one is refused in words', async () => {
    await w.make.location(ours, { code: '375003', label: 'Known' })
    const row = `375003,"${'õ'.repeat(800)}"\n`
    const text = `code,label\n${row.repeat(900)}`
    expect(Buffer.byteLength(text)).toBeGreaterThan(1_048_576)
    expect((await previewOf(text)).rows[0]?.failures[0]?.error_message).toBe('Label: at most 64 characters')
    const answer = await look(`code,label\n${row.repeat(1_200)}`)
    expect([answer.status, answer.body.error_message]).toEqual([
      400,
      expect.stringContaining('The file is too large: split it'),
    ])
  })
})

const writer = { location: ['GET', 'UPDATE'] } satisfies Needs

describe('a file costs others nothing', () => {
  test('security 9: a person who may only read is refused before the file is read', async () => {
    const viewer = await w.person([{ group_id: ours.owner, needs: { location: ['GET'], device: ['GET'] } }])
    expect((await look('no file at all', 'locations', viewer)).body).toMatchObject({ error_code: 'forbidden' })
    expect((await look('no file at all')).body).toMatchObject({ error_code: 'invalid_body' })
  })

  test.each([
    ['locations', 391_001, (codes: string[]) => `code,label\n${codes.map((code) => `${code},Known\n`).join('')}`],
    [
      'devices',
      391_003,
      (codes: string[]) => `location_code,type,number\n${codes.map((code) => `${code},dock,1\n`).join('')}`,
    ],
  ] as const)(
    'a preview of %s holds what the person may change, and nothing that they may only see',
    async (kind, code, csvOf) => {
      const codes = [String(code), String(code + 1)]
      const theirs = await w.make.organization()
      // The lower id would be locked first.
      const seen = await w.make.location(theirs, { code: codes[0], label: 'Known' })
      const writable = await w.make.location(ours, { code: codes[1], label: 'Known' })
      await w.make.device(seen, { number: 1, type: 'dock' })
      const ofOneDevice = await w.make.group()
      await w.make.members('device', await w.make.device(writable, { number: 1, type: 'dock' }), [ofOneDevice])
      const reader = { location: ['GET', 'LAUNCH'], device: ['GET', 'GETSETTINGS'] } satisfies Needs
      const who = await w.person([
        { group_id: theirs.owner, needs: reader },
        { group_id: ours.owner, needs: kind === 'locations' ? writer : reader },
        { group_id: ofOneDevice, needs: { device: ['UPDATE'] } },
      ])
      const other = await w.pool.connect()
      await other.query('begin')
      const hold = (id: string) => other.query('select from locations where id = $1 for no key update nowait', [id])
      await hold(writable)
      const asked = look(csvOf(codes), kind, who)
      await w.waitingForLocks(1)
      // A closed connection holds no lock.
      await hold(seen).finally(() => other.release(true))
      expect((await asked).body.rows).toMatchObject([{ action: 'same' }, { action: 'same' }])
    },
  )

  test('ten thousands of columns nobody knows are refused at once', async () => {
    const heads = Array.from({ length: 40_000 }, (_, n) => n.toString(36)).join(',')
    // Computing time: what else the machine does must not decide.
    const started = process.cpuUsage()
    expect((await look(`code,${heads}\nx\n`)).body).toMatchObject({ error_code: 'invalid_body', field: 'csv' })
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000)
  })

  test('imports that wait for another one hold no connection, and few wait', async () => {
    const location_id = await w.make.location(ours, { code: '390001' })
    const other = await w.pool.connect()
    await other.query('begin')
    await other.query(`select pg_advisory_xact_lock(hashtextextended('imports', 0))`)
    const eightRefused = Promise.withResolvers<void>()
    let refused = 0
    const people = await Promise.all([1, 2, 3, 4, 5, 6].map(() => w.person([{ group_id: ours.owner, needs: writer }])))
    const asked = [...people, ...people].map(async (who) => {
      const { status } = await look(`code,label\n390001,Newer name\n`, 'locations', who)
      if (status === 429 && ++refused === 8) eightRefused.resolve()
      return status
    })
    await Promise.all([w.waitingForLocks(1), eightRefused.promise])
    expect((await me.call(getLocation, { params: { location_id } })).status).toBe(200)
    await other.query('rollback')
    other.release()
    expect((await Promise.all(asked)).toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(4).fill(200),
      ...Array<number>(8).fill(429),
    ])
  })
})
