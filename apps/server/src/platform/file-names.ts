/** Where pictures lie. A name is made by us, never by a caller: a folder, a slash, an id. */
export interface Files {
  /** Whole or not at all. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Null where there is none. */
  read(name: string): Promise<Uint8Array | null>
  /** What is not there is deleted already. */
  remove(name: string): Promise<void>
  /** Names below a folder, page by page. */
  names(folder: string): AsyncIterable<string[]>
}

const nameForm = /^[a-z][a-z-]{0,40}\/[0-9a-f-]{36}\.jpg$/

/** The second fence: nothing that is no name of ours reaches a disk. */
export function fileName(name: string): string {
  if (!nameForm.test(name)) throw new Error('this is no file of ours')
  return name
}
