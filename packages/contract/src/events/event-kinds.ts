/**
 * Every kind of event that is written, by the feature that writes it: the journal takes no other, the console has words and a
 * filter for each. What a device says by itself has the word of its message.
 */
export const eventVerbs = {
  locations: ['created', 'updated', 'status_changed', 'status_forced', 'launched', 'deleted'],
  'maintenance-messages': ['set', 'scheduled', 'began', 'ended', 'cleared'],
  devices: [
    'dock_state',
    'key_scan',
    'door',
    'booking',
    'charge',
    'photo',
    'rental',
    'position',
    'boot',
    'firmware',
    'connection',
    'connection_taken_over',
    'hardware_assigned',
    'hardware_replaced',
    'hardware_removed',
    'qr_code',
    'created',
    'updated',
    'ordered',
    'delete_pending',
    'kept',
    'deleted',
  ],
  commands: ['sent', 'ended', 'late_answer'],
  'parking-sessions': ['booked', 'opened', 'ended', 'cancelled'],
  alarms: ['raised', 'cleared'],
  outages: ['raised', 'confirmed', 'repeated', 'cleared'],
  'external-devices': ['created', 'updated', 'deleted', 'sim_asked', 'sim_status', 'sms_sent', 'sms_ended'],
  'security-photos': ['taken', 'link_given', 'viewed'],
  'service-fees': ['created', 'updated', 'ended', 'paid', 'unpaid', 'deleted'],
  'resource-groups': ['created', 'belongs_changed'],
  'points-of-interest': ['created', 'updated', 'deleted'],
  regions: ['created', 'updated', 'enabled', 'disabled'],
  'console-users': ['invited', 'reinvited', 'disabled', 'enabled', 'signed_in'],
  roles: ['changed'],
  search: ['found'],
} as const

export type EventFeature = keyof typeof eventVerbs
export type EventVerb<Feature extends EventFeature = EventFeature> = (typeof eventVerbs)[Feature][number]

/** A feature and one of its own verbs. */
export type EventKind = { [Feature in EventFeature]: { feature: Feature; verb: EventVerb<Feature> } }[EventFeature]
/** As a filter says it: `locations launched`. */
export type EventKindName = { [Feature in EventFeature]: `${Feature} ${EventVerb<Feature>}` }[EventFeature]

export const eventKindNames = Object.entries(eventVerbs).flatMap(([feature, verbs]) =>
  verbs.map((verb) => `${feature} ${verb}` as EventKindName),
)

/** What there can be in the history of a location, and of a device: what a filter there offers. */
export const locationEventFeatures = [
  ...(['devices', 'commands', 'parking-sessions', 'alarms', 'outages', 'locations', 'maintenance-messages'] as const),
  ...(['external-devices', 'security-photos', 'service-fees', 'resource-groups'] as const),
] satisfies readonly EventFeature[]
export const deviceEventFeatures = [
  ...(['devices', 'commands', 'parking-sessions', 'alarms', 'outages', 'security-photos', 'resource-groups'] as const),
] satisfies readonly EventFeature[]
