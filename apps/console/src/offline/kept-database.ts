import { keptDatabase } from '../session/kept-database-name.ts'

/** A reply of the server as this device keeps it. */
export interface KeptReply {
  /** One record a query. */
  key: string
  /** Of whom: another person on this device must not see it. */
  sub: string
  /** When it came; milliseconds. */
  at: number
  queryKey: string[]
  data: unknown
}

const storeName = 'replies'

const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The store of this device failed')))
  })

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(keptDatabase, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName, { keyPath: 'key' }))
  return result(request)
}

/** A browser that keeps nothing, as in a private window, is no failure: then there is nothing without a network. */
async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
  nothing: T,
): Promise<T> {
  try {
    const database = await open()
    try {
      return await work(database.transaction(storeName, mode).objectStore(storeName))
    } finally {
      database.close()
    }
  } catch {
    return nothing
  }
}

export const readKept = (): Promise<KeptReply[]> =>
  inStore('readonly', (store) => result<KeptReply[]>(store.getAll()), [])

export const writeKept = (replies: readonly KeptReply[], outdated: readonly string[]): Promise<void> =>
  inStore(
    'readwrite',
    async (store) => {
      await Promise.all(replies.map((reply) => result(store.put(reply))))
      await Promise.all(outdated.map((key) => result(store.delete(key))))
    },
    undefined,
  )
