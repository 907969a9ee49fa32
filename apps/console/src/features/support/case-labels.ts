import type { CaseReason } from '@wheelhouse/contract/support/support-cases.ts'

/** Keys of `t`. */
export const caseReasonLabels: Record<CaseReason, string> = {
  unknown: 'Unknown',
  mechanical: 'Mechanical',
  firmware: 'Firmware',
  rfid: 'RFID',
  app: 'App',
  user_error: 'User error',
}
