import * as z from 'zod'
import { route } from '@wheelhouse/contract/route.ts'

export const Tag = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^\w{3,32}$/, 'At least 3 characters: letters, numbers and underscore only')

/** Of the gallery alone: no server answers to it, which shows what a failure looks like. */
export const sampleRoute = route({
  method: 'PUT',
  path: '/samples/:sample_id',
  summary: 'Invented, for the gallery',
  says: { failed: 'Sample update failed' },
  access: { public: 'invented' },
  params: z.strictObject({ sample_id: z.string() }),
  body: z.strictObject({
    label: z.string().trim().min(3).max(64),
    code: z.string().regex(/^\d{6}$/, 'Code is a six-digit number'),
    description: z.string().max(500).nullable(),
    type: z.enum(['water', 'pump', 'service']),
    location_id: z.string().nullable(),
    free_parking_hours: z.number().min(0).max(8760),
    low_voltage_mv: z.number().int().min(0).max(60_000),
    stay_minutes: z.number().int().min(0),
    fee: z.number().int(),
    currency: z.string(),
    tags: z.array(Tag),
    links: z.array(z.strictObject({ label: z.string().min(1), url: z.url() })),
    phone: z.string().nullable(),
    is_app_parking: z.boolean(),
    activation_on: z.string().nullable(),
    shown_from: z.string().nullable(),
    from: z.string().min(1),
    to: z.string().min(1),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    photo: z.unknown(),
  }),
})

export const filled = {
  label: 'Balti jaam, perroon 1',
  code: '104217',
  description: 'By the second door.',
  type: 'pump',
  location_id: '1',
  free_parking_hours: 12,
  low_voltage_mv: 3300,
  stay_minutes: 1530,
  fee: 123456,
  currency: 'EUR',
  tags: ['old_town', 'station'],
  links: [{ label: 'Manual', url: 'https://docs.example.org/rack' }],
  phone: '+37251234567',
  is_app_parking: true,
  activation_on: '2026-11-21',
  shown_from: '2026-11-21T16:30:00.000Z',
  from: '2026-10-01',
  to: '2026-10-31',
  latitude: 59.4401,
  longitude: 24.7377,
  photo: null,
}
export const wrong = {
  ...filled,
  label: 'Ba',
  code: '10421',
  type: 'x',
  free_parking_hours: 0.1,
  tags: [],
  links: [{ label: '', url: 'docs' }],
  phone: '+372 1',
  from: '',
  latitude: 99,
}
