import type { Readable } from 'node:stream'

/** The storage of pictures and reports. The server creates the names, never a caller: a folder, a slash, an id, and for a report the number of its attempt. */
export interface Files {
  /** Stores the whole file or nothing. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** The same for more than fits into memory. Returns how many bytes there were. */
  putStream(name: string, chunks: AsyncIterable<string | Uint8Array>): Promise<number>
  /** Null where there is none. */
  stream(name: string): Promise<Readable | null>
  /** Null where there is none. */
  read(name: string): Promise<Uint8Array | null>
  /** Succeeds when the file does not exist. */
  remove(name: string): Promise<void>
  /** Names below a folder, page by page. */
  names(folder: string): AsyncIterable<string[]>
}

const nameForm = /^[a-z][a-z-]{0,40}\/[0-9a-f-]{36}(-\d{1,9})?\.(jpg|csv|xlsx)$/

/** A second line of defence: only a name that the server created reaches the storage. */
export function fileName(name: string): string {
  if (!nameForm.test(name)) throw new Error('not a valid file name')
  return name
}
