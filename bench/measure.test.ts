import { expect, test } from 'vitest'
import { interleaved, interleavedSides, summarize, quantile, rangeOf } from './measure.ts'
import type { Aim } from './measure.ts'
import { textTable, writtenInto } from './table.ts'

const description = { bench: 'list-first', what: 'page of 50', size: '1M', unit: 'requests/s', peerName: 'bare pg' }
const rounds = (subject: number[], peer: number[]) => ({ subject, peer, load: subject.map(() => 1) })
const verdict = (subject: number[], peer: number[], aim: Aim) =>
  summarize({ ...description, aim }, rounds(subject, peer)).verdict

test('the median, the minimum and the maximum of the rounds', () => {
  expect(rangeOf([5, 1, 3])).toEqual({ median: 3, least: 1, most: 5 })
  expect(rangeOf([4, 1, 2, 3])).toEqual({ median: 2.5, least: 1, most: 4 })
  expect(quantile([10, 20, 30, 40, 50], 0.99)).toBeCloseTo(49.6)
  expect(() => rangeOf([])).toThrow('Nothing was measured')
})

test('the ratio is computed per round, because a disturbance affects both halves of a round', () => {
  const line = summarize(description, rounds([80, 8, 90], [100, 10, 100]))
  expect(line.ratio).toEqual({ median: 0.8, least: 0.8, most: 0.9 })
  expect(line.subject.median / (line.peer?.median ?? 0)).toBe(0.8)
  expect(line.verdict).toBe('reported')
  expect(() => summarize(description, rounds([1, 2], [1]))).toThrow('different numbers of rounds')
})

test('the verdict uses the median, for each kind of aim', () => {
  expect(verdict([70, 80, 85], [100, 100, 100], { is: 'at least', ratio: 0.8 })).toBe('met')
  expect(verdict([70, 79, 99], [100, 100, 100], { is: 'at least', ratio: 0.8 })).toBe('missed')
  expect(verdict([14, 15, 30], [10, 10, 10], { is: 'at most', ratio: 1.5 })).toBe('met')
  expect(verdict([14, 16, 16], [10, 10, 10], { is: 'at most', ratio: 1.5 })).toBe('missed')
  expect(verdict([39, 40, 41], [10, 10, 10], { is: 'peer plus', more: 30 })).toBe('met')
  expect(verdict([40, 41, 41], [10, 10, 10], { is: 'peer plus', more: 30 })).toBe('missed')
  expect(verdict([1_999], [1], { is: 'under', value: 2_000 })).toBe('met')
  expect(verdict([2_000], [1], { is: 'under', value: 2_000 })).toBe('missed')
  expect(verdict([3_000], [1], { is: 'over', value: 3_000 })).toBe('met')
  expect(verdict([2_999], [1], { is: 'over', value: 3_000 })).toBe('missed')
  expect(() => verdict([1], [], { is: 'at least', ratio: 1 })).toThrow('needs a peer')
})

test('subject and peer alternate, and so does the one that begins', async () => {
  const order: string[] = []
  const turn = (name: string) => async () => order.push(name)
  const made = await interleaved(4, turn('subject'), turn('peer'))
  expect(order).toEqual(['subject', 'peer', 'peer', 'subject', 'subject', 'peer', 'peer', 'subject'])
  expect([made.subject.length, made.peer.length, made.load.length]).toEqual([4, 4, 4])
})

test('with several peers each round has a figure of everybody, in turned order', async () => {
  const order: string[] = []
  const turn = (name: string) => async () => order.push(name)
  const made = await interleavedSides(2, { subject: turn('subject'), bare: turn('bare'), grid: turn('grid') })
  expect(order).toEqual(['subject', 'bare', 'grid', 'grid', 'bare', 'subject'])
  expect(made.figures).toEqual({ subject: [1, 6], bare: [2, 5], grid: [3, 4] })
  expect(made.load).toHaveLength(2)
})

test('running one benchmark replaces its lines of the page and keeps the others', () => {
  const lines = [summarize({ ...description, aim: { is: 'at least', ratio: 0.8 } }, rounds([90], [100]))]
  const page =
    '# Performance\n\n<!-- bench -->\nold words\n\n| a | b |\n|---|---|\n| list-first | 0.1 |\n| cold-start | 7 |\n<!-- /bench -->\n\n## Lists\n'
  const once = writtenInto(page, lines, { head: 'Conditions.', names: ['list-first', 'cold-start'] })
  expect(once).toMatch(
    /^# Performance\n[^]*Conditions\.[^]*\| list-first \| 1M \| page of 50 \|[^]*\| cold-start \| 7 \|[^]*## Lists\n$/,
  )
  expect(once).not.toContain('0.1')
  expect(once).toContain('0.90')
  expect(writtenInto(once, lines, { head: 'Conditions.', names: ['list-first', 'cold-start'] })).toBe(once)
  expect(() => writtenInto('# Nothing', lines, { head: '', names: [] })).toThrow('has no section')
})

test('the table says met and missed', () => {
  const aim: Aim = { is: 'at least', ratio: 0.8 }
  const text = textTable([
    summarize({ ...description, aim }, rounds([90], [100])),
    summarize({ ...description, aim }, rounds([50], [100])),
  ])
  expect(text).toMatch(/0\.90 .*at least 0\.8 +met/)
  expect(text).toMatch(/0\.50 .*at least 0\.8 +MISSED/)
})
