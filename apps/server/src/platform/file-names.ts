/** The storage of pictures. The server creates the names, never a caller: a folder, a slash, an id. */
export interface Files {
  /** Stores the whole file or nothing. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Null where there is none. */
  read(name: string): Promise<Uint8Array | null>
  /** Succeeds when the file does not exist. */
  remove(name: string): Promise<void>
  /** Names below a folder, page by page. */
  names(folder: string): AsyncIterable<string[]>
}

const nameForm = /^[a-z][a-z-]{0,40}\/[0-9a-f-]{36}\.jpg$/

/** A second line of defence: only a name that the server created reaches the storage. */
export function fileName(name: string): string {
  if (!nameForm.test(name)) throw new Error('not a valid file name')
  return name
}
