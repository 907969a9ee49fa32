/** How a rider pays: the provider's own tokens. */
export interface PayingMethod {
  customer_reference: string
  reference: string
}

/** `key` is the attempt: a provider that is asked twice under one key does it once and gives the same answer. */
interface Ask {
  key: string
  payment_id: string
  amount_minor: number
  currency: string
  /** The provider's name of the payment, once it has one. */
  reference: string | null
  /**
   * The provider may have forgotten the key: it is looked up what became of this before it is asked for again, because a second
   * request under a forgotten key is a second payment.
   */
  isKeyForgotten?: boolean
}
export interface RefundAsk extends Ask {
  /** The provider's name of the refund, once it has taken it: from then on it is read and never asked for again. */
  refund_reference: string | null
}
export interface ChargeAsk extends Ask {
  method: PayingMethod
}

/** `pending`: the provider has taken it and will say later how it ended. */
export interface ChargeAnswer {
  state: 'paid' | 'failed' | 'needs_approval' | 'pending' | 'cancelled'
  /** The provider's own word. */
  result: string | null
  reference: string
}
export interface RefundAnswer {
  state: 'refunded' | 'refund_failed' | 'pending'
  result: string | null
  reference: string | null
}
/** `too_late`: it was paid before it could be cancelled. */
export interface CancelAnswer {
  state: 'cancelled' | 'too_late'
  result: string | null
}

/** One movement of money in the provider's book. */
export interface Movement {
  kind: 'charge' | 'refund'
  reference: string
  payment_id: string | null
  amount_minor: number
  currency: string
  /** When it began there, which may be long before it succeeded. */
  at: string
}

/** Every call may take seconds, and throws nothing but `PaymentError`. */
export interface PaymentProvider {
  name: string
  charge(ask: ChargeAsk): Promise<ChargeAnswer>
  /** Charges the saved card again without the rider. */
  approve(ask: ChargeAsk): Promise<ChargeAnswer>
  refund(ask: RefundAsk): Promise<RefundAnswer>
  cancel(ask: Ask): Promise<CancelAnswer>
  /** What became of a payment, also where nobody here asked for it. */
  status(reference: string): Promise<ChargeAnswer>
  /** What became of the charge of a payment whose reference is not known here; null: the provider knows of none. */
  lookUp(paymentId: string): Promise<ChargeAnswer | null>
  /** Money that moved in a period, for the daily comparison. */
  movements(from: Date, to: Date): Promise<Movement[]>
  /** One movement by its reference, whenever it was; null: no money moved under it. */
  movement(kind: Movement['kind'], reference: string): Promise<Movement | null>
}

/** No answer, or none that can be read: the provider may have done it all the same, so only the same key may be used again. */
export class PaymentError extends Error {
  readonly fault: 'no_answer' | 'unavailable' | 'malformed_answer' | 'key_refused' | 'too_many_requests'
  constructor(fault: PaymentError['fault'], options: ErrorOptions = {}) {
    super(`payment provider: ${fault}`, options)
    this.fault = fault
  }
}
