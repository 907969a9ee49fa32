import * as z from 'zod'
import { isOneOf } from '../certain.ts'

// The enumerations of `values.md` and the rules that button, server and test share.

export const logStatuses = ['new', 'assigned', 'in_progress', 'blocked', 'resolved', 'verified', 'cancelled'] as const
export const LogStatus = z.enum(logStatuses, 'Status is required')
export type LogStatus = z.infer<typeof LogStatus>

export const logPriorities = ['critical', 'high', 'medium', 'low'] as const
export const LogPriority = z.enum(logPriorities, 'Priority is required')
export type LogPriority = z.infer<typeof LogPriority>

/** What counts as an issue of its location while it is open, and among what waits on the overview. */
export const urgentPriorities = ['critical', 'high'] as const satisfies readonly LogPriority[]

export const logTypes = [
  'inspection',
  'repair',
  'replacement',
  'cleaning',
  'firmware',
  'installation',
  'relocation',
  'vandalism',
  'software',
  'other',
] as const
export const LogType = z.enum(logTypes, 'Type is required')
export type LogType = z.infer<typeof LogType>

export const logResources = ['none', 'remote', 'on_site_technician', 'partner', 'vendor'] as const
export const LogResource = z.enum(logResources, 'Resource is required')
export type LogResource = z.infer<typeof LogResource>

/** Work that is still to be done; only such an entry can become overdue. */
export const openStatuses = ['new', 'assigned', 'in_progress', 'blocked'] as const satisfies readonly LogStatus[]
export const closedStatuses = ['resolved', 'verified', 'cancelled'] as const satisfies readonly LogStatus[]
export const isOpenStatus = (status: LogStatus): boolean => isOneOf(openStatuses, status)

/**
 * Where an entry can go from each status. A resolved one can be reopened; what was verified or cancelled is history, and more
 * work is a new entry.
 */
export const nextLogStatuses: Record<LogStatus, readonly LogStatus[]> = {
  new: ['assigned', 'in_progress', 'blocked', 'resolved', 'cancelled'],
  assigned: ['new', 'in_progress', 'blocked', 'resolved', 'cancelled'],
  in_progress: ['assigned', 'blocked', 'resolved', 'cancelled'],
  blocked: ['assigned', 'in_progress', 'resolved', 'cancelled'],
  resolved: ['in_progress', 'verified'],
  verified: [],
  cancelled: [],
}

/** Work that is already under way or done is logged in the status that it has. */
export const firstLogStatuses = [
  'new',
  'assigned',
  'in_progress',
  'blocked',
  'resolved',
] as const satisfies readonly LogStatus[]

/** Spec section 4: a blocked status needs a reason, a resolved or cancelled one a resolution reason. */
export const reasonOfStatus: Record<LogStatus, 'reason' | 'resolution' | null> = {
  new: null,
  assigned: null,
  in_progress: null,
  blocked: 'reason',
  resolved: 'resolution',
  verified: null,
  cancelled: 'resolution',
}

export const reasonWords = { reason: 'Reason', resolution: 'Resolution reason' } as const

/** Spec section 5: firmware versions are required for these types. */
export const needsFirmware = (type: LogType): boolean => type === 'firmware'

/** `M-2291`: what people call an entry. */
export const logEntryName = (number: number): string => `M-${number}`
