import { useState } from 'react'
import { OpenPayment } from '../../features/payments/payment-panel.tsx'
import { PaymentsOf } from '../../features/payments/payments-of.tsx'
import type { PaymentsOfProps } from '../../features/payments/payments-of.tsx'

/** What one user paid, or what was paid for one subscription; a payment opens beside the list. */
export function PaymentsBeside({ of }: Pick<PaymentsOfProps, 'of'>) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <>
      <PaymentsOf of={of} onOpen={setOpen} />
      {open !== null && <OpenPayment key={open} id={open} onClose={() => setOpen(null)} />}
    </>
  )
}
