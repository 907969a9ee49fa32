import * as z from 'zod'
import { isHttpsUrl, lines, requiredLine } from '../texts.ts'
import {
  isIccid,
  SimFault,
  SimProvider,
  SimStatus,
  SimUpdate,
  SmsCommand,
  SmsMessage,
  SmsMessageQuery,
} from './sims.ts'
import { age, anyOf, anyOfOrEmpty, list, searchText } from '../list.ts'
import { Id, Instant, pageOf, route } from '../route.ts'

/** What stands at a location and is not of our own hardware. */
export const externalDeviceTypes = [
  'router',
  'camera',
  'charger',
  'barrier',
  'display',
  'sensor',
  'intercom',
  'alarm_panel',
  'other',
] as const
export const ExternalDeviceType = z.enum(externalDeviceTypes, 'Type is required')
export type ExternalDeviceType = z.infer<typeof ExternalDeviceType>

export const ExternalDeviceLink = z.strictObject({
  label: requiredLine('Label', 1, 64),
  /**
   * Spec section 5: search inputs. Only https addresses are accepted, so that opening a link cannot run a script in the
   * console.
   */
  url: z.string('Invalid URL').trim().max(2000, 'Invalid URL').refine(isHttpsUrl, 'Invalid URL'),
})
export type ExternalDeviceLink = z.infer<typeof ExternalDeviceLink>

export const ExternalDevice = z.object({
  id: Id,
  location_id: Id,
  location_code: z.string(),
  location_label: z.string(),
  name: z.string(),
  type: ExternalDeviceType,
  /** Its own identifier (spec: id): the serial number on its label. */
  external_id: z.string(),
  iccid: z.string().nullable(),
  /** E.164. */
  msisdn: z.string().nullable(),
  sim_provider: SimProvider,
  sim_status: SimStatus,
  sim_status_at: Instant.nullable(),
  /** The provider's own word, where the status says "unknown" only. */
  sim_status_word: z.string().nullable(),
  /** Who said so: `simulated`, or the provider that is configured. */
  sim_status_source: z.string().nullable(),
  sim_update: SimUpdate,
  /** When the last update was asked for, or ended. */
  sim_update_at: Instant.nullable(),
  sim_update_failure: SimFault.nullable(),
  /** Its card was asked a moment ago: not again before. */
  sim_askable_at: Instant.nullable(),
  sms_commands: z.array(SmsCommand),
  links: z.array(ExternalDeviceLink),
  comment: z.string(),
  /** Plain text. */
  instructions: z.string(),
  created_at: Instant,
  updated_at: Instant,
  version: z.number().int(),
})
export type ExternalDevice = z.infer<typeof ExternalDevice>

const Comment = lines('Comment', 2000)
const differentNames = (list: readonly { name: string }[]): boolean =>
  new Set(list.map(({ name }) => name.toLowerCase())).size === list.length

export const ExternalDeviceBody = z.strictObject({
  name: requiredLine('Name', 3, 64),
  type: ExternalDeviceType,
  external_id: requiredLine('ID', 1, 64),
  /** Values, formats. Cards print it in groups: blanks and hyphens count for nothing. */
  iccid: z
    .string()
    .overwrite((text) => text.replace(/[\s-]/g, ''))
    .refine(isIccid, 'Invalid ICCID')
    .nullable()
    .default(null),
  /** The shape here; a phone library decides on the server and in the form. */
  msisdn: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'Invalid phone number')
    .nullable()
    .default(null),
  sim_provider: SimProvider.default('other'),
  sms_commands: z
    .array(SmsCommand)
    .max(20, 'At most 20 SMS commands')
    .refine(differentNames, 'Two SMS commands have the same name')
    .default([]),
  links: z.array(ExternalDeviceLink).max(10, 'At most 10 links').default([]),
  comment: Comment.default(''),
  instructions: lines('Instructions', 4000).default(''),
})
export type ExternalDeviceBody = z.output<typeof ExternalDeviceBody>
export const externalDeviceFields = ExternalDeviceBody.keyof().options

/** What a location holds at most, so that all its SIMs can be asked at once. */
export const externalDevicesAtMost = 100

/** Why a SIM cannot be asked or reached, if it cannot; the button and the server say the same. */
export function simObstacle(
  device: Pick<ExternalDevice, 'sim_provider' | 'iccid'>,
): 'sim_of_other_provider' | 'sim_without_iccid' | null {
  if (device.sim_provider !== 'm2m') return 'sim_of_other_provider'
  return device.iccid === null ? 'sim_without_iccid' : null
}

const listPath = '/location/v1/external-devices'
const ofLocation = '/location/v1/locations/:location_id'
const path = `${ofLocation}/external-devices` as const
const onePath = `${path}/:external_device_id` as const
const LocationRef = z.strictObject({ location_id: Id })
const Ref = LocationRef.extend({ external_device_id: Id })
const on = { location: 'location_id' } as const
const see = { location: ['GETEXTDEVICES'] } as const
/** An edit answers the whole of it: who may not see it writes nothing. */
const edit = { location: ['GETEXTDEVICES', 'EDITEXTDEVICES'] } as const

export const externalDevices = list({
  says: { failed: 'Fetch external devices failed' },
  staleOn: ['external_device'],
  path: listPath,
  summary: 'External devices of the locations that the caller may see',
  access: { location: ['GET', 'GETEXTDEVICES'] },
  row: ExternalDevice,
  filters: {
    /** Part of the name, the id, the ICCID or the MSISDN. */
    q: searchText,
    type: anyOf(ExternalDeviceType),
    sim_status: anyOfOrEmpty(SimStatus),
    sim_provider: anyOfOrEmpty(SimProvider),
    location_id: anyOf(Id),
    sim_status_at: age,
  },
  sortBy: [
    'name',
    'type',
    'external_id',
    'location_code',
    'location_label',
    'sim_status',
    'sim_status_at',
    'created_at',
    'updated_at',
    'id',
  ],
  exports: [
    'id',
    'location_code',
    'location_label',
    'name',
    'type',
    'external_id',
    'iccid',
    'msisdn',
    'sim_provider',
    'sim_status',
    'sim_status_at',
    'sms_commands',
    'links',
    'comment',
    'instructions',
    'created_at',
    'updated_at',
  ],
})
export const listExternalDevices = externalDevices.route
export const exportExternalDevices = externalDevices.csv

/** A write refreshes the list at once; the screen of one device follows the live stream. */
const changes = [listExternalDevices] as const

export const getExternalDevice = route({
  method: 'GET',
  path: onePath,
  summary: 'One external device',
  says: { failed: 'Fetch external device failed' },
  staleOn: ['external_device'],
  access: see,
  on,
  params: Ref,
  reply: ExternalDevice,
})

export const createExternalDevice = route({
  method: 'POST',
  path,
  summary: 'Add an external device to a location',
  says: { failed: 'Add external device failed', done: 'External device added' },
  access: edit,
  on,
  params: LocationRef,
  body: ExternalDeviceBody,
  reply: ExternalDevice,
  changes,
})

export const updateExternalDevice = route({
  method: 'PUT',
  path: onePath,
  summary: 'Update an external device',
  says: { failed: 'Update external device failed', done: 'External device updated' },
  access: edit,
  on,
  params: Ref,
  body: ExternalDeviceBody,
  needsVersion: true,
  reply: ExternalDevice,
  changes,
})

export const commentExternalDevice = route({
  method: 'PUT',
  path: `${onePath}/comment`,
  summary: 'Change the comment of an external device',
  says: { failed: 'Update comment failed', done: 'Comment updated' },
  access: edit,
  on,
  params: Ref,
  body: z.strictObject({ comment: Comment }),
  needsVersion: true,
  reply: ExternalDevice,
  changes,
})

export const deleteExternalDevice = route({
  method: 'DELETE',
  path: onePath,
  summary: 'Delete an external device; what was sent to it stays readable',
  says: { failed: 'Delete external device failed', done: 'External device deleted' },
  access: edit,
  on,
  params: Ref,
  needsVersion: true,
  changes,
})

/**
 * Replies at once with `sim_update: asking`; the provider's answer arrives later. While a request is waiting, no second
 * one is made; shortly after one it is refused with 429 `sim_asked_lately` and `retry_after_s`.
 */
export const refreshSim = route({
  method: 'POST',
  path: `${onePath}/sim-refreshes`,
  summary: 'Ask the SIM provider for the status of a SIM',
  says: { failed: 'SIM update failed' },
  access: edit,
  on,
  params: Ref,
  reply: ExternalDevice,
  changes: [listExternalDevices, getExternalDevice],
})

export const refreshSims = route({
  method: 'POST',
  path: `${ofLocation}/sim-refreshes`,
  summary: 'Ask the SIM provider for the status of every SIM of a location, one after the other',
  says: { failed: 'SIM update failed' },
  access: edit,
  on,
  params: LocationRef,
  reply: z.object({ /** How many are asked now. */ asked: z.number().int() }),
  changes,
})

/** `If-Match` names the version whose payload the person confirmed: what someone else put in its place is not sent. */
export const sendSmsCommand = route({
  method: 'POST',
  path: `${onePath}/sms-messages`,
  summary: 'Send one of the SMS commands of an external device',
  says: { failed: 'SMS command failed', done: 'SMS command sent' },
  access: edit,
  on,
  params: Ref,
  body: z.strictObject({ command: z.string().trim().min(1, 'Name is required').max(40) }),
  needsVersion: true,
  reply: SmsMessage,
  changes: [getExternalDevice],
})

export const listSmsMessages = route({
  method: 'GET',
  path: `${onePath}/sms-messages`,
  summary: 'SMS commands that were sent to an external device, newest first',
  says: { failed: 'Fetch SMS commands failed' },
  staleOn: ['external_device'],
  access: see,
  on,
  params: Ref,
  query: SmsMessageQuery,
  reply: pageOf(SmsMessage),
})
