import { writeXlsxStream } from 'hucre/xlsx'

/** An amount with its decimals, `12.50`: a number, by which a sheet can reckon. */
export interface AmountCell {
  readonly amount: string
}

export type Cell = string | number | boolean | null | readonly string[] | AmountCell

/** How an export is written: records come a page at a time, bytes leave as they are taken. */
interface ExportFormat {
  type: string
  about: string
  bytes: (names: string[], pages: AsyncIterable<Cell[][]>) => AsyncIterable<string | Uint8Array>
}

// Excel takes a file without it for one in the code page of its country; other readers skip it.
const byteOrderMark = '\uFEFF'

const isAmount = (cell: Cell): cell is AmountCell => typeof cell === 'object' && cell !== null && 'amount' in cell

export const csv: ExportFormat = {
  type: 'text/csv; charset=utf-8; header=present',
  about: 'UTF-8 with a byte order mark, RFC 4180',
  async *bytes(names, pages) {
    yield byteOrderMark + lines([names])
    for await (const page of pages) yield lines(page)
  },
}

/** RFC 4180. Written out by hand, because a million records took longer in a library than in the database. */
function lines(records: readonly (readonly Cell[])[]): string {
  let text = ''
  for (const record of records) {
    for (let index = 0; index < record.length; index++) text += (index === 0 ? '' : ',') + field(record[index] ?? null)
    text += '\r\n'
  }
  return text
}

/** Ends each field but the last of a line that PostgreSQL wrote; the statement keeps it out of every field. */
export const fieldEnd = '\u001F'

/** The fields of such a line; an empty one is null. */
export function fieldsOf(line: string, isNumber: readonly boolean[]): (string | number | null)[] {
  return line.split(fieldEnd).map((text, index) => {
    if (text === '') return null
    return isNumber[index] ? Number(text) : text
  })
}

/**
 * CSV of lines that PostgreSQL wrote. Nearly all of them need no look at their single fields, so that a report of a million rows
 * makes a text a row and not an object for each of its cells: these fill the memory faster than it is freed.
 */
export async function* csvOfLines(
  names: string[],
  isNumber: readonly boolean[],
  pages: AsyncIterable<readonly string[]>,
): AsyncGenerator<string> {
  yield byteOrderMark + lines([names])
  for await (const page of pages) {
    let text = ''
    for (const line of page) {
      if (isPlainLine(line)) text += `${line.replaceAll(fieldEnd, ',')}\r\n`
      else text += lines([fieldsOf(line, isNumber)])
    }
    yield text
  }
}
// Written with the name of the character, which a regular expression may not hold as such.
const unlikeText = new RegExp(`[",;|\\t\\r\\n]|(?:^|${fieldEnd})'*[=+\\-@＝＋－＠]`)
const isPlainLine = (line: string): boolean => !unlikeText.test(line)

/** One look at each text: nearly all of them are neither quoted nor made inert. */
const isPlain = (text: string): boolean => !/[",;|\t\r\n]|^'*[=+\-@＝＋－＠]/.test(text)

function field(cell: Cell): string {
  if (typeof cell === 'string' && isPlain(cell)) return cell
  const text = inert(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Prefixes a text that a spreadsheet would run as a formula; a negative number stays a number. A text that already has
 * the prefix gets a second one, so that an import, which removes one, reads the original. The same is done behind a
 * semicolon, tab or bar inside: half of the spreadsheets of Europe start another cell there, whatever is quoted.
 */
function inert(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell)
  if (isAmount(cell)) return cell.amount
  const text = typeof cell === 'string' ? cell : cell.join(', ')
  const inside = text.replace(/([;\t|]\s*)('*[=+\-@＝＋－＠])/g, "$1'$2")
  return /^'*[=+\-@\t\r\n＝＋－＠]/.test(inside) ? `'${inside}` : inside
}

export const xlsx: ExportFormat = {
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  about: 'A workbook of one sheet, a second one beyond 1,048,576 rows',
  bytes: (names, pages) =>
    writeXlsxStream(valuesOf(pages), {
      name: 'Export',
      freezePane: { rows: 1 },
      columns: names.map((name) =>
        isTime(name) ? { header: name, width: 20, numFmt: timeFormat } : { header: name, width: 16 },
      ),
    }),
}

const timeFormat = 'yyyy-mm-dd hh:mm:ss'
const isTime = (name: string): boolean => name === 'at' || name.endsWith('_at')

async function* valuesOf(pages: AsyncIterable<Cell[][]>) {
  for await (const page of pages) yield* page.map((record) => record.map(valueOf))
}

/** Texts are typed as texts, so that no formula is read into them; times and amounts are such, by which a sheet can sort and reckon. */
function valueOf(cell: Cell): string | number | boolean | Date | null {
  if (cell === null || typeof cell === 'number' || typeof cell === 'boolean') return cell
  if (isAmount(cell)) return Number(cell.amount)
  const text = typeof cell === 'string' ? cell : cell.join(', ')
  if (instant.test(text)) return new Date(text)
  return text.replace(unwritable, '\uFFFD').slice(0, longestText)
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
/** What one cell of a sheet holds. */
const longestText = 32_767
/** Signs that XML cannot hold. */
const unwritable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
