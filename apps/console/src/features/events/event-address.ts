import * as v from 'valibot'
import { id, leftOut } from '../../lists/address-values.ts'
import { Days } from '../../lists/day-span.ts'
import { someOf } from '../../lists/list-address.ts'

/** The filter of an event history in the address of its page. */
export const eventAddressShape = {
  /** Features of the event history, or a feature and one of its verbs. */
  feature: someOf(v.pipe(v.string(), v.maxLength(81))),
  actor_kind: someOf(v.picklist(['person', 'hardware', 'system', 'service'])),
  actor_id: leftOut(id),
  /** A name, or two days. */
  period: leftOut(v.union([v.picklist(['day', 'week', 'quarter', 'year']), Days])),
}
const EventAddress = v.object(eventAddressShape)

/** What of the address filters the events. */
export const eventFilterOf = ({ feature, actor_kind, actor_id, period }: v.InferOutput<typeof EventAddress>) => ({
  feature,
  actor_kind,
  actor_id,
  period,
})

export const noEventFilter = { feature: undefined, actor_kind: undefined, actor_id: undefined, period: undefined }
