/** How the keys of all drafts begin. By itself, since the page of the sign-out needs nothing else of the forms. */
export const draftPrefix = 'wheelhouse.draft'

/**
 * At a sign-out: drafts may repeat what a rider said, and the next person may sit at the same tab. A session that expires
 * leaves them.
 */
export function emptyDrafts(store: Pick<Storage, 'key' | 'length' | 'removeItem'>): void {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index))
  for (const key of keys) if (key?.startsWith(`${draftPrefix} `)) store.removeItem(key)
}
