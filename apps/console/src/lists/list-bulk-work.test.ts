import { IconReload } from '@tabler/icons-react'
import { rentalDevices, restartRentalDevices } from '@wheelhouse/contract/rentals/rentals.ts'
import { expect, test } from 'vitest'
import { stubBrowser } from '../../test/support/browser-globals.ts'
import { networkError } from '../http/api-error.ts'
import type { BulkAction, BulkState, BulkWork } from './list-bulk.ts'

stubBrowser()
const { doToMany } = await import('./list-bulk-work.ts')

const ids = (count: number): string[] => Array.from({ length: count }, (_, at) => `id ${at}`)
const selected = (count: number): BulkState => ({
  selection: new Set(ids(count)),
  frozen: null,
  result: null,
  jobId: null,
  brokenOff: null,
})
const restart: BulkAction = { label: 'Restart', icon: IconReload, route: restartRentalDevices }
const job = '{"results":[],"background_job_id":"job 1"}'

/** The answers in their order, as they travel; after the last one nothing answers. */
function workWith(action: BulkAction, answers: readonly string[]) {
  const calls: unknown[] = []
  const submit: BulkWork['submit'] = async (input) => {
    calls.push(input)
    const answer = answers[calls.length - 1]
    if (answer === undefined) throw networkError()
    return JSON.parse(answer)
  }
  return { calls, work: { list: rentalDevices.route, action, submit } }
}
const sent = { route: restartRentalDevices, body: {} }

test('more rows than an action takes are refused before anything is sent', async () => {
  const { calls, work } = workWith({ ...restart, atMost: 500 }, [job])
  await expect(doToMany(work, selected(501), sent)).rejects.toThrow('At most 500 at once')
  expect(calls).toEqual([])
  expect(await doToMany(work, selected(500), sent)).toEqual({ next: { jobId: 'job 1' }, failure: null })
  expect(calls).toHaveLength(1)
})

test('a job that was begun for some does not hide that the others were left out', async () => {
  const { work } = workWith(restart, [job])
  const { next, failure } = await doToMany(work, selected(150), sent)
  expect(failure).toEqual(networkError())
  expect([...(next.selection ?? [])]).toEqual(ids(150).slice(100))
})
