/** What of the state folder belongs into a backup. Mails and the log are left out: their links open accounts, and nothing needs them. */
export const databaseItem = 'postgres'
export const keyItem = 'wheelhouse.key'
export const filesItem = 'files'
export const otherItems = [keyItem, filesItem, 'fleet.json', 'fleet-secrets.json', 'fleet-state.json'] as const
export const allItems: readonly string[] = [databaseItem, ...otherItems]
