import { useEffect, useState } from 'react'
import { isOneOf } from '@wheelhouse/contract/certain.ts'
import { failedPushStatuses, pushStatuses } from '@wheelhouse/contract/messages/messages.ts'
import type { UserMessage } from '@wheelhouse/contract/messages/messages.ts'
import { pushErrors } from '../../shell/messages.ts'

const group = 'push outcome'

/** Spec section 8. Null: the notification ended as it should, or nothing was to be sent. */
export function pushFault(status: string): string | null {
  if (!isOneOf(pushStatuses, status)) return 'Unknown push status'
  return failedPushStatuses.includes(status) ? 'Message sent to inbox only, push notification failed' : null
}

/** Follows the message that was just sent until its notification has ended, and says so where it failed. */
export function usePushOutcome(rows: readonly Pick<UserMessage, 'id' | 'push_status'>[]): (id: string) => void {
  const [followed, follow] = useState<string | null>(null)
  const status = rows.find(({ id }) => id === followed)?.push_status ?? null
  useEffect(() => {
    if (status === null) return
    const fault = pushFault(status)
    if (fault !== null) pushErrors([{ text: fault, group }])
  }, [status, followed])
  return follow
}
