import type { Route } from '@wheelhouse/contract/route.ts'
import { answerError, networkError } from '../http/api-error.ts'
import { addressOf } from '../http/http-client.ts'
import { config } from '../http/config.ts'
import { createRowCounter } from './export-rows.ts'
import { endSession } from '../session/session-end.ts'
import { session } from '../session/session.ts'
import { viewHeaders } from '../session/view-as.ts'

export interface ExportInput {
  params?: Record<string, unknown>
  query: Record<string, unknown>
  /** None: all. */
  columns: readonly string[]
}

export interface ExportWatch {
  signal: AbortSignal
  /** Rows so far; null while nobody knows of how many. */
  onProgress: (rows: number, total: number | null) => void
}

/** Where the file goes: to disk as it comes, or into parts that become a download at the end. */
interface Sink {
  write: (chunk: Uint8Array<ArrayBuffer>) => Promise<void>
  close: () => Promise<void>
  abort: () => Promise<void>
}

declare global {
  interface Window {
    /** Not in every browser. */
    showSaveFilePicker?: (options: {
      suggestedName: string
      types: unknown[]
    }) => Promise<{ createWritable: () => Promise<FileSystemWritableFileStream> }>
  }
}

const kinds = {
  csv: { description: 'CSV', type: 'text/csv' },
  xlsx: { description: 'XLSX', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
} as const

/** `parking-sessions-active-2026-11-21.csv`: the day is the reader's. Swedish days are written as in ISO 8601. */
export function fileNameOf({ path }: Pick<Route, 'path'>, now: number, timeZone: string): string {
  const [, name = '', ending] = /([^/]+(?:\/active)?)\.(csv|xlsx)$/.exec(path) ?? []
  return `${name.replace('/', '-')}-${new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now)}.${ending}`
}

const kindOf = (fileName: string) => kinds[fileName.endsWith('.xlsx') ? 'xlsx' : 'csv']

/** Asks where to, where the browser can; null: the person thought better of it. Must be called by a click. */
export async function openFile(fileName: string): Promise<Sink | null> {
  const { showSaveFilePicker } = window
  if (showSaveFilePicker === undefined) return downloadSink(fileName)
  try {
    const { description, type } = kindOf(fileName)
    const types = [{ description, accept: { [type]: [`.${description.toLowerCase()}`] } }]
    const file = await (await showSaveFilePicker({ suggestedName: fileName, types })).createWritable()
    return { write: (chunk) => file.write(chunk), close: () => file.close(), abort: () => file.abort() }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    return downloadSink(fileName)
  }
}

/** A browser may put a blob on disk; loose bytes stay in memory. */
const partBytes = 8_000_000

function downloadSink(fileName: string): Sink {
  const parts: Blob[] = []
  let open: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const fold = () => {
    parts.push(new Blob(open))
    open = []
    bytes = 0
  }
  return {
    write: (chunk) => {
      open.push(chunk)
      bytes += chunk.byteLength
      if (bytes > partBytes) fold()
      return Promise.resolve()
    },
    close: () => {
      fold()
      save(new Blob(parts, { type: kindOf(fileName).type }), fileName)
      return Promise.resolve()
    },
    abort: () => Promise.resolve(),
  }
}

function save(blob: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  link.click()
  // The download has begun by then; the address is needed no more.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/**
 * Streams all rows of the filter into a file and returns their number, or null when nobody counted them. An error on the
 * way leaves no file.
 */
export async function exportRows(
  route: Route,
  { params, query, columns }: ExportInput,
  sink: Sink,
  watch: ExportWatch,
): Promise<number | null> {
  try {
    const response = await ask(route, addressOf(route.path, params, { ...query, column: [...columns] }), watch.signal)
    const rows = await pour(response, route.isSheet === true ? null : createRowCounter(), sink, watch)
    await sink.close()
    return rows
  } catch (error) {
    await sink.abort().catch(() => undefined)
    throw error
  }
}

async function ask(route: Route, address: string, signal: AbortSignal): Promise<Response> {
  const { accessToken } = await session.accessToken()
  const response = await fetch(config().api_url + address, {
    headers: { accept: '*/*', authorization: `Bearer ${accessToken}`, ...viewHeaders(route) },
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? error : networkError()
  })
  if (response.ok) return response
  if (response.status === 401) endSession()
  throw answerError(response.status, await response.json().catch(() => null))
}

/** Counts rows as they arrive. The progress of a workbook is unknown until its end, because a workbook is compressed. */
async function pour(
  response: Response,
  count: ReturnType<typeof createRowCounter> | null,
  sink: Sink,
  { signal, onProgress }: ExportWatch,
): Promise<number | null> {
  const counted = response.headers.get('x-total-count')
  const total = counted === null || response.headers.get('x-total-is-exact') === 'false' ? null : Number(counted)
  const reader = response.body?.getReader()
  if (reader === undefined) throw networkError()
  onProgress(0, count === null ? null : total)
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw signal.aborted ? error : networkError()
    })
    if (done) return count === null ? total : count.rows()
    count?.add(value)
    // The memory of a response is its own, never a shared one, which its type leaves open.
    await sink.write(value as Uint8Array<ArrayBuffer>)
    if (count !== null) onProgress(count.rows(), total)
  }
}
