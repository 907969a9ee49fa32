import {
  IconBan,
  IconCheck,
  IconChecks,
  IconClock,
  IconCreditCard,
  IconCreditCardOff,
  IconHandStop,
  IconReceiptRefund,
  IconRefresh,
} from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'

/** What the provider did and what was asked of it, in the story of a session. Titles are keys of `t`. */
export const paymentEventLabels: Record<string, { title: string; icon: TablerIcon }> = {
  charge_requested: { title: 'Charge requested', icon: IconCreditCard },
  retry_requested: { title: 'Charged again', icon: IconRefresh },
  approval_requested: { title: 'Approval requested', icon: IconChecks },
  refund_requested: { title: 'Refund requested', icon: IconReceiptRefund },
  cancellation_requested: { title: 'Cancellation requested', icon: IconBan },
  paid: { title: 'Paid', icon: IconCheck },
  approved: { title: 'Approved and paid', icon: IconChecks },
  failed: { title: 'Charge failed', icon: IconCreditCardOff },
  needs_approval: { title: 'Charge needs approval', icon: IconHandStop },
  cancelled: { title: 'Payment cancelled', icon: IconBan },
  not_cancelled: { title: 'Could not be cancelled', icon: IconBan },
  refunded: { title: 'Refunded', icon: IconReceiptRefund },
  refund_failed: { title: 'Refund failed', icon: IconReceiptRefund },
  no_answer: { title: 'No answer from the provider', icon: IconClock },
  reinstated: { title: 'Paid after it was cancelled', icon: IconCheck },
}
