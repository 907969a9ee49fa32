import { usualOverstayRules } from '@wheelhouse/contract/overstays/overstay-rules.ts'
import { closeWorkOrder } from '../maintenance-log/work-orders.ts'
import { endRemovedSession } from '../parking-sessions/force-end.ts'
import { changeOverstay, storageFrom } from './overstay-rows.ts'
import type { LockedOverstay } from './overstay-rows.ts'
import { messageRider } from './rider-messages.ts'
import type { StepContext } from './steps.ts'

/** The bicycle is out of the dock: the session ends, the order is resolved, and the time of storage begins. */
export async function carryOut(context: StepContext, row: LockedOverstay, reason: string): Promise<void> {
  const { tx, journal, actor } = context
  const storage = storageFrom(row.rules ?? usualOverstayRules, journal.at.getTime())
  await endRemovedSession(context, row.id, { actor, comment: reason })
  if (row.log_entry_id !== null)
    await closeWorkOrder(tx, journal, { id: row.log_entry_id, status: 'resolved', resolution: reason, actor })
  await changeOverstay(context, row, { action: 'done', reason, set: storage })
  await messageRider(context, row, 'removed', { until: storage.keep_until ?? null })
}
