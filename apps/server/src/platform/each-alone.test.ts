import { pino } from 'pino'
import { expect, test } from 'vitest'
import { doEachAlone } from './each-alone.ts'

const things = ['one', 'two', 'three'].map((id) => ({ id }))

function sweep(fault: Error) {
  const lines: { msg: string; sweep?: string; id?: string; failed?: number }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const done: string[] = []
  const ended = doEachAlone({ log }, 'things.sweep', things, async ({ id }) => {
    if (id === 'two') throw fault
    done.push(id)
  })
  return { lines, done, ended }
}

test('one thing that fails is logged with its id, and the others are done', async () => {
  const { lines, done, ended } = sweep(new Error('broken'))
  await ended
  expect(done).toEqual(['one', 'three'])
  expect(lines).toMatchObject([
    { sweep: 'things.sweep', id: 'two', err: { message: 'broken' } },
    { sweep: 'things.sweep', failed: 1, of: 3 },
  ])
})

test('while the database is away the sweep ends, so that its job is repeated', async () => {
  const { lines, done, ended } = sweep(Object.assign(new Error('terminating connection'), { code: '57P01' }))
  await expect(ended).rejects.toMatchObject({ code: '57P01' })
  expect([done, lines]).toEqual([['one'], []])
})

test('a statement that ran for too long is a failure of its thing alone', async () => {
  const fault = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  const { done, ended } = sweep(fault)
  await ended
  expect(done).toEqual(['one', 'three'])
})

test('a process that shuts down leaves the rest', async () => {
  const life = new AbortController()
  const done: string[] = []
  const log = pino({ level: 'silent' })
  await doEachAlone({ log, signal: life.signal }, 'things.sweep', things, async ({ id }) => {
    done.push(id)
    life.abort()
  })
  expect(done).toEqual(['one'])
})
