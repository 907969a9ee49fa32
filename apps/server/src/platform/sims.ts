import type { SimFault, SimStatus } from '@wheelhouse/contract/external-devices/sims.ts'

export interface SimReport {
  status: SimStatus
  /** The provider's name of the status. */
  word: string
}

/** The state of a message. `pending`: neither delivered nor given up yet. */
export interface SmsReport {
  state: 'pending' | 'delivered' | 'failed'
  /** The device's reply, where the provider returns it with the message. */
  answer: string | null
}

export interface SimCard {
  iccid: string
  msisdn: string | null
}

/** A provider of SIM connections. Every call may take seconds, and throws nothing but `SimError`. */
export interface SimProvider {
  name: string
  status(iccid: string): Promise<SimReport>
  /**
   * Accepted by the provider; returns its id of the message. Two calls send two messages: no provider supports
   * idempotency keys.
   */
  sendSms(sim: SimCard, payload: string): Promise<string>
  smsReport(messageId: string): Promise<SmsReport>
}

export class SimError extends Error {
  readonly fault: SimFault
  /** The provider may have carried it out all the same: there was no response, or an invalid one. */
  readonly isUnclear: boolean
  /** Seconds, as the provider stated them. */
  readonly retry_after_s: number | null
  constructor(fault: SimFault, options: ErrorOptions & { isUnclear?: boolean; retry_after_s?: number | null } = {}) {
    super(`SIM provider: ${fault}`, options)
    this.fault = fault
    this.isUnclear = options.isUnclear ?? false
    this.retry_after_s = options.retry_after_s ?? null
  }
}

/** Worth another attempt later: it was certainly not carried out, and the cause is temporary. */
export const isPassing = ({ fault, isUnclear }: SimError): boolean =>
  !isUnclear && (fault === 'too_many_requests' || fault === 'unavailable')
