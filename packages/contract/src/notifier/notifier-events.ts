import * as z from 'zod'

/**
 * Enumerations of `values.md`. They have a file of their own because the inbox, which every page of the console loads,
 * names them, and should not load the calls of the notifier.
 */
export const notifierEvents = [
  'connection',
  'connection_confirmed',
  'alarm',
  'status',
  'parking_reminder',
  'report',
  'maintenance_log',
  'command_failed',
  'session_force_ended',
  'payment_needs_approval',
] as const
export const NotifierEvent = z.enum(notifierEvents, 'Event is required')
export type NotifierEvent = z.infer<typeof NotifierEvent>
