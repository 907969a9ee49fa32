import type { SimFault, SimStatus } from '@wheelhouse/contract/external-devices/sims.ts'

export interface SimReport {
  status: SimStatus
  /** The provider's own word for it. */
  word: string
}

/** Where a message stands. `pending`: neither delivered nor given up yet. */
export interface SmsReport {
  state: 'pending' | 'delivered' | 'failed'
  /** What the device wrote back, where the provider tells it with the message. */
  answer: string | null
}

export interface SimCard {
  iccid: string
  msisdn: string | null
}

/** Whoever connects the SIM cards. Every call may take seconds, and throws `SimError` and nothing else. */
export interface SimProvider {
  name: string
  status(iccid: string): Promise<SimReport>
  /** Taken over by the provider; answers its id of the message. Two calls are two messages: no provider knows a key for repeats. */
  sendSms(sim: SimCard, payload: string): Promise<string>
  smsReport(messageId: string): Promise<SmsReport>
}

export class SimError extends Error {
  readonly fault: SimFault
  /** The provider may have carried it out all the same: no answer came, or one that nobody understands. */
  readonly isUnclear: boolean
  /** Seconds, as the provider said them. */
  readonly retry_after_s: number | null
  constructor(fault: SimFault, options: ErrorOptions & { isUnclear?: boolean; retry_after_s?: number | null } = {}) {
    super(`SIM provider: ${fault}`, options)
    this.fault = fault
    this.isUnclear = options.isUnclear ?? false
    this.retry_after_s = options.retry_after_s ?? null
  }
}

/** Worth another try a little later: it was surely not done, and the reason passes. */
export const isPassing = ({ fault, isUnclear }: SimError): boolean =>
  !isUnclear && (fault === 'too_many_requests' || fault === 'unavailable')
