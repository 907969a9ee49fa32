import { IconAlertTriangle, IconBellOff, IconCheck, IconClock, IconHelpCircle, IconMinus } from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import { isOneOf, valueIn } from '@wheelhouse/contract/certain.ts'
import { failedPushStatuses, pushStatuses } from '@wheelhouse/contract/messages/messages.ts'
import type { PushStatus } from '@wheelhouse/contract/messages/messages.ts'
import type { Tone } from '../../ui/details/status-styles.ts'

interface PushLook {
  /** A key of `t`, in the words of spec section 8. */
  word: string
  icon: TablerIcon
  tone: Tone
}

export const pushLabels: Record<PushStatus, PushLook> = {
  skipped: { word: 'Skipped', icon: IconMinus, tone: 'dim' },
  sent: { word: 'Sent', icon: IconCheck, tone: 'green' },
  no_push_tokens: { word: 'No Push Tokens', icon: IconBellOff, tone: 'dim' },
  publish_push_failed: { word: 'Publish Push Failed', icon: IconAlertTriangle, tone: 'red' },
  send_push_failed: { word: 'Send Push Failed', icon: IconAlertTriangle, tone: 'red' },
}

const pending: PushLook = { word: 'Sending', icon: IconClock, tone: 'accent' }
const unknown: PushLook = { word: 'Unknown push status', icon: IconHelpCircle, tone: 'amber' }

/** A server of a later version may know more statuses than this console. */
export const pushLook = (status: PushStatus | null): PushLook =>
  status === null ? pending : (valueIn(pushLabels, status) ?? unknown)

/** Spec section 8. Null: the notification ended as it should, or nothing was to be sent. */
export function pushFault(status: string): string | null {
  if (!isOneOf(pushStatuses, status)) return 'Unknown push status'
  return failedPushStatuses.includes(status) ? 'Message sent to inbox only, push notification failed' : null
}
