import { useEffect, useState } from 'react'
import { userMessages } from '@wheelhouse/contract/messages/messages.ts'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { pushErrors } from '../../shell/messages.ts'
import { pushFault } from './message-labels.ts'

const group = 'push outcome'

/**
 * Follows the message that was just sent to a user until its notification has ended, and says so where it failed. Its own
 * reading: a filtered list of messages need not hold it, and some places show none.
 */
export function usePushOutcome(userId: string): (id: string) => void {
  const may = useCanCall(userMessages.route)
  const [followed, follow] = useState<string | null>(null)
  const input = { params: { user_id: userId }, query: { limit: 10 } }
  const { data } = useLive(userMessages.route, input, { enabled: may && followed !== null, isQuiet: true })
  const status = data?.items.find(({ id }) => id === followed)?.push_status ?? null
  useEffect(() => {
    if (status === null) return
    const fault = pushFault(status)
    if (fault !== null) pushErrors([{ text: fault, group }])
  }, [status, followed])
  return follow
}
