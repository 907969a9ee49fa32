import * as z from 'zod'

/** Spec section 10. */
export const reportTypes = [
  'detailed_parking',
  'payment',
  'locations_launched',
  'location_usage',
  'session_history',
  'location_uptime',
  'locations_metadata',
] as const
export const ReportType = z.enum(reportTypes, {
  error: ({ input }) => (input === undefined || input === null ? 'Type is required' : 'Unsupported report type'),
})
export type ReportType = z.infer<typeof ReportType>

/** `money` is in the units of the currency in the same row; `personal` is in the file only with the right to see people. */
export const columnKinds = ['text', 'number', 'money', 'time', 'day', 'personal'] as const
export type ColumnKind = (typeof columnKinds)[number]

const place = { location_code: 'text', location_label: 'text' } as const

/** Values: "Reports: columns". The keys are the heads of the file, in this order. */
export const reportColumns = {
  detailed_parking: {
    session_id: 'text',
    ...place,
    organization: 'text',
    device: 'text',
    key_type: 'text',
    person: 'personal',
    started_at: 'time',
    ended_at: 'time',
    minutes: 'number',
    free_minutes: 'number',
    fee: 'money',
    currency: 'text',
    payment_state: 'text',
    rating: 'number',
    end_reason: 'text',
  },
  payment: {
    payment_id: 'text',
    at: 'time',
    kind: 'text',
    session_id: 'text',
    subscription_id: 'text',
    person: 'personal',
    gross: 'money',
    tax: 'money',
    refunded: 'money',
    net: 'money',
    currency: 'text',
    state: 'text',
    provider: 'text',
    reference: 'text',
    reason: 'text',
  },
  locations_launched: {
    ...place,
    type: 'text',
    generation: 'text',
    owner: 'text',
    operator: 'text',
    distributor: 'text',
    reseller: 'text',
    created_at: 'time',
    launched_at: 'time',
    days_to_launch: 'number',
    docks: 'number',
    lockers: 'number',
    doors: 'number',
    guards: 'number',
    controllers: 'number',
    rental_docks: 'number',
    status: 'text',
  },
  location_usage: {
    ...place,
    day: 'day',
    sessions: 'number',
    unique_people: 'number',
    occupied_dock_hours: 'number',
    occupancy_percent: 'number',
    turnover_per_dock: 'number',
    mean_minutes: 'number',
    median_minutes: 'number',
    peak_hour: 'number',
    revenue: 'money',
    currency: 'text',
  },
  session_history: {
    at: 'time',
    event: 'text',
    session_id: 'text',
    location_code: 'text',
    device: 'text',
    actor: 'text',
    actor_name: 'personal',
    command: 'text',
    result: 'text',
  },
  location_uptime: {
    ...place,
    day: 'day',
    online_minutes: 'number',
    partly_online_minutes: 'number',
    offline_minutes: 'number',
    maintenance_minutes: 'number',
    incidents: 'number',
    mtbf_minutes: 'number',
    mttr_minutes: 'number',
    worst_device: 'text',
    worst_device_offline_minutes: 'number',
  },
  locations_metadata: {
    ...place,
    address: 'text',
    city: 'text',
    district: 'text',
    state: 'text',
    country: 'text',
    type: 'text',
    generation: 'text',
    status: 'text',
    use_case: 'text',
    latitude: 'number',
    longitude: 'number',
    time_zone: 'text',
    owner: 'text',
    operator: 'text',
    distributor: 'text',
    reseller: 'text',
    public_tags: 'text',
    private_tags: 'text',
    is_free: 'text',
    has_booking: 'text',
    has_app_parking: 'text',
    has_rfid_parking: 'text',
    has_e_charging: 'text',
    is_publicly_visible: 'text',
    free_parking_hours: 'number',
    free_parking_summary: 'text',
    free_parking_details: 'text',
    support_phone: 'text',
    support_email: 'text',
    terms_url: 'text',
    power_save: 'text',
    has_camera: 'text',
    has_auto_restarts: 'text',
    hidden_admin_description: 'text',
    restricted_description: 'text',
    created_at: 'time',
    installed_at: 'time',
    launched_at: 'time',
  },
} as const satisfies Record<ReportType, Readonly<Record<string, ColumnKind>>>

export type ColumnOf<Type extends ReportType> = keyof (typeof reportColumns)[Type] & string

/** The columns of a file, with or without people. */
export const columnsOf = (type: ReportType, hasPeople: boolean): { name: string; kind: ColumnKind }[] =>
  Object.entries<ColumnKind>(reportColumns[type])
    .filter(([, kind]) => hasPeople || kind !== 'personal')
    .map(([name, kind]) => ({ name, kind }))
