import { keysOf } from '../certain.ts'
// oxlint-disable max-lines -- a table of data with one entry for each kind of event
interface FeatureKinds {
  /** What a filter calls the whole feature. */
  label: string
  /** The type of its things in live changes. */
  thing: string
  /**
   * The title of each kind: `{{name}}` is what it happened to, `{{thing}}` the same within a sentence. Null where the title
   * depends on the fields of the event, so that the console writes it.
   */
  titles: Readonly<Record<string, string | null>>
}

/**
 * Every kind of event that is written, by the feature that writes it. The journal accepts no other kind; the sentences and
 * filters of the console derive from this table. What a device reports is named after its message.
 */
export const eventKinds = {
  locations: {
    label: 'Location',
    thing: 'location',
    titles: {
      created: 'Location created',
      updated: null,
      status_changed: null,
      status_forced: null,
      launched: 'Location launched',
      deleted: 'Location deleted',
    },
  },
  'maintenance-messages': {
    label: 'Maintenance messages',
    thing: 'location',
    titles: {
      set: 'Maintenance message set',
      scheduled: 'Maintenance message scheduled',
      began: 'Maintenance message is shown',
      ended: 'Maintenance message ended',
      cleared: 'Maintenance message cleared',
    },
  },
  devices: {
    label: 'Devices',
    thing: 'device',
    titles: {
      dock_state: null,
      key_scan: null,
      door: null,
      booking: null,
      charge: null,
      photo: '{{name}} took a photo',
      rental: null,
      position: '{{name}} reported its position',
      boot: '{{name}} started',
      firmware: null,
      connection: null,
      connection_taken_over: 'A second connection took over {{thing}}',
      hardware_assigned: 'Hardware assigned to {{thing}}',
      hardware_replaced: 'Hardware of {{thing}} replaced',
      hardware_removed: 'Hardware of {{thing}} removed',
      qr_code: null,
      created: '{{name}} created',
      updated: null,
      ordered: 'Order of the devices updated',
      delete_pending: 'Deletion of {{thing}} requested',
      kept: 'Deletion of {{thing}} cancelled',
      deleted: null,
    },
  },
  commands: {
    label: 'Commands',
    thing: 'command',
    titles: {
      sent: null,
      ended: null,
      late_answer: null,
    },
  },
  'parking-sessions': {
    label: 'Parking sessions',
    thing: 'session',
    titles: {
      booked: '{{name}} booked',
      opened: 'Parking started at {{thing}}',
      ended: 'Parking ended at {{thing}}',
      cancelled: 'Booking of {{thing}} cancelled',
    },
  },
  alarms: {
    label: 'Alarms',
    thing: 'alarm',
    titles: {
      raised: null,
      cleared: null,
      acknowledged: 'Alarm of {{thing}} acknowledged',
    },
  },
  hardware: {
    label: 'Hardware',
    thing: 'hardware',
    titles: {
      comment_updated: 'Comment of the hardware of {{thing}} updated',
      otp_issued: 'One-time password for {{thing}} issued',
      otp_rotated: 'Secret of the one-time passwords of {{thing}} changed',
      secret_rotated: 'Secret of {{thing}} changed',
      secret_revoked: 'Secret of {{thing}} revoked',
      alarms_disabled: 'Alarms of {{thing}} disabled for 2 hours',
      alarms_enabled: 'Alarms of {{thing}} enabled',
      mesh_changed: '{{name}} joined another mesh',
    },
  },
  intake: {
    label: 'New hardware',
    thing: 'intake',
    titles: {
      announced: 'Hardware {{thing}} connected for the first time',
      accepted: 'Hardware {{thing}} accepted',
      refused: 'Hardware {{thing}} refused',
      child_entered: 'New hardware in the mesh of {{thing}}',
      children_refused: 'New hardware in the mesh of {{thing}} refused',
    },
  },
  'hardware-config': {
    label: 'Hardware configuration',
    thing: 'hardware_config',
    titles: {
      changed: 'Configuration of {{thing}} sent',
      applied: 'Configuration of {{thing}} applied',
      differs: 'Configuration of {{thing}}: values read back differ',
    },
  },
  templates: {
    label: 'Templates',
    thing: 'config_template',
    titles: {
      created: 'Template {{thing}} created',
      updated: 'Template {{thing}} updated',
      deleted: 'Template {{thing}} deleted',
    },
  },
  'change-sets': {
    label: 'Change sets',
    thing: 'change_set',
    titles: {
      planned: 'Change set {{thing}} planned',
      discarded: 'Change set {{thing}} discarded',
      started: 'Change set {{thing}} started',
      halted: 'Change set {{thing}} halted',
      continued: 'Change set {{thing}} continued',
      stopped: 'Change set {{thing}} stopped',
      completed: 'Change set {{thing}} completed',
      roll_back_started: 'Rollback of change set {{thing}} started',
      rolled_back: 'Change set {{thing}} rolled back',
    },
  },
  outages: {
    label: 'Outages',
    thing: 'outage',
    titles: {
      raised: '{{name}} is offline',
      confirmed: 'Outage of {{thing}} confirmed',
      repeated: '{{name}} is still offline',
      cleared: 'Outage of {{thing}} is over',
      acknowledged: 'Outage of {{thing}} acknowledged',
      assigned: 'Outage of {{thing}} assigned',
      muted: 'Outage of {{thing}} muted',
      unmuted: 'Outage of {{thing}} unmuted',
    },
  },
  'external-devices': {
    label: 'External devices',
    thing: 'external_device',
    titles: {
      created: '{{name}} added',
      updated: '{{name}} updated',
      deleted: '{{name}} deleted',
      sim_asked: 'SIM status of {{thing}} requested',
      sim_status: null,
      sms_sent: null,
      sms_ended: null,
    },
  },
  'security-photos': {
    label: 'Security photos',
    thing: 'security_photo',
    titles: {
      taken: 'Security photo taken, {{thing}}',
      link_given: 'Link to a security photo created, {{thing}}',
      viewed: 'Security photo viewed, {{thing}}',
    },
  },
  'service-fees': {
    label: 'Service fees',
    thing: 'service_fee',
    titles: {
      created: 'Service fee created, {{thing}}',
      updated: 'Service fee updated, {{thing}}',
      ended: 'Service fee ended, {{thing}}',
      paid: 'Service fee paid, {{thing}}',
      unpaid: 'Service fee not paid, {{thing}}',
      deleted: 'Service fee deleted, {{thing}}',
    },
  },
  'maintenance-log': {
    label: 'Maintenance log',
    thing: 'log_entry',
    titles: {
      created: 'Log entry {{thing}} created',
      updated: 'Log entry {{thing}} updated',
      unassigned: 'Log entry {{thing}} unassigned',
      assigned: 'Log entry {{thing}} assigned',
      started: 'Work on log entry {{thing}} started',
      blocked: 'Log entry {{thing}} blocked',
      resolved: 'Log entry {{thing}} resolved',
      reopened: 'Log entry {{thing}} reopened',
      verified: 'Log entry {{thing}} verified',
      cancelled: 'Log entry {{thing}} cancelled',
      commented: 'Comment on log entry {{thing}}',
      photo_added: 'Photo added to log entry {{thing}}',
      photo_deleted: 'Photo of log entry {{thing}} deleted',
      overdue: 'Log entry {{thing}} is overdue',
      deleted: 'Log entry {{thing}} deleted',
      hours_updated: 'Working hours of maintenance updated, {{thing}}',
    },
  },
  'work-plans': {
    label: 'Planned work',
    thing: 'work_plan',
    titles: {
      created: 'Planned work {{thing}} created',
      updated: 'Planned work {{thing}} updated',
      activated: 'Planned work {{thing}} switched on',
      disabled: 'Planned work {{thing}} switched off',
      deleted: 'Planned work {{thing}} deleted',
    },
  },
  'price-lists': {
    label: 'Price lists',
    thing: 'price_list',
    titles: {
      created: 'Price list {{name}} created',
      updated: 'Price list {{name}} renamed',
      version_added: 'New version of price list {{name}}',
      version_changed: 'Version of price list {{name}} updated',
      version_removed: 'Version of price list {{name}} removed',
      ended: 'Price list {{name}} ended',
    },
  },
  payments: {
    label: 'Payments',
    thing: 'payment',
    titles: {
      charge_requested: 'Charge of {{name}} requested',
      retry_requested: 'Payment of {{name}} retried',
      approval_requested: 'Approval of {{name}} requested',
      refund_requested: 'Refund of {{name}} requested',
      cancellation_requested: 'Cancellation of {{name}} requested',
      paid: '{{name}} paid',
      approved: '{{name}} approved and paid',
      failed: 'Charge of {{name}} failed',
      needs_approval: 'Charge of {{name}} needs approval',
      cancelled: 'Payment of {{name}} cancelled',
      not_cancelled: 'Payment of {{name}} could not be cancelled',
      refunded: '{{name}} refunded',
      refund_failed: 'Refund of {{name}} failed',
      no_answer: 'No answer from the provider about {{name}}',
      reinstated: '{{name}} paid after it was cancelled',
    },
  },
  reminders: {
    label: 'Reminders',
    thing: 'reminders',
    titles: {
      group_created: 'Reminder group {{thing}} created',
      group_updated: 'Reminder group {{thing}} updated',
      group_deleted: 'Reminder group {{thing}} deleted',
      created: 'Reminder created in {{thing}}',
      updated: 'Reminder of {{thing}} updated',
      activated: 'Reminder of {{thing}} activated',
      disabled: 'Reminder of {{thing}} disabled',
      deleted: 'Reminder of {{thing}} deleted',
      notified: 'Rider reminded, {{thing}}',
    },
  },
  overstays: {
    label: 'Overstays',
    thing: 'overstay',
    titles: {
      opened: 'Overstay began at {{thing}}',
      began: 'Overstay step began at {{thing}}',
      done: 'Overstay step took effect at {{thing}}',
      skipped: 'Overstay step skipped at {{thing}}',
      postponed: 'Overstay step postponed at {{thing}}',
      undone: 'Overstay step undone at {{thing}}',
      fee_cancelled: 'Overstay fee cancelled at {{thing}}',
      fee_waived: 'Overstay fee waived at {{thing}}',
      closed: 'Overstay ended at {{thing}}',
      rules_updated: 'Overstay rules of {{thing}} updated',
    },
  },
  dashboards: {
    label: 'Dashboards',
    thing: 'dashboards',
    titles: {
      created: 'Dashboard {{thing}} created',
      updated: 'Dashboard {{thing}} updated',
      arranged: 'Charts of dashboard {{thing}} arranged',
      deleted: 'Dashboard {{thing}} deleted',
      link_opened: 'Public link of dashboard {{thing}} switched on or updated',
      link_closed: 'Public link of dashboard {{thing}} switched off',
    },
  },
  reports: {
    label: 'Reports',
    thing: 'report',
    titles: {
      created: 'Report {{thing}} created',
      run_again: 'Report {{thing}} started again',
      repeated: 'Report {{thing}} repeated for another month',
      repeat_changed: 'Monthly repeat of report {{thing}} updated',
      cancelled: 'Report {{thing}} cancelled',
      made: 'Report {{thing}} is ready',
      failed: 'Report {{thing}} failed',
      link_given: 'Download link of report {{thing}} created',
      downloaded: 'Report {{thing}} downloaded',
      expired: 'File of report {{thing}} deleted',
    },
  },
  'resource-groups': {
    label: 'Resource groups',
    thing: 'resource_group',
    titles: {
      created: 'Resource group {{thing}} created',
      updated: 'Resource group {{thing}} updated',
      belongs_changed: 'Resource groups of {{thing}} updated',
    },
  },
  'points-of-interest': {
    label: 'Points of interest',
    thing: 'point_of_interest',
    titles: {
      created: 'Point of interest created',
      updated: 'Point of interest updated',
      deleted: 'Point of interest deleted',
    },
  },
  'public-areas': {
    label: 'Public areas',
    thing: 'public_area',
    titles: {
      created: 'Public area created',
      updated: 'Public area updated',
      deleted: 'Public area deleted',
    },
  },
  feedback: {
    label: 'Feedback',
    thing: 'feedback',
    titles: {
      received: 'Feedback received, {{thing}}',
      written_down: 'Feedback recorded for the rider, {{thing}}',
      photo_added: 'Photo added to feedback, {{thing}}',
      taken_up: 'Work on feedback started, {{thing}}',
      closed: 'Feedback closed, {{thing}}',
      reopened: 'Feedback reopened, {{thing}}',
      answered: 'Feedback answered, {{thing}}',
    },
  },
  allowlists: {
    label: 'Allowlists',
    thing: 'whitelist',
    titles: {
      created: 'Allowlist created',
      updated: 'Allowlist updated',
      enabled: 'Allowlist switched on',
      disabled: 'Allowlist switched off',
      deleted: 'Allowlist deleted',
      entities_added: null,
      entities_removed: null,
      entity_updated: 'Entry of the allowlist updated',
      keys_revealed: null,
      targets_added: 'Targets of the allowlist added',
      targets_removed: 'Targets of the allowlist removed',
      sync_retried: 'Synchronization of the allowlist restarted',
    },
  },
  subscriptions: {
    label: 'Subscriptions/passes',
    thing: 'subscription',
    titles: {
      created: 'Subscription created',
      updated: 'Subscription updated',
      enabled: 'Subscription switched on',
      disabled: 'Subscription switched off',
      targets_added: 'Locations or devices of the subscription added',
      targets_removed: 'Locations or devices of the subscription removed',
      subscriber_added: 'User subscribed',
      subscriber_removed: 'User removed: access ended immediately',
      subscriber_unsubscribed: 'User unsubscribed: access until the expiration date',
      subscriber_renewed: 'Next period of a subscriber charged',
      subscriber_retried: 'Failed payment of a subscriber retried',
      subscriber_ended: 'Access of a subscriber ended',
      subscriber_refunded: 'Payment of a subscriber without a place refunded',
    },
  },
  notifier: {
    label: 'Notifier',
    thing: 'notifier_subscription',
    titles: {
      created: 'Notifier subscription created',
      updated: 'Notifier subscription updated',
      deleted: 'Notifier subscription deleted',
      secret_rotated: 'Secret of a notifier subscription replaced',
      tested: 'Test message sent',
      replayed: 'Notification sent again',
    },
  },
  regions: {
    label: 'Region configs',
    thing: 'region_config',
    titles: {
      created: 'Region config created',
      updated: 'Region config updated',
      enabled: 'Region enabled',
      disabled: 'Region disabled',
    },
  },
  'console-users': {
    label: 'Console users',
    thing: 'console_user',
    titles: {
      invited: '{{name}} invited',
      reinvited: '{{name}} invited again',
      disabled: '{{name}} disabled',
      enabled: '{{name}} enabled',
      signed_in: '{{name}} signed in',
      updated: '{{name}} updated',
      sessions_ended: '{{name}} signed out by an administrator',
      second_factor_reset: 'Second factor of {{name}} reset',
      service_created: 'Service account {{name}} created',
      networks_changed: 'Networks of {{name}} updated',
      secret_created: 'Secret of {{name}} created',
      secret_revoked: 'Secret of {{name}} revoked',
    },
  },
  'view-as': {
    label: 'Views as someone else',
    thing: 'permission_view',
    titles: {
      began: 'View as {{name}} began',
      ended: 'View as {{name}} ended',
    },
  },
  organizations: {
    label: 'Organizations',
    thing: 'organization',
    titles: {
      created: 'Organization created',
      updated: 'Organization updated',
    },
  },
  roles: {
    label: 'Roles',
    thing: 'role',
    titles: {
      changed: 'Roles of {{thing}} updated',
      created: 'Role {{thing}} created',
      updated: 'Role {{thing}} updated',
      deleted: 'Role {{thing}} deleted',
    },
  },
  users: {
    label: 'Users',
    thing: 'user',
    titles: {
      revealed: 'Personal data of {{thing}} shown',
      disabled: '{{name}} disabled',
      enabled: '{{name}} enabled',
    },
  },
  'find-user': {
    label: 'Find user',
    thing: 'user',
    titles: {
      found: '{{name}} looked up by phone, email, PIN or key',
      searched: 'User search',
    },
  },
  'access-keys': {
    label: 'Access keys',
    thing: 'user',
    titles: {
      added: 'Access key added to {{thing}}',
      deleted: 'Access key of {{thing}} deleted',
    },
  },
  messages: {
    label: 'Messages',
    thing: 'user',
    titles: {
      sent: 'Message sent to {{thing}}',
    },
  },
  'personal-data': {
    label: 'Personal data',
    thing: 'user',
    titles: {
      exported: 'Data of {{thing}} exported',
      erased: 'User deleted, personal data erased',
    },
  },
  fleets: {
    label: 'Fleets',
    thing: 'rental_fleet',
    titles: {
      created: 'Fleet created',
      updated: 'Fleet updated',
    },
  },
  rentals: {
    label: 'Rental devices',
    thing: 'rental_device',
    titles: {
      created: '{{name}} created',
      updated: '{{name}} updated',
      activated: '{{name}} activated',
      deactivated: '{{name}} deactivated',
      restarted: '{{name}} restarted',
    },
  },
  'rental-sessions': {
    label: 'Rental sessions',
    thing: 'session',
    titles: {
      reserved: '{{name}} reserved',
      rented: '{{name}} rented',
      returned: '{{name}} returned',
      returned_outside: '{{name}} returned outside of its area',
      force_ended: 'Rental of {{thing}} ended by staff',
      cancelled: 'Reservation of {{thing}} ended',
      late_report: '{{name}} reported late',
    },
  },
  support: {
    label: 'Support',
    thing: 'support_case',
    titles: {
      case_opened: 'Support case {{thing}} opened',
      case_changed: 'Support case {{thing}} updated',
      case_noted: 'Note added to support case {{thing}}',
      case_handed_over: 'Support case {{thing}} handed over to maintenance',
      case_closed: 'Support case {{thing}} closed',
      case_reopened: 'Support case {{thing}} reopened',
    },
  },
  search: {
    label: 'Search',
    thing: 'user',
    titles: {
      found: '{{name}} looked up by phone, email, PIN or key',
    },
  },
} as const satisfies Record<string, FeatureKinds>

type Kinds = typeof eventKinds
export type EventFeature = keyof Kinds
export type EventVerb<Feature extends EventFeature = EventFeature> = {
  [Each in Feature]: keyof Kinds[Each]['titles'] & string
}[Feature]

/** A feature and one of the verbs that it declares. */
export type EventKind = { [Feature in EventFeature]: { feature: Feature; verb: EventVerb<Feature> } }[EventFeature]
/** As a filter names it: `locations launched`. */
export type EventKindName = { [Feature in EventFeature]: `${Feature} ${EventVerb<Feature>}` }[EventFeature]

type NullKeys<Titles> = { [Verb in keyof Titles]: Titles[Verb] extends null ? Verb & string : never }[keyof Titles]
/** The kinds whose title depends on the fields of the event. */
export type DetailedEventKindName = {
  [Feature in EventFeature]: `${Feature} ${NullKeys<Kinds[Feature]['titles']>}`
}[EventFeature]

export const verbsOf = (feature: EventFeature): EventVerb[] => keysOf(eventKinds[feature].titles)

export const eventKindNames = keysOf(eventKinds).flatMap((feature) =>
  // The verbs are the feature's, which the compiler does not connect.
  verbsOf(feature).map((verb) => `${feature} ${verb}` as EventKindName),
)

/** The title of a kind as the table has it; undefined of a kind that this version does not know, or whose title depends on fields. */
export function eventTitle(feature: string, verb: string): string | undefined {
  const kinds: Readonly<Partial<Record<string, FeatureKinds>>> = eventKinds
  return kinds[feature]?.titles[verb] ?? undefined
}

/** What the history of a location can hold, and that of a device: the filters there offer these. */
export const locationEventFeatures = [
  ...(['devices', 'commands', 'parking-sessions', 'alarms', 'outages', 'locations', 'maintenance-messages'] as const),
  ...(['hardware', 'hardware-config', 'external-devices', 'security-photos', 'service-fees'] as const),
  ...(['price-lists', 'payments', 'maintenance-log', 'reminders', 'overstays', 'resource-groups'] as const),
] satisfies readonly EventFeature[]
export const deviceEventFeatures = [
  ...(['devices', 'commands', 'parking-sessions', 'alarms', 'outages', 'security-photos'] as const),
  ...(['maintenance-log', 'overstays', 'hardware', 'hardware-config', 'resource-groups'] as const),
] satisfies readonly EventFeature[]
