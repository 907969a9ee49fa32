import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Needs } from '@wheelhouse/contract/access.ts'
import {
  cancelReport,
  createReport,
  createReportLink,
  downloadReport,
  runReportAgain,
} from '@wheelhouse/contract/reports/reports.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { makePendingReports } from './making.ts'

/** A bucket that completes an upload when the test says so, as a slow network does. */
const stored = new Map<string, Buffer>()
const uploadsHeld: (() => void)[] = []
let holdsUploads = false
const bucket = createServer((request, reply) => {
  const key = new URL(request.url ?? '', 'http://bucket.test').pathname
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (request.method === 'GET') return void reply.writeHead(stored.has(key) ? 200 : 404).end(stored.get(key))
    if (request.method === 'DELETE') return void reply.writeHead(stored.delete(key) ? 204 : 404).end()
    const store = (): void => {
      stored.set(key, Buffer.concat(chunks))
      reply.writeHead(200).end()
    }
    if (holdsUploads) uploadsHeld.push(store)
    else store()
  })
})

let w: TestApp
beforeAll(async () => {
  bucket.listen(0, '127.0.0.1')
  await once(bucket, 'listening')
  const { port } = bucket.address() as AddressInfo
  w = await testApp({ FILES_URL: `s3+http://key:secret@127.0.0.1:${port}/files` })
})
afterAll(async () => {
  await w.end()
  bucket.close()
})

const one = (report_id: string) => ({ params: { report_id } })

test('the file of a cancelled run that ends late reaches nobody to whom the next run belongs', async () => {
  const needs: Needs = { report: ['CREATE_REPORT', 'GET_REPORTS'], location: ['GET', 'GET_PRIVATE_TAGS'] }
  const [ours, theirs] = [await w.make.organization(), await w.make.organization()]
  const location_ids = [
    await w.make.location(ours, { label: 'Ours' }),
    await w.make.location(theirs, { label: 'Only for the first maker' }),
  ]
  const first = await w.person(
    [
      { group_id: ours.owner, needs },
      { group_id: theirs.owner, needs },
    ],
    ours.id,
  )
  const second = await w.person([{ group_id: ours.owner, needs }], ours.id)
  const body = { description: 'Both locations', type: 'locations_metadata', format: 'csv', location_ids } as const
  const days = { from_day: '2026-03-01', to_day: '2026-03-31' }
  const { id } = (await first.call(createReport, { body: { ...body, ...days } as never })).body

  holdsUploads = true
  const late = makePendingReports(w)
  await expect.poll(() => uploadsHeld.length).toBe(1)
  expect((await first.call(cancelReport, one(id))).status).toBe(200)
  holdsUploads = false
  expect((await second.call(runReportAgain, one(id))).status).toBe(200)
  await w.runJobs()
  uploadsHeld.forEach((store) => store())
  await late

  const text = await downloadedBy(second, id)
  expect(text).toContain('Ours')
  expect(text).not.toContain('Only for the first maker')
  expect([...stored.keys()]).toEqual([`/files/reports/${id}-2.csv`])
})

async function downloadedBy(reader: Caller, id: string): Promise<string> {
  const link = await reader.call(createReportLink, one(id))
  const token = String(link.body.url).split('/').at(-1) as string
  return (await reader.call(downloadReport, { params: { token } })).text
}
