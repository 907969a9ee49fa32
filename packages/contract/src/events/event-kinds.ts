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
      ordered: 'Order of the devices changed',
      delete_pending: '{{name}} is to be deleted',
      kept: '{{name}} is kept',
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
      booked: 'Session booked, {{thing}}',
      opened: 'Parking started at {{thing}}',
      ended: 'Session ended, {{thing}}',
      cancelled: 'Session cancelled, {{thing}}',
    },
  },
  alarms: {
    label: 'Alarms',
    thing: 'alarm',
    titles: {
      raised: null,
      cleared: null,
    },
  },
  outages: {
    label: 'Outages',
    thing: 'outage',
    titles: {
      raised: '{{name}} is offline',
      confirmed: '{{name}} has been offline for 2 h',
      repeated: '{{name}} is still offline',
      cleared: 'Outage of {{thing}} is over',
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
      link_given: 'Link to a security photo given, {{thing}}',
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
  'resource-groups': {
    label: 'Resource groups',
    thing: 'resource_group',
    titles: {
      created: 'Resource group {{thing}} created',
      belongs_changed: 'Resource groups of {{thing}} changed',
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
    },
  },
  roles: {
    label: 'Roles',
    thing: 'role',
    titles: {
      changed: 'Roles of {{thing}} changed',
    },
  },
  search: {
    label: 'Search',
    thing: 'user',
    titles: {
      found: '{{name}} found by personal data',
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

export const verbsOf = (feature: EventFeature): EventVerb[] => Object.keys(eventKinds[feature].titles) as EventVerb[]

export const eventKindNames = (Object.keys(eventKinds) as EventFeature[]).flatMap((feature) =>
  verbsOf(feature).map((verb) => `${feature} ${verb}` as EventKindName),
)

/** The title of a kind as the table has it; undefined of a kind that this version does not know, or whose title depends on fields. */
export function eventTitle(feature: string, verb: string): string | undefined {
  const kinds: FeatureKinds | undefined = (eventKinds as Readonly<Record<string, FeatureKinds>>)[feature]
  return kinds?.titles[verb] ?? undefined
}

/** What the history of a location can hold, and that of a device: the filters there offer these. */
export const locationEventFeatures = [
  ...(['devices', 'commands', 'parking-sessions', 'alarms', 'outages', 'locations', 'maintenance-messages'] as const),
  ...(['external-devices', 'security-photos', 'service-fees', 'resource-groups'] as const),
] satisfies readonly EventFeature[]
export const deviceEventFeatures = [
  ...(['devices', 'commands', 'parking-sessions', 'alarms', 'outages', 'security-photos', 'resource-groups'] as const),
] satisfies readonly EventFeature[]
