import type { MessagingType, NotifierType } from '@wheelhouse/contract/notifier/notifier.ts'
import type { NotifierEvent } from '@wheelhouse/contract/notifier/notifier-events.ts'

// Keys of `t`.
export const eventLabels: Record<NotifierEvent, string> = {
  connection: 'Connection lost or restored',
  connection_confirmed: 'Outage confirmed',
  alarm: 'Alarm',
  status: 'Location status',
  parking_reminder: 'Parking reminder',
  report: 'Report',
  maintenance_log: 'Maintenance log',
  command_failed: 'Command failed',
  session_force_ended: 'Session force ended',
  payment_needs_approval: 'Payment needs approval',
}

export const messagingLabels: Record<MessagingType, { word: string; url: string | null; help: string }> = {
  webhook: { word: 'Webhook', url: 'URL', help: 'Signed by the Standard Webhooks specification, https only.' },
  email: { word: 'Email', url: 'Address', help: 'Format: mailto:ops@example.org.' },
  slack: { word: 'Slack', url: 'URL', help: 'The incoming webhook of a Slack channel.' },
  ms_teams: { word: 'Teams', url: 'URL', help: 'The workflow address of a Teams channel.' },
  in_app: {
    word: 'Inbox of the console',
    url: null,
    help: 'Console users of this organization get the message in their inbox if they may see what the event is about.',
  },
}

export const typeLabels: Record<NotifierType, { word: string; means: string }> = {
  single: { word: 'Single', means: 'one message for each event' },
  aggregated: { word: 'Aggregated', means: 'events of a short period in one message' },
  daily_digest: { word: 'Daily digest', means: 'once a day' },
}

/** Why an attempt failed, in plain words; other reasons are those of the connection. */
export const failureLabels: Readonly<Record<string, string>> = {
  refused: 'The receiver refused it',
  redirect_refused: 'The receiver redirects, and redirects are not followed',
  inward_address: 'The address points to a private network',
  name_not_found: 'The host name of the receiver is unknown',
  not_https: 'The address is not encrypted',
  timeout: 'No answer within 10 seconds',
  econnrefused: 'The receiver accepts no connection',
  mail_refused: 'The mail server refused it',
  no_reader: 'No console user of the organization may see it',
  subscription_changed: 'The subscription was changed before it was sent',
}
