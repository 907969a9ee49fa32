import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { stringify } from 'csv-stringify/sync'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { csv, csvOfLines, fieldEnd, xlsx } from './export-formats.ts'
import type { Cell } from './export-formats.ts'

/** Texts made of what files trip over, and of anything else. */
const awkward = fc
  .array(fc.constantFrom(...'=+-@,;|"\'\t\r\n ab1＝＋－＠é'), { maxLength: 12 })
  .map((characters) => characters.join(''))
const cell: fc.Arbitrary<Cell> = fc.oneof(
  awkward,
  fc.string(),
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.boolean(),
  fc.constant(null),
  fc.array(awkward, { maxLength: 3 }),
  fc.constantFrom('0', '12.50', '-3.00').map((amount) => ({ amount })),
)

/** As one would write it down: each rule by itself, and the quoting by a library. */
function expected(records: readonly Cell[][]): string {
  const inert = (one: Cell): string => {
    if (one === null || typeof one === 'number' || typeof one === 'boolean') return one === null ? '' : String(one)
    if (typeof one === 'object' && 'amount' in one) return one.amount
    const text = (typeof one === 'string' ? one : one.join(', ')).replace(/([;\t|]\s*)('*[=+\-@＝＋－＠])/g, "$1'$2")
    return /^'*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  }
  return stringify(
    records.map((record) => record.map(inert)),
    // The library leaves a single carriage return bare; RFC 4180 does not.
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  )
}

async function written(records: Cell[][]): Promise<string> {
  async function* pages() {
    yield records
  }
  let text = ''
  for await (const bytes of csv.bytes(['first', 'second', 'third'], pages())) text += String(bytes)
  return text
}

test('RFC 4180: any cells are written as a library writes them, and formulas among them are inert', async () => {
  const records = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(records, async (rows) => {
      expect(await written(rows)).toBe(`\uFEFFfirst,second,third\r\n${expected(rows)}`)
    }),
    { numRuns: 500 },
  )
})

test('lines that PostgreSQL wrote become the same file as their cells', async () => {
  const text = fc.oneof(awkward, fc.string()).map((any) => any.replaceAll(fieldEnd, ''))
  const row = fc.tuple(text, fc.integer(), text)
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
      async function* pages() {
        yield rows.map((fields) => fields.join(fieldEnd))
      }
      let file = ''
      for await (const part of csvOfLines(['first', 'second', 'third'], [false, true, false], pages())) file += part
      expect(file).toBe(await written(rows))
    }),
    { numRuns: 500 },
  )
})

test('an amount keeps its decimals in CSV and is a number, also a negative one', async () => {
  expect(await written([[{ amount: '12.50' }, { amount: '-3.00' }, null]])).toBe(
    '\uFEFFfirst,second,third\r\n12.50,-3.00,\r\n',
  )
})

test('in a workbook an amount is a number, so that a column of them can be added up', async () => {
  async function* pages() {
    yield [[{ amount: '12.50' }, { amount: '-3.00' }, '12.50']]
  }
  const parts: Uint8Array[] = []
  for await (const bytes of xlsx.bytes(['first', 'second', 'third'], pages())) parts.push(Buffer.from(bytes))
  const [sheet] = (await readXlsx(Buffer.concat(parts))).sheets
  expect(sheet?.rows[1]).toEqual([12.5, -3, '12.50'])
})

test('security 7: no cell of a file begins as a formula does', async () => {
  const rows = ['=1+1', '+1', '@x', '\t=1+1', '-2+3', "'=1+1", '＝1+1'].map((text): Cell[] => [text, -2, null])
  const read = parse(await written(rows), { bom: true, from_line: 2, relax_quotes: false }) as string[][]
  for (const [text, number, empty] of read) expect([text?.startsWith("'"), number, empty]).toEqual([true, '-2', ''])
})
