import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import * as z from 'zod'
import { AppError, BatchFailure } from '@wheelhouse/contract/errors.ts'
import type { ErrorCode } from '@wheelhouse/contract/errors.ts'
import type { importFile, ImportKind, ImportPreview, ImportRow } from '@wheelhouse/contract/imports/imports.ts'
import type { ReplyOf } from '@wheelhouse/contract/route.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { toAppError } from '../../http/errors.ts'
import { write } from '../../journal/write.ts'
import type { Work } from '../../journal/write.ts'
import { lockName } from '../../platform/locks.ts'
import type { Importer } from './cells.ts'
import { importDevice } from './devices.ts'
import { importLocation } from './locations.ts'
import { readCsv } from './read-csv.ts'
import type { FileRow, ImportedFile } from './read-csv.ts'

const importers: Record<ImportKind, Importer> = { locations: importLocation, devices: importDevice }

/** A row with the codes that the catalogue has. */
type DoneRow = Omit<ImportRow, 'failures'> & { failures: Failure[] }
type Failure = ImportRow['failures'][number] & { error_code: ErrorCode }

type ImportCounts = ReplyOf<typeof importFile>
interface File {
  kind: ImportKind
  csv: string
}

/** The import itself, taken back: what it shows is what the same file would do now. */
export async function previewOf(ctx: Ctx, { kind, csv }: File): Promise<ImportPreview> {
  await assertMayImport(ctx)
  const file = readCsv(kind, csv)
  return inTurn(ctx, () => preview(ctx, kind, file))
}

/** Each row asks its own right; with rights to read alone no row could succeed, and the file would only keep others waiting. */
async function assertMayImport({ db, person }: Ctx): Promise<void> {
  const { rows } = await sql`
    select 1 from role_grants g join role_actions a on a.role_id = g.role_id
    where g.person_id = ${person.id}::uuid and a.resource_type in ('location', 'device', 'hardware') and a.action not like 'GET%'
    limit 1`.execute(db)
  if (rows.length === 0) throw new AppError('forbidden', { missing: 'CREATE or UPDATE of a location or a device' })
}

async function preview(ctx: Ctx, kind: ImportKind, file: ImportedFile): Promise<ImportPreview> {
  const { idempotency: _, ...rest } = ctx
  let rows: ImportRow[] = []
  await ctx.db
    .transaction()
    .execute(async (tx) => {
      rows = await doRows({ ...rest, db: tx }, tx, kind, file)
      throw takenBack
    })
    .catch((error: unknown) => {
      if (error !== takenBack) throw error
    })
  return { rows, ignored_columns: file.ignored_columns, fingerprint: fingerprintOf(rows) }
}

const takenBack = new Error('taken back')

/** All rows in one transaction, or none: also none when they would do something else by now than what was shown. */
export async function importRows(
  ctx: Ctx,
  { kind, csv, fingerprint }: File & { fingerprint: string },
): Promise<ImportCounts> {
  await assertMayImport(ctx)
  const file = readCsv(kind, csv)
  const work: Work<ImportCounts> = async (tx, _journal, inside) => {
    const rows = await doRows(inside, tx, kind, file)
    const refused = rows.flatMap(({ line, key, failures }) =>
      failures.map(({ field, ...found }) => (field ? { line, key, field, ...found } : { line, key, ...found })),
    )
    if (refused.length > 0) throw new BatchFailure(refused)
    if (fingerprintOf(rows) !== fingerprint) throw new AppError('import_changed')
    const count = (action: ImportRow['action']): number => rows.filter((row) => row.action === action).length
    return { created: count('create'), updated: count('update'), same: count('same') }
  }
  return inTurn(ctx, () => write(ctx, work))
}

/** With the one that runs. */
const underWayAtMost = 4
const retryAfterS = 10
const people = new Set<string>()
let lastTurn: Promise<unknown> = Promise.resolve()

/**
 * One at a time in this process, before it takes a connection: those that waited for the lock of `doRows` would hold them
 * all, and nobody else would be answered. Of one person one is under way, so that nobody fills the queue alone.
 */
async function inTurn<T>({ person }: Ctx, work: () => Promise<T>): Promise<T> {
  if (people.size >= underWayAtMost || people.has(person.id))
    throw new AppError('too_many_requests', { retry_after_s: retryAfterS })
  people.add(person.id)
  const turn = lastTurn.then(work).finally(() => people.delete(person.id))
  lastTurn = turn.catch(() => null)
  return turn
}

const fingerprintOf = (rows: ImportRow[]): string => createHash('sha256').update(JSON.stringify(rows)).digest('hex')

/** One import at a time: two that name the same rows in another order would wait for each other. */
async function doRows(inside: Ctx, tx: Tx, kind: ImportKind, file: ImportedFile): Promise<DoneRow[]> {
  await lockName(tx, 'imports')
  await lockLocations(inside, tx, importers[kind], file.rows)
  const rows: DoneRow[] = []
  const seen = new Map<string, number>()
  for (const row of file.rows) {
    const key = importers[kind].keyOf(row.cells)
    rows.push({ line: row.line, key, ...(await doRow(inside, tx, importers[kind], row, seen.get(key))) })
    if (!seen.has(key)) seen.set(key, row.line)
  }
  return rows
}

/**
 * In the order of who else holds several: by themselves the rows would lock them in the order of the file. What the importer
 * may see and not change stays free, so that nobody keeps others from their own locations.
 */
async function lockLocations(inside: Ctx, tx: Tx, importer: Importer, rows: readonly FileRow[]): Promise<void> {
  const codes = rows.map(({ cells }) => cells.location_code ?? cells.code).filter((code) => code !== undefined)
  const isSeen = rowIsVisible(inside, 'location', 'GET', 'location', sql`l.id`)
  await sql`select l.id from locations l where l.code = any(${codes}::bpchar[]) and ${isSeen} and ${isWritable(inside, importer)}
    order by l.id for no key update of l`.execute(tx)
}

/** A right on a device is held at its location or on the device alone. */
function isWritable(inside: Ctx, { writeRights }: Importer): RawBuilder<boolean> {
  const withDevices = sql`any(array(select l.id union all select d.id from devices d where d.location_id = l.id))`
  const held = writeRights.map(([type, action]) =>
    type === 'device'
      ? rowIsVisible(inside, type, action, ['location', 'device'], withDevices)
      : rowIsVisible(inside, type, action, 'location', sql`l.id`),
  )
  return sql`(${sql.join(held, sql` or `)})`
}

/** A savepoint a row: what one row is refused for says nothing of the next. */
async function doRow(
  inside: Ctx,
  tx: Tx,
  importer: Importer,
  { cells, isUneven }: FileRow,
  sameAs: number | undefined,
): Promise<Omit<DoneRow, 'line' | 'key'>> {
  if (isUneven) return refusal([failure(null, 'This line has more or fewer cells than the first')])
  if (sameAs !== undefined) return refusal([failure(null, `The same as line ${sameAs}`)])
  await sql`savepoint import_row`.execute(tx)
  try {
    const done = await importer.run(inside, cells)
    await sql`release savepoint import_row`.execute(tx)
    return { ...done, failures: [] }
  } catch (error) {
    const failures = failuresOf(error, cells)
    await sql`rollback to savepoint import_row`.execute(tx)
    return refusal(failures)
  }
}

const refusal = (failures: Failure[]) => ({ action: 'refused' as const, changes: [], failures })

/** Every field that is wrong, each once, so that a file is mended in one go; a database that is away is everybody's failure. */
function failuresOf(error: unknown, cells: FileRow['cells']): Failure[] {
  if (error instanceof z.ZodError) return wrongCells(error, cells)
  const { status, code, fields, message } = toAppError(error, false)
  if (status >= 500) throw error
  return [{ field: typeof fields.field === 'string' ? fields.field : null, error_code: code, error_message: message }]
}

const requiredEnd = / (is|are) required$/

/** Cells that may not be empty are one refusal together: a row that leaves all of them empty is one mistake. */
function wrongCells({ issues }: z.ZodError, cells: FileRow['cells']): Failure[] {
  const wrong = [...new Map(issues.toReversed().map(({ path, message }) => [path.join('.'), message]))].toReversed()
  const isEmpty = ([field, words]: [string, string]): boolean => requiredEnd.test(words) && !cells[field]
  const empty = wrong.filter(isEmpty)
  const told = empty.length < 2 ? wrong : wrong.filter((one) => !isEmpty(one))
  const failures = told.map(([field, words]) => failure(field || null, words))
  if (empty.length < 2) return failures
  const names = empty.map(([, words]) => words.replace(requiredEnd, ''))
  return [failure(null, `These fields are required: ${names.join(', ')}`), ...failures]
}

const failure = (field: string | null, error_message: string): Failure => ({
  field,
  error_code: 'invalid_body',
  error_message,
})
