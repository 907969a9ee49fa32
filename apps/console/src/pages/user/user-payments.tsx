import { useState } from 'react'
import { OpenPayment } from '../../features/payments/payment-panel.tsx'
import { PaymentsOfUser } from '../../features/payments/user-payments.tsx'

/** What one user paid; a payment opens beside the list. */
export function UserPayments({ userId }: { userId: string }) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <>
      <PaymentsOfUser userId={userId} onOpen={setOpen} />
      {open !== null && <OpenPayment key={open} id={open} onClose={() => setOpen(null)} />}
    </>
  )
}
