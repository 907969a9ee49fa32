/** What this device keeps for times without a network (offline/). */
export const keptDatabase = 'wheelhouse-kept'

/** At the end of a session, and when the rights of the person change. */
export const emptyKept = (): void => void globalThis.indexedDB?.deleteDatabase(keptDatabase)
