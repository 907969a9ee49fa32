import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDevices } from '@wheelhouse/contract/devices/device-edit.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { printQrSheet } from '@wheelhouse/contract/qr-sheets/qr-sheets.ts'
import { stockRights } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { isWesternEuropean, outlinesOf } from './pdf-fonts.ts'

let w: TestApp
let ours: Organization
let operations: Caller
let viewer: Caller
let stranger: Caller
let location_id: string

beforeAll(async () => {
  w = await testApp({ CONSOLE_URL: 'https://console.example.org/' })
  ours = await w.make.organization()
  operations = await w.person([{ group_id: ours.owner, needs: stockRights('Operations') }])
  viewer = await w.person([{ group_id: ours.owner, needs: stockRights('Viewer') }])
  stranger = await w.person([{ group_id: (await w.make.organization()).owner, needs: stockRights('Superadmin') }])
})
afterAll(() => w.end())
beforeEach(async () => {
  location_id = await w.make.location(ours, { label: 'Balti jaam, Põhja-Tallinn' })
})

const print = (query: Record<string, unknown> = {}, who = operations) =>
  who.send(printQrSheet, { params: { location_id }, query })
const make = async (body: Record<string, unknown>): Promise<Device[]> =>
  (await operations.send(createDevices, { params: { location_id }, body })).body

/** What stands on the pages, drawing by drawing. */
function contentOf(pdf: string): string {
  const bytes = Buffer.from(pdf, 'latin1')
  const parts: string[] = []
  for (let at = bytes.indexOf('stream\n'); at !== -1; at = bytes.indexOf('stream\n', at + 1)) {
    const end = bytes.indexOf('endstream', at)
    try {
      parts.push(inflateSync(bytes.subarray(at + 7, end)).toString('latin1'))
    } catch {
      // Not one of the compressed ones.
    }
  }
  return parts.join('\n')
}
const textIn = (pdf: string): string =>
  [...contentOf(pdf).matchAll(/<([0-9a-f]+)>/g)]
    .map(([, hex]) => Buffer.from(hex ?? '', 'hex').toString('latin1'))
    .join('')
const pagesIn = (pdf: string): number => [...pdf.matchAll(/\/Type \/Page\b(?!s)/g)].length

async function bytesOf(query: Record<string, unknown> = {}): Promise<string> {
  const query_ = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
  const answer = await w.app.inject({
    url: `/location/v1/locations/${location_id}/qr-sheet?${query_}`,
    headers: { authorization: `Bearer ${operations.token}` },
  })
  expect(answer.statusCode, answer.payload).toBe(200)
  return answer.rawPayload.toString('latin1')
}

describe('sheet of QR labels', () => {
  test('a label a device: its code, its number, its location', async () => {
    const [dock] = await make({ type: 'dock', amount: 1, alias: 'By the lamp' })
    const answer = await print()
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="qr-codes-${dock?.location_code}.pdf"`,
    })
    const pdf = await bytesOf()
    expect(pdf.slice(0, 5)).toBe('%PDF-')
    expect(pdf.trimEnd().endsWith('%%EOF')).toBe(true)
    const text = textIn(pdf)
    for (const part of [
      `${dock?.location_code}/01`,
      'Dock 01',
      'By the lamp',
      'Balti jaam, Põhja-Tallinn',
      dock?.qr_code?.slice(0, 5) ?? '',
    ])
      expect(text).toContain(part)
  })

  test('as many pages as it takes, from the first free label on', async () => {
    await make({ type: 'dock', amount: 13 })
    expect(pagesIn(await bytesOf())).toBe(2)
    expect(pagesIn(await bytesOf({ skip: 12 }))).toBe(2)
    expect(pagesIn(await bytesOf({ size: 'small' }))).toBe(1)
    expect(pagesIn(await bytesOf({ size: 'small', skip: 16 }))).toBe(2)
  })

  test('of those asked for, of those whose sticker is missing, never of what has no code or goes', async () => {
    const [first, second] = await make({ type: 'dock', amount: 2 })
    const [bare] = await make({ type: 'controller', amount: 1, has_qr_codes: false })
    await w.pool.query('update devices set qr_update_pending = false where id = $1', [first?.id])
    expect(textIn(await bytesOf({ device_id: first?.id }))).not.toContain('Dock 02')
    const pending = textIn(await bytesOf({ pending: 'true' }))
    expect([pending.includes('Dock 02'), pending.includes('Dock 01')]).toEqual([true, false])
    const none = await print({ device_id: bare?.id })
    expect([none.status, none.body.error_code]).toEqual([409, 'no_qr_codes'])
    await w.pool.query('update devices set deleted_at = now() where id = $1', [second?.id])
    expect(textIn(await bytesOf())).not.toContain('Dock 02')
  })

  test('letters of other alphabets are drawn', async () => {
    await w.pool.query(`update locations set label = 'Площадь Řehoř Σύνταγμα' where id = $1`, [location_id])
    await make({ type: 'dock', amount: 1 })
    const drawn = 'Площадь'
    const curves = [...contentOf(await bytesOf({ size: 'small' })).matchAll(/ [vyc]$/gm)].length
    // A code, a frame and letters of the PDF's own fonts have none.
    expect(curves).toBeGreaterThan(50)
    expect(isWesternEuropean(drawn)).toBe(false)
    expect(outlinesOf(drawn).every(({ path, advance }) => path.length > 10 && advance > 0)).toBe(true)
  })

  test('rights: printing needs SETDEEPLINK, and who does not see the location finds nothing', async () => {
    await make({ type: 'dock', amount: 1 })
    expect((await print({}, viewer)).status).toBe(403)
    expect((await print({}, stranger)).status).toBe(404)
  })
})
