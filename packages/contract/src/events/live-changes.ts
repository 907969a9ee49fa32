import * as z from 'zod'
import type { ChangeType } from '../changes.ts'
import { isText } from '../query-values.ts'
import { Id, route } from '../route.ts'

/** What the live stream sends: ids, never rows. The console refetches what it shows. */
export const Change = z.object({
  /** A console of an older version passes over a type that it does not know, and needs no list of them at its start. */
  type: z.custom<ChangeType>(isText),
  id: z.string(),
  /** Where it happened, for what belongs to a location. */
  location_id: Id.nullable(),
})
export type Change = z.infer<typeof Change>

/**
 * On the reply with the rights of a person, which is requested before any row: the position of the stream. A reader that continues
 * from there, with `Last-Event-ID`, misses nothing that changed since.
 */
export const streamPositionHeader = 'x-stream-position'

export const stream = route({
  method: 'GET',
  path: '/event/v1/stream',
  summary: 'Live changes as server-sent events: `changes`, `rights_changed`, `reset`',
  access: { signed_in: 'each change is sent only to readers who may see what changed' },
})
