import type { Tx } from '../../platform/context.ts'

/** For the erasure of a person: the payments stay, the cards behind them go. */
export const erasePaymentMethods = (tx: Tx, userId: string) =>
  tx.deleteFrom('payment_methods').where('user_id', '=', userId).execute()
